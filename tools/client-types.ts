/**
 * Generates the client's types, `packages/client/src/generated.ts`, which `generated.ts` writes and which is never committed.
 *
 * Requests come from the catalogue by method and currency, answers from the description of the merchants' API, and
 * codes from the server's tables of problems. So the client always matches the server.
 */
import { join } from 'node:path'
import { PAYIN_METHODS, PAYOUT_METHODS } from '@sluice/core/catalogue/all-methods.ts'
import type { PaymentMethod } from '@sluice/core/catalogue/payment-method.ts'
import { isObject, type JsonObject } from '@sluice/core/catalogue/plain-text.ts'
import { FAULT_CODES } from '@sluice/core/foundation/faults.ts'
import { METHOD_STATUSES } from '@sluice/core/payment/transitions.ts'
import { PAYMENT_PROBLEMS } from '@sluice/gateway/api/problems.ts'
import { HTTP_PROBLEMS } from '@sluice/gateway/http/problems.ts'
import { methodsInterface } from './client-types/methods.ts'
import { comment, key, literal, objectType, typeOf } from './client-types/schema.ts'
import { ROOT } from './docs.ts'

export const GENERATED = join(ROOT, 'packages/client/src/generated.ts')

const HEAD = `/** The types of requests and answers, made from the server's own declarations. Never changed by hand, and never committed. */

/** An amount in major units: \`150.5\`. */
export interface Money {
  readonly amount: number
  readonly currencyCode: string
}

`

function step(value: unknown, name: string): unknown {
  if (!isObject(value) || value[name] === undefined) throw new Error(`the description has no ${name}`)
  return value[name]
}

/** The body of a success. */
function answer(document: JsonObject, endpoint: string, status: number): unknown {
  const [method = '', path = ''] = endpoint.split(' ')
  const names = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content']
  return step(step(names.reduce(step, document as unknown), 'application/json'), 'schema')
}

const item = (schema: unknown): unknown => ['properties', 'data', 'items'].reduce(step, schema)

/** Types made from the answers of endpoints that return a list or one object. */
const ANSWERS: readonly (readonly [name: string, endpoint: string, what: 'whole' | 'row', words: string])[] =
  [
    [
      'AvailablePaymentOptions',
      'POST /payins/!availablePaymentOptions',
      'whole',
      'What can be offered for an amount.',
    ],
    ['PayinAccount', 'GET /payins/{idPayin}/accounts', 'row', "What is known of the customer's account."],
    [
      'Explanation',
      'GET /payins/{idPayin}/explanation',
      'whole',
      'What happened to a payment, why, and who has to act.',
    ],
    ['PayoutFileLook', 'POST /payout-batches/!preview', 'whole', 'What would become of a file of payouts.'],
    ['PayoutFileResult', 'POST /payout-batches/{fingerprint}', 'whole', 'What became of a file of payouts.'],
    ['Refund', 'GET /refunds/{idRefund}', 'whole', 'Money of a payin, given back.'],
    ['PaymentLink', 'GET /payment-links/{idLink}', 'whole', 'A link by which payers pay without a shop.'],
    ['Balance', 'GET /balances', 'row', 'Money of one currency.'],
    ['BalanceEntry', 'GET /balances/entries', 'row', 'A change of the available balance.'],
    ['Settlement', 'GET /settlements', 'row', 'What was paid out to you by your terms.'],
    ['Statement', 'GET /statements', 'row', 'What you had, and what you have.'],
    ['StatementDetail', 'GET /statements/{idStatement}', 'whole', 'A statement with its lines.'],
    ['Invoice', 'GET /invoices', 'row', 'An invoice for the fees of a month.'],
    [
      'CreditNote',
      'GET /credit-notes',
      'row',
      'A credit note for fees that were given back. Its amounts are positive.',
    ],
    ['VolumeReport', 'GET /reports/volume', 'whole', 'What payments come to.'],
    ['SuccessRateReport', 'GET /reports/success-rates', 'whole', 'How many payments succeeded.'],
    ['TimeToMoneyReport', 'GET /reports/time-to-money', 'whole', 'How long payments took to their SUCCESS.'],
    ['AnnouncedCallback', 'GET /callbacks', 'row', 'A callback of a payment, and what became of it.'],
    ['RedeliveredRange', 'POST /callbacks/!redeliver', 'whole', 'Of a range, what is sent again.'],
    ['Currency', 'GET /currencies', 'row', 'A row of the code list of currencies.'],
    ['PaymentOperator', 'GET /payment-operators', 'row', 'A row of the code list of operators.'],
    ['TopupOption', 'GET /topup-options', 'row', 'A way to top up.'],
    ['FxRate', 'GET /fx-rates', 'row', 'A pair for which rates are usually held.'],
    ['FxRatePair', 'GET /fx-rate-pairs', 'row', 'A rate that is valid now.'],
    ['MerchantInfo', 'GET /merchant-info', 'whole', 'Your name, as payers may see it.'],
  ]

/** A payment without the method's own part. */
function common(document: JsonObject, endpoint: string): string {
  const schema = answer(document, endpoint, 200)
  const properties = step(schema, 'properties')
  if (!isObject(schema) || !isObject(properties)) throw new Error(`${endpoint} answers nothing`)
  const { paymentMethodResponse: _, process: __, ...others } = properties
  return objectType({ ...schema, properties: others })
}

function responses(name: string, kind: 'payin' | 'payout', document: JsonObject): string {
  const schemas = step(step(document, 'components'), 'schemas')
  const methods: readonly PaymentMethod[] = kind === 'payin' ? PAYIN_METHODS : PAYOUT_METHODS
  const codes = [...Map.groupBy(methods, ({ code }) => code)].sort(([a], [b]) => (a < b ? -1 : 1))
  const members = codes.map(([code, variants]) => {
    const types = variants.map(({ object }) => typeOf(step(schemas, `${object}Response`)))
    return `${key(code)}: ${types.join(' | ')}\n`
  })
  return `export interface ${name} {\n${members.join('')}}\n\n`
}

const union = (name: string, words: string, values: readonly string[]): string =>
  `${comment(words)}export type ${name} = ${values.map(literal).join(' | ')}\n\n`

/** @param document the description of the merchants' API */
export function clientTypes(document: JsonObject): string {
  const payin = answer(document, 'GET /payins/{idPayin}', 200)
  const process = step(step(payin, 'properties'), 'process')
  const rows = ANSWERS.map(([name, endpoint, what, words]) => {
    const whole = answer(document, endpoint, 200)
    const schema = what === 'row' ? item(whole) : whole
    if (!isObject(schema)) throw new Error(`${endpoint} answers nothing`)
    return `${comment(words)}export interface ${name} ${objectType(schema)}\n\n`
  })
  if (!isObject(process)) throw new Error('a payin has no process')
  return [
    HEAD,
    union('Status', 'What a payin or payout can be.', METHOD_STATUSES),
    union('ProblemCode', 'How the gateway can refuse.', [
      ...Object.keys(HTTP_PROBLEMS),
      ...Object.keys(PAYMENT_PROBLEMS),
    ]),
    union('FaultCode', 'What can be wrong with one field.', Object.keys(FAULT_CODES)),
    `${comment('Where a payment stands.')}export interface Process ${objectType(process)}\n\n`,
    `${comment('A payin, apart from what its method answers and where it stands.')}export interface PayinCommon ${common(document, 'GET /payins/{idPayin}')}\n\n`,
    `${comment('A payout, likewise.')}export interface PayoutCommon ${common(document, 'GET /payouts/{idPayout}')}\n\n`,
    ...rows,
    `${comment('What `paymentMethod` of a payin takes, by method and currency.')}${methodsInterface('PayinMethods', PAYIN_METHODS)}\n`,
    `${comment('What `paymentMethod` of a payout takes, by method and currency.')}${methodsInterface('PayoutMethods', PAYOUT_METHODS)}\n`,
    comment('`paymentMethodResponse` of a payin, by method.'),
    responses('PayinResponses', 'payin', document),
    comment('`paymentMethodResponse` of a payout, by method.'),
    responses('PayoutResponses', 'payout', document),
  ].join('')
}
