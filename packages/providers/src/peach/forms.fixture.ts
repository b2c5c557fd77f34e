/** The forms of requests that Peach documents, as schemas for its fake. */
import { Ajv } from 'ajv'
import PAYOUTS from './samples/payouts.json' with { type: 'json' }

const account = { type: 'string', enum: ['CELLPHONE', 'IDNUMBER', 'ACCOUNTNUMBER', 'SHAPID'] }
const BRAND_FIELDS: Readonly<Record<string, object>> = {
  PAYSHAP: {
    required: ['virtualAccount'],
    properties: {
      virtualAccount: {
        required: ['bank', 'type', 'accountId'],
        properties: {
          bank: { enum: ['ABSABANK', 'DISCOVERYBANK', 'FIRSTNATIONALBANK', 'NEDBANK', 'TYMEBANK'] },
          type: { const: 'CELLPHONE' },
          accountId: { type: 'string', pattern: '^\\+27-\\d{9}$' },
        },
      },
    },
  },
  CAPITECPAY: {
    required: ['virtualAccount'],
    properties: {
      virtualAccount: {
        required: ['type', 'accountId'],
        properties: { type: account, accountId: { type: 'string', minLength: 1, maxLength: 64 } },
      },
    },
  },
  PEACHEFT: {},
  NEDBANKDIRECTEFT: {},
}
const ajv = new Ajv({ strict: false })
const AMOUNT = { type: 'string', pattern: '^\\d{1,8}(\\.\\d{2})?$' }
const whole = (fields: object, required: readonly string[]) => ({
  type: 'object',
  required,
  properties: fields,
})
export const DEBIT = ajv.compile(
  whole(
    {
      merchantTransactionId: { type: 'string', pattern: '^[a-zA-Z0-9]{8,16}$' },
      amount: AMOUNT,
      currency: { const: 'ZAR' },
      paymentBrand: { enum: Object.keys(BRAND_FIELDS) },
      paymentType: { const: 'DB' },
      shopperResultUrl: { type: 'string', pattern: '^https?://', maxLength: 2048 },
    },
    ['merchantTransactionId', 'amount', 'currency', 'paymentBrand', 'paymentType', 'shopperResultUrl'],
  ),
)
/** What each brand needs to know of the payer. */
export const OF_BRAND = new Map(
  Object.entries(BRAND_FIELDS).map(([brand, fields]) => [brand, ajv.compile(fields)]),
)
export const REFUND = ajv.compile(
  whole({ amount: AMOUNT, currency: { const: 'ZAR' }, paymentType: { const: 'RF' } }, [
    ...['amount', 'currency', 'paymentType'],
  ]),
)
const UUID = '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$'
export const PAYOUT = ajv.compile({
  ...whole(
    {
      payoutId: { type: 'string', pattern: UUID },
      currency: { const: 'ZAR' },
      amount: { type: 'integer', minimum: 1_000, maximum: 500_000_000 },
      bankName: { enum: PAYOUTS.banks },
      branchCode: { type: 'string', pattern: '^\\d{6}$' },
      accountNumber: { type: 'string', pattern: '^[0-9A-Za-z]{1,50}$' },
      accountHolder: {
        type: 'string',
        pattern: '^[a-zA-Z0-9]([ .-](?![ .-])|[a-zA-Z0-9]){0,48}[a-zA-Z0-9]$',
      },
      reference: { type: 'string', pattern: '^[A-Za-z0-9 ]{1,20}$' },
      payoutMethod: { enum: ['realtime-eft', 'dated-eft'] },
    },
    [
      'payoutId',
      'currency',
      'amount',
      'bankName',
      'branchCode',
      'accountNumber',
      'accountHolder',
      'reference',
    ],
  ),
  additionalProperties: false,
})
