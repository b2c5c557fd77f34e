/** Refunds that wait for their payee, created through the API as a shop does. */
import { type OfferedCurrency, offered } from '@sluice/core/catalogue/currencies.ts'
import { changeId, isMerchantCode, paymentKey } from '@sluice/core/foundation/identifiers.ts'
import type { Minor } from '@sluice/core/foundation/money.ts'
import { funded } from '@sluice/gateway/ledger/postings.ts'
import { DELAY_MS, type Shop } from './browser.fixture.ts'

export interface ClaimLink {
  readonly url: string
  status(): Promise<string>
}

/** Credits the shop's balance. */
export async function fund(
  { app, merchantCode }: Shop,
  code: OfferedCurrency,
  amountMinor: Minor,
): Promise<void> {
  if (!isMerchantCode(merchantCode)) throw new Error('the shop has a code')
  const { deps, journal } = app.gateway
  const at = deps.clock.now()
  const key = paymentKey(deps.randomness.uuidV7(at))
  const money = { currency: offered(code).code, amountMinor }
  const outcome = await journal.commit({
    changeId: changeId(deps.randomness.uuidV7(at)),
    merchantId: merchantCode,
    at,
    actor: 'operator:test',
    claims: [{ owner: merchantCode, scope: 'funding', value: key }],
    claimKey: key,
    subject: { type: 'fund', key, reason: 'for refunds', postings: funded(money), cases: [] },
  })
  if (outcome.type !== 'done') throw new Error(outcome.type)
}

/** A claim for a paid payin. @param idPayin of a new payin */
export async function claimOf(
  shop: Shop,
  idPayin: string,
  money: { readonly amount: number; readonly currencyCode: string },
): Promise<ClaimLink> {
  const tokens = {
    payin: shop.token({ ...asText(money), idPayin, action: 'PAYIN_CREATE' }),
    refund: shop.token({ ...asText(money), idPayin, action: 'REFUND_CREATE' }),
  }
  const ask = async (method: string, path: string, token: string, body?: object) => {
    const answer = await fetch(shop.baseUrl + path, {
      method,
      headers: {
        'x-api-version': '2',
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const reported: unknown = await answer.json()
    if (!answer.ok) throw new Error(JSON.stringify(reported))
    return reported as { readonly claimUrl?: string; readonly process: { readonly status: string } }
  }
  const paid = { ...money, amount: 5_000 }
  await ask('POST', `/payins/${idPayin}`, tokens.payin, {
    paymentRequested: { money: paid },
    paymentMethod: { paymentMethodCode: 'PIXQR' },
  })
  const isPaid = async () =>
    (await ask('GET', `/payins/${idPayin}`, tokens.payin)).process.status === 'SUCCESS'
  for (let looked = 0; looked < 100 && !(await isPaid()); looked += 1)
    await new Promise((done) => setTimeout(done, DELAY_MS / 4))
  const { claimUrl = '' } = await ask('POST', `/refunds/${idPayin}`, tokens.refund, {
    idPayin,
    money,
    reason: 'REQUESTED_BY_CUSTOMER',
  })
  return {
    url: claimUrl,
    status: async () => (await ask('GET', `/refunds/${idPayin}`, tokens.refund)).process.status,
  }
}

const asText = ({ amount, currencyCode }: { readonly amount: number; readonly currencyCode: string }) => ({
  amount: String(amount),
  currencyCode,
})
