/**
 * The back office for operators' requests: merchants with money, an account of each kind, and three operators who count as different
 * people. Whatever else one request needs is made by its stage.
 */
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { confirmEverybody } from '@sluice/gateway/identity/operators/operators.fixture.ts'
import {
  account,
  register,
  THAI_TRANSFER,
} from '@sluice/gateway/processors/own-account/own-account.fixture.ts'
import { PIX_SETTINGS } from '@sluice/providers/pix/pix.fixture.ts'
import { scriptedChain } from '../chain/scripted-chain.ts'
import type { Json, TestGateway, TestMerchant } from '../harness.ts'
import type { Dice } from '../simulation/dice.ts'
import type { Operation } from './description.ts'

/** The parts that make a request valid. */
export interface Staged {
  /** Path parameters by name. */
  readonly segments?: Readonly<Record<string, string>>
  /** Required query parameters; they need no escape. */
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly file?: { readonly type: string; readonly text: string }
  readonly token?: string
  /** The headers of a signed-in browser, instead of a token. */
  readonly session?: Readonly<Record<'cookie' | 'origin', string>>
}

export type Stage = (operation: Operation, dice: Dice) => Promise<Staged | undefined>
export type Stages = Readonly<Record<string, (dice: Dice) => Promise<Staged> | Staged>>
export type Office = Awaited<ReturnType<typeof furnished>>

export const CHAIN = scriptedChain(31_337)
export const XPUBS = [
  'xpub6DyUKdwoLWmUJ4Tn9Bbsdtx7B5Ws18mEN19e5HT52ikE53FiUheSQXrZUNPovqfyKmw4579A1Mm3GXXKM39N64uooBfJ4tNAzFsEbodRTx4',
  'xpub6EWhM2xTATRUTwiWVsCBfpUrTjZKS8LyMhFfRqC6zSCqpkQNRDcvAutBNABUbgg1bfgV464SMpeePGLvisypZnWSmia7bAMcXq1G6oZx78C',
] as const
const TOKENS = { USDC: { contract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', decimals: 6 } }
export const DEBTOR = {
  isTest: true,
  currencyCode: 'THB',
  name: 'Sluice Trading Co., Ltd.',
  accountNumber: '1112223334',
  bankCode: '004',
  formats: ['pain.001.001.12'],
  calendar: { zone: 'Asia/Bangkok', cutOff: '15:00' },
}
export const CSV_MAPPING = { columns: { bookedAt: 1, amount: 2 }, headerRow: false, fieldCount: 2 }
const TO_NEXT_MONTH_MS = 12 * 86_400_000
const TO_JANUARY_MS = 30 * 86_400_000
export const CONNECTOR_URL = 'http://127.0.0.1:9/connector'
/** A bank: see `outside` in `world.ts`. */
export const BANK_URL = 'http://127.0.0.1:9/bank'
export const PIX = {
  provider: 'pix',
  isTest: true,
  settings: { ...PIX_SETTINGS, profile: 'bacen', baseUrl: BANK_URL },
}
export const THB = 907

/** @param admin the token of an operator with all rights */
export async function furnished(gateway: TestGateway, admin: string) {
  let made = 0
  const fresh = () => `office-${++made}`
  const ask = async (method: string, path: string, body?: object, token = admin): Promise<Json> =>
    (await gateway.request(method, path, { token, ...(body && { body }) })).body
  const operator = async (name: string, role = 'OPERATOR') =>
    String((await ask('POST', '/admin/operators', { name, role })).token)
  const [anna, ben, carla] = [await operator('anna'), await operator('ben'), await operator('carla', 'ADMIN')]
  // Confirms that each of them is a separate person.
  await confirmEverybody(gateway.database)
  const free = { fee: { percent: '0', fixed: '0' }, vatRate: '0' }
  const merchant = await gateway.merchant({
    products: [
      { code: 'BANK_TRANSFER', currency: 'THB', processors: ['test-bank-file'], ...free },
      { code: 'OFFLINE', currency: 'THB', ...free },
      { code: 'UPIQR', currency: 'INR', ...free },
      { code: 'CRYPTO_OFFLINE', currency: 'USDT', processors: ['sandbox'], ...free },
    ],
  })
  await gateway.credit(merchant, { currency: 'THB' as CurrencyCode, amountMinor: minor(10n ** 13n) })
  // Fees of a past month, with its statement.
  const billed = await gateway.merchant()
  const sold = {
    paymentRequested: { money: { amount: 500, currencyCode: 'THB' } },
    paymentMethod: { paymentMethodCode: 'OFFLINE' },
  }
  await ask('POST', '/payins/sold', sold, await billed.token())
  await ask('POST', `/admin/sandbox/${billed.code}/payin/sold/!succeed`, {})
  // A merchant whose next month refunds a fee and charges none.
  const back = { fee: { percent: '2', fixed: '0' }, vatRate: '0.07', refundsFees: true }
  const thanked = await gateway.merchant({
    products: [
      { code: 'PROMPTPAY', currency: 'THB', ...back },
      { code: 'BANK_TRANSFER', currency: 'THB', ...free },
    ],
  })
  await gateway.credit(thanked, { currency: 'THB' as CurrencyCode, amountMinor: minor(500_000n) })
  const payee = { accountName: 'Ann', accountNumber: '1234567890', bankCode: '004' }
  const thanks = {
    ...sold,
    paymentMethod: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '1234567890' } },
  }
  await ask('POST', '/payins/sold', thanks, await thanked.token())
  await ask('POST', `/admin/sandbox/${thanked.code}/payin/sold/!succeed`, {})
  await gateway.deps.jump(TO_NEXT_MONTH_MS)
  const stateUntil = (of: TestMerchant, until: string) =>
    ask('POST', '/admin/statements', { merchantCode: of.code, currencyCode: 'THB', until })
  for (const each of [billed, thanked]) await stateUntil(each, '2026-12-01')
  const given = {
    ...{ idPayin: 'sold', reason: 'OTHER' },
    payee: { paymentMethodCode: 'BANK_TRANSFER', account: payee },
  }
  await ask('POST', '/refunds/given', given, await thanked.token())
  await ask('POST', `/admin/sandbox/${thanked.code}/refund/given/!succeed`, {})
  await gateway.deps.jump(TO_JANUARY_MS)
  await stateUntil(thanked, '2027-01-01')
  const settled = await gateway.merchant()
  await gateway.credit(settled, { currency: 'THB' as CurrencyCode, amountMinor: minor(500_000n) })
  // Each with one way of recognising payments, as the API requires.
  const methods = [THAI_TRANSFER]
  await register(gateway.app.gateway, account('till', { methods }), account('spare', { methods }))
  for (const id of ['bangkok', 'spare']) await ask('POST', '/admin/debtor-accounts', { id, ...DEBTOR })
  const network = { code: 'BASE', isTest: true, rpcUrls: [CHAIN.url], xpub: XPUBS[0], tokens: TOKENS }
  await ask('POST', '/admin/networks', { ...network, chainId: CHAIN.chainId, confirmations: 3, pollSecs: 1 })
  CHAIN.mine(20)
  await ask('PUT', '/admin/bank-feeds/till/csv-mapping', CSV_MAPPING)
  await ask('POST', '/admin/connectors', { name: 'office', isTest: true, baseUrl: CONNECTOR_URL })
  await ask('POST', '/admin/providers', { name: 'office', ...PIX })
  await gateway.advance(5_000)

  const create = async (kind: 'payins' | 'payouts'): Promise<string> => {
    const id = fresh()
    const account = { accountName: 'Somchai Jaidee', accountNumber: '1234567890', bankCode: '014' }
    const paymentMethod =
      kind === 'payins' ? { paymentMethodCode: 'OFFLINE' } : { paymentMethodCode: 'BANK_TRANSFER', account }
    const body = { paymentRequested: { money: { amount: THB, currencyCode: 'THB' } }, paymentMethod }
    await ask('POST', `/${kind}/${id}`, body, await merchant.token())
    return id
  }
  const payinOf = async () => ({ merchantCode: merchant.code, idPayin: await create('payins') })
  const payer = () => ({ merchantCode: merchant.code, money, reference: fresh() })
  /** A payment that has ended, so that it has a callback. */
  const announced = async (kind: 'payins' | 'payouts') => {
    const id = await create(kind)
    const of = `${merchant.code}/${kind === 'payins' ? 'payin' : 'payout'}/${id}`
    if (kind === 'payouts') await ask('POST', `/admin/payments/${of}/!cancel`, {})
    else await ask('POST', `/admin/sandbox/${of}/!succeed`, {})
    return id
  }
  const money = { amount: THB, currencyCode: 'THB' }
  const note = 'why'
  const firstOf = async (path: string) => String((await ask('GET', path)).data?.[0 as never]?.id)
  return {
    gateway,
    ask,
    fresh,
    anna,
    ben,
    carla,
    merchant,
    billed,
    thanked,
    settled,
    network,
    create,
    payinOf,
    payer,
    announced,
    money,
    note,
    firstOf,
  }
}
