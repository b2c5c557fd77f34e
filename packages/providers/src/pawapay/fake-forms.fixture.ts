/** The documented fields that pawaPay's fake knows: requests and answers, operators and their usual terms, error codes. */
import { OPERATOR_LISTS } from '@sluice/core/catalogue/operators.ts'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { type FakeAnswer, json } from '../fake-server.fixture.ts'

export type Operation = 'DEPOSIT' | 'PAYOUT' | 'REFUND'
/** One operator's terms for an operation. */
export interface Terms {
  status: 'OPERATIONAL' | 'DELAYED' | 'CLOSED'
  decimalsInAmount: 'TWO_PLACES' | 'NONE'
  authType?: 'PROVIDER_AUTH' | 'PREAUTH' | 'REDIRECT_AUTH'
  minAmount: string
  maxAmount: string
}

export interface Transaction {
  readonly kind: 'deposit' | 'payout' | 'refund'
  readonly id: string
  readonly amount: string
  readonly currency: string
  readonly wallet: { readonly phoneNumber: string; readonly provider: string }
  readonly depositId?: string
  readonly created: string
  status: string
  failureCode?: string
}

export const COUNTRIES = [
  { country: 'GHA', prefix: '233', currency: 'GHS', list: 'GH_MOMO' },
  { country: 'KEN', prefix: '254', currency: 'KES', list: 'KE_MOMO' },
  { country: 'TZA', prefix: '255', currency: 'TZS', list: 'TZ_MOMO' },
  { country: 'ZMB', prefix: '260', currency: 'ZMW', list: 'ZM_MOMO' },
] as const
/** From pawaPay's page of providers; all others take two decimals. */
const WHOLE_ONLY = ['MPESA_KEN DEPOSIT', 'VODACOM_TZA', 'TIGO_TZA', 'HALOTEL_TZA']

const UUID_V4 = '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$'
const MONEY = {
  amount: { type: 'string', pattern: '^([0]|([1-9][0-9]{0,17}))([.][0-9]{0,3}[1-9])?$' },
  currency: { type: 'string', pattern: '^[A-Z]{3}$' },
}
const WALLET = {
  type: 'object',
  required: ['type', 'accountDetails'],
  additionalProperties: false,
  properties: {
    type: { const: 'MMO' },
    accountDetails: {
      type: 'object',
      required: ['phoneNumber', 'provider'],
      additionalProperties: false,
      properties: {
        phoneNumber: { type: 'string', pattern: '^[0-9]+$' },
        provider: { type: 'string' },
      },
    },
  },
}
const BESIDES = {
  customerMessage: { type: 'string', pattern: '^[a-zA-Z0-9 ]{4,22}$' },
  clientReferenceId: { type: 'string' },
  metadata: { type: 'array', maxItems: 10 },
}
const ajv = new Ajv({ strict: false })
const schema = (required: readonly string[], properties: object): ValidateFunction =>
  ajv.compile({ type: 'object', required, additionalProperties: false, properties })
const id = { type: 'string', pattern: UUID_V4 }
export const REQUESTED = {
  deposit: schema(['depositId', 'amount', 'currency', 'payer'], {
    depositId: id,
    payer: WALLET,
    preAuthorisationCode: { type: 'string' },
    ...MONEY,
    ...BESIDES,
  }),
  payout: schema(['payoutId', 'amount', 'currency', 'recipient'], {
    payoutId: id,
    recipient: WALLET,
    ...MONEY,
    ...BESIDES,
  }),
  refund: schema(['refundId', 'depositId'], { refundId: id, depositId: id, ...MONEY, ...BESIDES }),
}

/** A request of any kind, once its schema matches. */
export interface Requested {
  readonly depositId: string
  readonly payoutId: string
  readonly refundId: string
  readonly amount: string
  readonly currency: string
  readonly payer: { readonly accountDetails: Transaction['wallet'] }
  readonly recipient: { readonly accountDetails: Transaction['wallet'] }
}

export function usualTerms(operator: string, operation: Operation): Terms {
  const isWhole = WHOLE_ONLY.includes(operator) || WHOLE_ONLY.includes(`${operator} ${operation}`)
  return {
    status: 'OPERATIONAL',
    decimalsInAmount: isWhole ? 'NONE' : 'TWO_PLACES',
    ...(operation === 'DEPOSIT' && { authType: 'PROVIDER_AUTH' }),
    minAmount: '1',
    maxAmount: '1000000',
  }
}

/** As in searches and notifications: always with two decimals. */
export function shown({
  kind,
  id: own,
  amount,
  currency,
  wallet,
  created,
  status,
  failureCode,
}: Transaction): object {
  const [whole = '', fraction = ''] = amount.split('.')
  return {
    [`${kind}Id`]: own,
    status,
    amount: `${whole}.${fraction.padEnd(2, '0')}`,
    currency,
    country: COUNTRIES.find((each) => each.currency === currency)?.country,
    [kind === 'deposit' ? 'payer' : 'recipient']: { type: 'MMO', accountDetails: wallet },
    customerMessage: 'Shop',
    created,
    providerTransactionId: '12356789',
    ...(failureCode !== undefined && { failureReason: failure(failureCode) }),
    metadata: {},
  }
}

export function predicted(text: string): FakeAnswer {
  const { phoneNumber = '' } = (parsed(text) ?? {}) as { phoneNumber?: string }
  const digits = phoneNumber.replace(/[^0-9]/g, '')
  const country = COUNTRIES.find(({ prefix }) => digits.startsWith(prefix))
  const own = digits.slice(3)
  const operator =
    country &&
    OPERATOR_LISTS[country.list].find(({ facts }) =>
      facts?.prefixes?.split(',').some((prefix) => own.startsWith(prefix)),
    )
  if (!country || !operator || digits.length !== 12)
    return json(400, { failureReason: failure('INVALID_PARAMETER') })
  return json(200, { country: country.country, provider: operator.code, phoneNumber: digits })
}

export function faultOf(errors: readonly ErrorObject[] | null | undefined): string {
  const keyword = errors?.[0]?.keyword
  if (keyword === 'required') return 'MISSING_PARAMETER'
  return keyword === 'additionalProperties' ? 'UNSUPPORTED_PARAMETER' : 'INVALID_PARAMETER'
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const failure = (failureCode: string) => ({ failureCode, failureMessage: 'as its page of codes says' })
export const cents = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(2, '0'))
}
