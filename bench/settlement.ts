/**
 * A settlement run: merchants with money and agreements, a run of all that are due, carried out by the real server
 * until each is paid, measured from its start until it is DONE. On PostgreSQL.
 *
 * The balances come from payins and equal their sum, because a run checks the books before it pays.
 */
import { loadavg } from 'node:os'
import { realClock, realRandomness } from '@sluice/core/foundation/real-deps.ts'
import { findRun, moveRun, prepareRun, type SettlementRun } from '@sluice/gateway/settlement/runs.ts'
import { fill, settle } from './fill.ts'
import { openDatabase } from './gateway.ts'
import { withClient } from './postgres-server.ts'
import { compare, NOWHERE, onPostgres, type Run, withGateway } from './run.ts'

/** Their sum is each merchant's balance. */
const PAYINS_EACH = 10
const LOOK_EVERY_MS = 200

const TERMS = JSON.stringify({
  ...{ schedule: 'DAILY', weekday: 1, dayOfMonth: 1, cutOff: '17:00', zone: 'Asia/Bangkok' },
  ...{ calendar: 'EVERY_DAY', minimumMinor: '0', reserve: { basisPoints: 1_000, days: 7 } },
  payee: {
    paymentMethodCode: 'BANK_TRANSFER',
    paymentOperatorCode: '004',
    account: { accountName: 'Shop', accountNumber: '1234567890' },
  },
})
/** Agreed so long ago that the last ended period is due. */
const AGREE = `insert into settlement_terms (merchant_id, currency, terms, version, since, updated_at)
  select 'BENCH-' || n, 'THB', $2::jsonb, 1, now() - interval '30 days', now() from generate_series(1, $1::int) n`
const BALANCES = `insert into balance (merchant_id, currency, account, amount)
  select merchant_id, currency, account, sum(amount) from posting where account in ('available', 'reserved')
  group by merchant_id, currency, account`

const randomness = realRandomness()
const deps = { clock: realClock, randomness }

const audit = (runId: string) => ({
  ...{ id: randomness.uuidV7(realClock.now()), at: realClock.now(), operator: 'bench' },
  ...{ action: 'settlement-run.prepare', subject: `settlement run ${runId}`, detail: {} },
})

export async function settlement(run: Run): Promise<void> {
  const { settled } = run.options
  await onPostgres(
    run,
    async (url, merchants) => {
      await withClient(url, async (client) => {
        const payins = { from: 1, to: settled * PAYINS_EACH, merchants: settled } as const
        await fill(client, { ...payins, status: 'SUCCESS', callbackUrl: NOWHERE })
        await client.query(BALANCES)
        await client.query(AGREE, [settled, TERMS])
        await settle(client)
      })
      const database = await openDatabase({ url })
      try {
        run.say(`settlement: load average ${loadavg()[0]?.toFixed(1)} before`)
        const preparedAt = performance.now()
        const prepared = await prepareRun({ database, deps }, { type: 'due' }, 'bench', audit)
        if (typeof prepared === 'string') throw new Error(`no run was prepared: ${prepared}`)
        const prepareMs = performance.now() - preparedAt
        // Tokens are not needed: nothing is requested except the run.
        const done = await withGateway(run, { url }, merchants.slice(0, 1), async () => {
          await moveRun(database, prepared.id, { to: 'RUNNING', by: 'bench', at: realClock.now() }, undefined)
          return untilDone(() => findRun(database, prepared.id))
        })
        const paid = done.totals.reduce((sum, { counts }) => sum + counts.PAID, 0)
        if (paid !== settled) throw new Error(`only ${paid} of ${settled} merchants were paid`)
        const merchantsText = `${settled.toLocaleString('en')} merchants`
        compare(run, {
          what: `a settlement run of ${merchantsText}, prepared`,
          value: prepareMs / 1_000,
          unit: ' s',
          target: undefined,
        })
        compare(run, {
          what: `… from its start until all are paid`,
          value: ((done.finishedAt ?? Number.NaN) - (done.startedAt ?? Number.NaN)) / 1_000,
          unit: ' s',
          target: { atMost: 60 },
        })
      } finally {
        await database.close()
      }
    },
    settled,
  )
}

async function untilDone(look: () => Promise<SettlementRun | undefined>): Promise<SettlementRun> {
  for (;;) {
    const run = await look()
    if (run?.state === 'DONE') return run
    if (run?.state === 'STOPPED') throw new Error(`the run was stopped: ${run.stoppedWhy}`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}
