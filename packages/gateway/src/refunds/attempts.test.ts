/** A refund that the same processor has again, by another way: what it says late of the first one settles nothing of the second. */
import { EXAMPLES } from '@sluice/core/catalogue/examples.ts'
import type { Acceptance, Processor } from '@sluice/core/processor/port.ts'
import type { MigratableDatabase } from '@sluice/database/migrate.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { START, type TestGateway, testGateway } from '../../../../test/harness.ts'
import { openTestDatabase } from '../../../../test/setup/shared.ts'
import { checkInvariants } from '../admin/invariants/invariants.ts'
import { idOf } from '../payments/payments.fixture.ts'
import { findPayment } from '../payments/reading.ts'
import { ACCEPTED, scripted } from '../processing/processors.fixture.ts'
import { refundWorld } from './refunds.fixture.ts'

const RAIL = 'test-rail'
let database: MigratableDatabase
let gateway: TestGateway
let answerFirst: (acceptance: Acceptance) => void = () => undefined

/** Its rail answers when the test says so; what it pays out it takes on at once. */
const rail = (): Processor =>
  scripted(RAIL, {
    reportsAttempts: true,
    acceptInline: (payment, context) =>
      payment.kind === 'payin' ? { ...ACCEPTED, receiving: context.sandboxReceiving() } : ACCEPTED,
    refund: {
      serves: () => ({ type: 'serves' }),
      accept: () =>
        new Promise((resolve) => {
          answerFirst = resolve
        }),
    },
  })

beforeAll(async () => {
  database = await openTestDatabase(START)
  gateway = await testGateway(database, {
    settings: { processors: () => [rail()] },
    network: () => ({ ok: true, status: 204, headers: {}, body: '', durationMs: 1 }),
  })
})
afterAll(async () => {
  await gateway?.stop()
  await database?.close()
})

it.each([
  ['refuses', { type: 'refused', reason: 'NO' }],
  ['fails', { type: 'failed', failureReason: 'NO' }],
  ['declines', { type: 'declined', reason: 'LIMIT', detail: 'no' }],
  ['is answered later', { type: 'later', steps: [{ purpose: 'accept', dueAt: 0 }] }],
] satisfies [string, Acceptance][])(
  'an answer that %s the try before changes nothing',
  async (word, late) => {
    const products = [
      { code: 'PIXQR', currency: 'BRL', processors: [RAIL] },
      { code: 'BANK_TRANSFER', currency: 'BRL', processors: [RAIL] },
    ]
    const world = await refundWorld(gateway, { products })
    const { code: merchantId } = world.shop
    const { statusUpdates } = gateway.app
    const at = () => gateway.deps.clock.now()
    const reported = { processor: RAIL, merchantId }
    const idPayin = idOf(`order ${word}`.replaceAll(' ', '-'))
    const token = await world.shop.token()
    await gateway.request('POST', `/payins/${idPayin}`, {
      token,
      body: {
        paymentRequested: { money: { amount: 500, currencyCode: 'BRL' } },
        paymentMethod: { paymentMethodCode: 'PIXQR', account: {} },
      },
    })
    const received = (await findPayment(gateway.database, merchantId, 'payin', idPayin))?.money
    if (!received) throw new Error('the payin is not there')
    await statusUpdates.take({
      ...{ ...reported, statusUpdateId: `paid ${word}`, kind: 'payin', id: idPayin, at: at() },
      statusChange: { type: 'paid', received },
    })
    const id = idOf('back')
    const payee = EXAMPLES.find(
      ({ method, currencyCode }) => method.kind === 'payout' && currencyCode === 'BRL',
    )?.paymentMethod
    const creating = world.refund(id, { idPayin, payee })
    await gateway.advance(1_000)
    const failed = { type: 'failed', failureReason: 'ACCOUNT_INVALID', noMoneyLeft: true } as const
    const of = { ...reported, statusUpdateId: `failed ${word}`, kind: 'refund', id } as const
    expect(await statusUpdates.take({ ...of, attempt: 0, at: at(), statusChange: failed })).toBe('applied')
    await gateway.advance(5_000)
    const second = await findPayment(gateway.database, merchantId, 'refund', id)
    expect(second).toMatchObject({
      status: 'PENDING',
      processor: RAIL,
      request: { refund: { route: 'PAYOUT' } },
    })
    answerFirst(late)
    await creating
    await gateway.advance(5_000)
    expect(await findPayment(gateway.database, merchantId, 'refund', id)).toEqual(second)
    await statusUpdates.take({
      ...of,
      statusUpdateId: `gone ${word}`,
      attempt: 1,
      at: at(),
      statusChange: { type: 'delivered' },
    })
    const { checks } = await checkInvariants(database)
    expect(checks.filter(({ holds }) => !holds)).toEqual([])
    expect((await findPayment(gateway.database, merchantId, 'refund', id))?.status).toBe('SUCCESS')
    const cases = await gateway.database.run(
      { name: '', text: 'select reason from case_file where payment_key = $1' },
      [second?.key ?? ''],
    )
    expect(cases).toEqual([])
  },
)
