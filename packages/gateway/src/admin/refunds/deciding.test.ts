/** What became of a live refund that no processor reports of: one person's word is not enough. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Answer } from '../../../../../test/harness.ts'
import { type RefundWorld, refundWorld } from '../../refunds/refunds.fixture.ts'
import { type AdminGateway, adminGateway } from '../admin.fixture.ts'

let gateway: AdminGateway
let world: RefundWorld
let anna: string
let made = 0
beforeAll(async () => {
  gateway = await adminGateway({ approvals: 'AS_USUAL' })
  anna = await gateway.operator('anna', 'OPERATOR')
  await gateway.advance(1_000)
  world = await refundWorld(gateway)
})
afterAll(() => gateway.close())

/** The sandbox alone pays without a chain, so what it has paid is made live here. */
const LIVE = {
  name: '',
  text: `update payment set is_test = false, processor = 'manual' where merchant_id = $1 and kind = 'refund' and id = $2`,
}

/** A refund that an operator sends by hand. @returns its path */
async function open(isLive = true): Promise<string> {
  made += 1
  const idPayin = await world.paid('CRYPTO_OFFLINE', 500)
  const refund = await world.refund(`refund-${made}`, { idPayin })
  expect(refund.body).toMatchObject({ route: 'MANUAL', process: { status: 'PENDING' } })
  if (isLive) await gateway.database.run(LIVE, [world.shop.code, `refund-${made}`])
  return `/admin/refunds/${world.shop.code}/refund-${made}`
}
const status = async () => (await world.read(`/refunds/refund-${made}`)).body.process?.status
const approve = ({ body }: Answer, token?: string) =>
  gateway.admin('POST', `/admin/approvals/${String(body.approval?.id)}/!approve`, undefined, token)

it.each([
  ['!markPaid', { reference: 'BR-20261122-18' }, 'SUCCESS'],
  ['!markFailed', { note: 'the bank refused the account' }, 'FAILED'],
])('%s waits for a second person', async (operation, body, end) => {
  const path = `${await open()}/${operation}`
  const requested = await gateway.admin('POST', path, body, anna)
  expect(requested, requested.text).toMatchObject({
    status: 202,
    body: { approval: { operation: 'refund.decide' } },
  })
  expect(requested.body.approval?.summary).toContain('500.00 USDT')
  expect(await status()).toBe('PENDING')
  expect((await approve(requested, anna)).status).toBe(403)
  expect((await approve(requested)).status).toBe(200)
  expect(await status()).toBe(end)
})

it('of two that wait for the same refund the later is stale', async () => {
  const path = await open()
  const paid = await gateway.admin('POST', `${path}/!markPaid`, { reference: 'BR' }, anna)
  const failed = await gateway.admin('POST', `${path}/!markFailed`, { note: 'no' }, anna)
  expect((await approve(paid)).status).toBe(200)
  expect(await approve(failed)).toMatchObject({ status: 409, body: { code: 'APPROVAL_STALE' } })
  expect(await status()).toBe('SUCCESS')
})

it('of tests waits for nobody', async () => {
  const path = await open(false)
  expect((await gateway.admin('POST', `${path}/!markPaid`, { reference: 'BR' }, anna)).status).toBe(200)
})
