/**
 * The link that a start prints: a checkout of the test merchant for a payin that does not exist yet.
 *
 * Its amount ends in 907, so the payment waits for someone to play the payer on the sandbox's page. Created at every
 * start, with a key that the merchant has anyway, and valid for a week.
 */
import { findMerchant } from '../merchants/store.ts'
import type { App } from './app.ts'
import { SANDBOX_MERCHANT } from './sandbox-merchant.ts'

const MONEY = { amount: '1907', currencyCode: 'THB' }
const VALIDITY_SECS = 7 * 86_400

/** @returns undefined if the merchant is gone, suspended or without a key */
export async function testCheckoutUrl(app: App): Promise<string | undefined> {
  const { database, deps } = app.gateway
  const record = await findMerchant(database, SANDBOX_MERCHANT)
  const key = record?.credentials.findLast(({ purpose }) => purpose === 'PUBLIC_KEY')
  if (record?.merchant.status !== 'ACTIVE' || !key) return undefined
  const now = deps.clock.now()
  const idPayment = `try-${deps.randomness.uuidV7(now)}`
  const issuedAtSecs = Math.floor(now / 1000)
  const token = app.gateway.issueToken({
    merchantCode: SANDBOX_MERCHANT,
    scope: { kind: 'action', action: 'PAYIN_CHECKOUT', idPayment },
    money: MONEY,
    madeWith: `key:${key.id}`,
    jti: Buffer.from(deps.randomness.bytes(16)).toString('base64url'),
    issuedAtSecs,
    expiresAtSecs: issuedAtSecs + VALIDITY_SECS,
  })
  return `${app.gateway.checkoutUrlOf(SANDBOX_MERCHANT, idPayment)}#${token}`
}
