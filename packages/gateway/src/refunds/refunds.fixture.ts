/** A shop with money that was paid, and refunds of it, over the API. */
import { type OfferedCurrency, offered } from '@sluice/core/catalogue/currencies.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import type { Answer, TestGateway, TestMerchant } from '../../../../test/harness.ts'
import type { Merchant } from '../merchants/merchant.ts'
import { rowsOf } from '../payments/payments.fixture.ts'

export const CALLBACKS = 'http://127.0.0.1:9/callbacks'

/** Requests of payins whose rails differ: PROMPTPAY returns nothing, PIXQR does, PAYSHAP once and the whole. */
const METHODS = {
  PROMPTPAY: { currencyCode: 'THB', account: { accountNumber: '1234567890', accountName: 'Somchai Jaidee' } },
  PIXQR: { currencyCode: 'BRL', account: {} },
  PAYSHAP: { currencyCode: 'ZAR', account: { accountName: 'Thandi Nkosi' } },
  CRYPTO_OFFLINE: { currencyCode: 'USDT', account: {} },
} as const
export type PaidBy = keyof typeof METHODS

export interface RefundWorld {
  readonly shop: TestMerchant
  /** A payin that has been paid. @returns its ID */
  paid(method: PaidBy, amount: number): Promise<string>
  /** @param body beyond what each refund has */
  refund(id: string, body: object): Promise<Answer>
  read(path: string): Promise<Answer>
  /** Of a merchant's account, in minor units. */
  balance(account: string, currency?: string): Promise<bigint>
  /** Callbacks sent of refunds: `<idRefund> <sequence>`. */
  announced(): readonly string[]
}

const FUNDS: readonly OfferedCurrency[] = ['THB', 'BRL', 'ZAR', 'USDT']
/** Of each currency, so that fees are no matter. */
export const FUNDED_MINOR = 10_000_000_000n

let made = 0

/** @param changes of the shop; `funds: false`: it has nothing but what is paid */
export async function refundWorld(
  gateway: TestGateway,
  { funds = true, ...changes }: Partial<Merchant> & { readonly funds?: boolean } = {},
): Promise<RefundWorld> {
  const { database } = gateway
  const shop = await gateway.merchant(changes)
  if (funds) {
    for (const code of FUNDS)
      await gateway.credit(shop, { currency: offered(code).code, amountMinor: minor(FUNDED_MINOR) })
  }
  const read = async (path: string) => gateway.request('GET', path, { token: await shop.token() })
  const post = async (path: string, body: object) =>
    gateway.request('POST', path, { token: await shop.token(), body })
  return {
    shop,
    read,
    async paid(method, amount) {
      made += 1
      const id = `order-${made}`
      const { currencyCode, account } = METHODS[method]
      const created = await post(`/payins/${id}`, {
        paymentRequested: { money: { amount, currencyCode } },
        paymentMethod: { paymentMethodCode: method, account },
        callbackUrl: CALLBACKS,
      })
      if (created.status !== 201) throw new Error(created.text)
      await gateway.advance(5_000)
      const { body } = await read(`/payins/${id}`)
      if (String(body?.process?.status) !== 'SUCCESS') throw new Error(JSON.stringify(body))
      return id
    },
    refund: (id, body) => post(`/refunds/${id}`, { reason: 'OTHER', callbackUrl: CALLBACKS, ...body }),
    async balance(account, currency = 'THB') {
      const rows = await rowsOf(
        database,
        `select amount from balance where merchant_id = '${shop.code}' and account = '${account}' and currency = '${currency}'`,
      )
      return BigInt(String(rows[0]?.amount ?? 0))
    },
    announced: () =>
      gateway.deps.sent.flatMap(({ body }) => {
        const reported = JSON.parse(body ?? '{}')
        return reported.type === 'refund.updated' && reported.data.merchantCode === shop.code
          ? [`${reported.data.idRefund} ${reported.data.sequence}`]
          : []
      }),
  }
}
