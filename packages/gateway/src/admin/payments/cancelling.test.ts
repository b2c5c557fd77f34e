import type { CurrencyCode } from '@sluice/core/foundation/money.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import type { CancelAnswer } from '@sluice/core/processor/port.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { thbPayout } from '../../../../../test/api/api.fixture.ts'
import type { TestMerchant } from '../../../../../test/harness.ts'
import { idOf } from '../../payments/payments.fixture.ts'
import { type Scripted, scripted } from '../../processing/processors.fixture.ts'
import { type AdminGateway, adminGateway } from '../admin.fixture.ts'

let gateway: AdminGateway
let shop: TestMerchant
/** Left out: it delivers while it is asked to take the payout back, and says that it has taken it back. */
let says: CancelAnswer | undefined
const liar: Scripted = scripted('test-liar', {
  async cancel({ merchantId, kind, id }) {
    if (says) return says
    await gateway.app.statusUpdates.take({
      processor: 'test-liar',
      statusUpdateId: `sent-${id}`,
      ...{ merchantId, kind, id },
      at: gateway.deps.clock.now(),
      statusChange: { type: 'delivered' },
    })
    return 'cancelled'
  },
})

beforeAll(async () => {
  gateway = await adminGateway({
    settings: { processors: () => [liar] },
    network: () => ({ ok: true, status: 204, headers: {}, body: '', durationMs: 1 }),
  })
  shop = await gateway.merchant({
    products: [{ code: 'BANK_TRANSFER', currency: 'THB', processors: ['test-liar'] }],
  })
  await gateway.credit(shop, { currency: 'THB' as CurrencyCode, amountMinor: minor(1_000_000n) })
})
beforeEach(() => {
  says = undefined
})
afterAll(() => gateway?.close())

it('a payout that is delivered while its processor says that it is cancelled stays delivered, with one case', async () => {
  const id = idOf('both')
  const token = await shop.token()
  expect((await gateway.request('POST', `/payouts/${id}`, { token, body: thbPayout(500) })).status).toBe(201)
  const path = `/admin/payments/${shop.code}/payout/${id}`
  const cancelled = await gateway.admin('POST', `${path}/!cancel`)
  expect(cancelled).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
  const { body } = await gateway.admin('GET', path)
  expect(body).toMatchObject({ status: 'SUCCESS', cases: [{ reason: 'REJECTED_AFTER_SUCCESS' }] })
  expect((await gateway.admin('GET', '/admin/invariants')).body.holds).toBe(true)
  expect(await linesOf(id)).toEqual([])
})

/** Of the audit log. */
async function linesOf(id: string): Promise<readonly unknown[]> {
  const { body } = await gateway.admin('GET', `/admin/audit?action=payment.cancel&subject=/payout/${id}`)
  return (body.data as unknown as readonly { operator: string }[]).map(({ operator }) => operator)
}

it.each([
  ['cancelled', 200, ['bootstrap']],
  ['later', 202, ['bootstrap']],
  ['too-late', 409, []],
] as const)(
  'its processor says %s: the audit log has a line where it was not refused',
  async (answer, status, lines) => {
    says = answer
    const id = idOf(`asked-${answer}`)
    const token = await shop.token()
    expect((await gateway.request('POST', `/payouts/${id}`, { token, body: thbPayout(500) })).status).toBe(
      201,
    )
    const path = `/admin/payments/${shop.code}/payout/${id}/!cancel`
    expect((await gateway.admin('POST', path)).status).toBe(status)
    expect(await linesOf(id)).toEqual(lines)
    // Once it is over it is refused before anybody is asked.
    if (answer !== 'cancelled') return
    expect((await gateway.admin('POST', path)).status).toBe(409)
    expect(await linesOf(id)).toEqual(lines)
  },
)
