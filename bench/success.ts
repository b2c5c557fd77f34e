/**
 * Only the step to SUCCESS: the journal's commit of a payin's money, over a thousand merchants and over one hot
 * merchant, compared with the bare driver writing the same rows on eight connections, both from this process.
 */
import type { Deps } from '@sluice/core/foundation/deps.ts'
import {
  changeId,
  type MerchantCode,
  type MerchantOrderId,
  paymentKey,
} from '@sluice/core/foundation/identifiers.ts'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { realClock, realRandomness, realTimers, silentLog } from '@sluice/core/foundation/real-deps.ts'
import { LaneJournal } from '@sluice/gateway/payments/journal.ts'
import type { Journal } from '@sluice/gateway/payments/journal-port.ts'
import { paid } from '@sluice/gateway/payments/plans.ts'
import { type FilledPayment, fill, filledPayment, settle } from './fill.ts'
import { closeFloor, connectFloor, floorSuccess } from './floor.ts'
import { openDatabase } from './gateway.ts'
import { type Measured, measure, medianOf } from './load.ts'
import { withClient } from './postgres-server.ts'
import { compare, NOWHERE, onPostgres, type Run, tell, WARM_UP_SECONDS, watched } from './run.ts'

const FLOOR_CONNECTIONS = 8
/** Changes that wait for the journal at the same time, as in a busy gateway. */
const CALLERS = 800
/** More than can be moved in a measurement with its warm-up. */
const OURS_PER_SECOND = 30_000
const FLOOR_PER_SECOND = 6_000

const RECEIVED = { currency: 'THB' as CurrencyCode, amountMinor: minor(10_000n) }

const deps: Deps = {
  clock: realClock,
  timers: realTimers,
  randomness: realRandomness(),
  network: { request: () => Promise.reject(new Error('nothing is sent')) },
  log: silentLog,
}

async function succeed(journal: Journal, payment: FilledPayment): Promise<boolean> {
  const at = deps.clock.now()
  const statusUpdate = `sandbox-${payment.key}`
  const merchantId = payment.merchantId as MerchantCode
  const outcome = await journal.commit({
    changeId: changeId(deps.randomness.uuidV7(at)),
    merchantId,
    at,
    actor: 'processor:sandbox',
    claims: [{ owner: merchantId, scope: 'confirmation', value: `sandbox:${statusUpdate}` }],
    claimKey: paymentKey(deps.randomness.uuidV7(at)),
    subject: {
      type: 'move',
      kind: 'payin',
      id: payment.id as MerchantOrderId,
      decide: (locked) =>
        paid(
          locked,
          {
            statusUpdate,
            received: RECEIVED,
            at,
            customerAccount: { accountName: 'TEST DO NOT PAY', accountNumber: '1234567890' },
          },
          undefined,
        ),
    },
  })
  return outcome.type === 'done'
}

export async function success(run: Run): Promise<void> {
  await ofMerchants(run, run.options.merchants, `${run.options.merchants} merchants`)
  await ofMerchants(run, 1, 'one hot merchant')
}

async function ofMerchants(run: Run, merchants: number, words: string): Promise<void> {
  const { rounds, seconds } = run.options
  const lasting = seconds + WARM_UP_SECONDS
  const ours: Measured[] = []
  const floor: Measured[] = []
  for (let round = 0; round < rounds; round++) {
    await onPostgres(
      run,
      async (url) => {
        const forUs = OURS_PER_SECOND * lasting
        const all = forUs + FLOOR_PER_SECOND * lasting
        await withClient(url, async (client) => {
          await fill(client, { from: 1, to: all, merchants, status: 'PENDING', callbackUrl: NOWHERE })
          await settle(client)
        })
        let next = 0
        const take = (): FilledPayment => {
          next += 1
          return filledPayment(next, merchants)
        }
        const database = await openDatabase({ url })
        const journal = new LaneJournal(database, deps, { queueLimit: 10_000 })
        const load = { seconds, warmUpSeconds: WARM_UP_SECONDS, watched: watched(run) }
        ours.push(await measure({ ...load, workers: CALLERS }, () => succeed(journal, take())))
        await database.close()
        next = forUs
        const clients = await connectFloor(url, FLOOR_CONNECTIONS)
        floor.push(
          await measure({ ...load, workers: FLOOR_CONNECTIONS }, async (worker) => {
            const client = clients[worker]
            if (client) await floorSuccess(client, take(), NOWHERE)
            return client !== undefined
          }),
        )
        await closeFloor(clients)
      },
      merchants,
    )
  }
  const line = { part: 'success', engine: 'PostgreSQL', rows: OURS_PER_SECOND * lasting } as const
  const [us, bare] = [medianOf(ours), medianOf(floor)]
  tell(run, { ...line, what: `journal, ${words}`, connections: CALLERS, measured: us })
  tell(run, { ...line, what: `bare driver, ${words}`, connections: FLOOR_CONNECTIONS, measured: bare })
  compare(run, {
    what: `step to SUCCESS, ${words} ÷ bare driver at 8`,
    value: us.perSecond / bare.perSecond,
    target: { atLeast: 5 },
  })
}
