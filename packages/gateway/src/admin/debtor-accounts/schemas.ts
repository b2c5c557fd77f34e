/** Debtor accounts as operators write and read them. */
import { fail, succeed } from '@sluice/core/foundation/result.ts'
import { isTimeZone } from '@sluice/core/foundation/zones.ts'
import { type Static, type TSchema, type TStringOptions, Type } from 'typebox'
import { readAs, worded } from '../../http/reading.ts'
import {
  CHARACTER_SETS,
  CHARGE_BEARERS,
  FORMATS,
  MAX_PAYMENTS_PER_FILE,
} from '../../processors/bank-file/debtor-account.ts'
import { MoneySchema } from '../context.ts'
import { choice, closedDays, formed, money } from '../fields.ts'

const MAX_NAME = 140
const MAX_HOLIDAYS = 400
const MAX_LEAD_DAYS = 10
const BANK_TEXT = /^[A-Za-z0-9/\-?:().,'+ ]+$/
/** Characters that would break a line or a field of a file. */
const CONTROL = /[\p{Cc}\p{Cs}]/u

interface TextRule extends TStringOptions {
  readonly max: number
  readonly form?: RegExp
  /** An example, for the message. */
  readonly like?: string
  readonly is?: (text: string) => boolean
  readonly isNot?: string
}

/** A text for bank files: trimmed. */
function bankText({ max, form, like, is, isNot = '', ...options }: TextRule) {
  return readAs<string>(Type.String(options), (value, { path }) => {
    const text = typeof value === 'string' ? value.trim() : ''
    if (text === '') return fail([{ path, code: 'WRONG_TYPE', message: 'must not be empty' }])
    if ([...text].length > max)
      return fail([{ path, code: 'TOO_LONG', message: `must have at most ${max} characters` }])
    if (CONTROL.test(text))
      return fail([{ path, code: 'INVALID_CHARACTER', message: 'must not contain control characters' }])
    if (form && !form.test(text)) {
      const message = like === undefined ? 'contains characters that are not allowed' : `must be like ${like}`
      return fail([{ path, code: 'INVALID_FORMAT', message }])
    }
    if (is && !is(text)) return fail([{ path, code: 'UNKNOWN_VALUE', message: isNot }])
    return succeed(text)
  })
}

const oneOf = <const Value extends string>(values: readonly Value[], options = {}) =>
  Type.Optional(worded(choice(values, options), 'UNKNOWN_VALUE', `must be one of ${values.join(', ')}`))

const Calendar = Type.Object(
  {
    zone: bankText({
      max: 64,
      is: isTimeZone,
      isNot: 'must be a time zone such as Asia/Bangkok',
      description: 'The time zone of the bank, such as Asia/Bangkok.',
    }),
    cutOff: bankText({
      max: 5,
      form: /^(?:[01]\d|2[0-3]):[0-5]\d$/,
      like: '15:30',
      description: 'The cut-off, HH:MM in that zone. Later files count for the next business day.',
    }),
    leadDays: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_LEAD_DAYS,
        description: 'Business days between the file and its execution.',
        default: 0,
      }),
    ),
    ...closedDays(MAX_HOLIDAYS),
  },
  { description: "The bank's business days and hours. Keep the holidays up to date." },
)
const Zengin = Type.Object(
  {
    clientCode: bankText({
      max: 10,
      form: /^\d{10}$/,
      like: '0123456789',
      description: 'Ten digits, given by the bank (委託者コード).',
    }),
    accountType: oneOf(['1', '2', '9']),
    bankName: Type.Optional(bankText({ max: 40 })),
    branchName: Type.Optional(bankText({ max: 40 })),
    lineBreaks: Type.Optional(
      Type.Boolean({ description: 'Whether each record ends with CR LF. Default: true.' }),
    ),
    ediReference: Type.Optional(
      Type.Boolean({ description: 'Whether to send our reference as EDI information. Default: true.' }),
    ),
  },
  { description: 'For the format zengin.' },
)
const PARTS = {
  name: bankText({ max: MAX_NAME, description: 'The account holder as registered with the bank.' }),
  iban: Type.Optional(bankText({ max: 34 })),
  accountNumber: Type.Optional(bankText({ max: 34, form: BANK_TEXT })),
  bankCode: Type.Optional(bankText({ max: 35, form: BANK_TEXT })),
  branchCode: Type.Optional(bankText({ max: 35, form: BANK_TEXT })),
  bic: Type.Optional(bankText({ max: 11 })),
  clearingSystem: Type.Optional(
    bankText({
      max: 5,
      form: /^[A-Z0-9]+$/,
      description: 'The ISO 20022 code of the clearing system of the bank codes, if it is not the usual one.',
    }),
  ),
  formats: worded(
    Type.Array(choice(FORMATS), {
      minItems: 1,
      uniqueItems: true,
      description: 'The first one is the default.',
    }),
    'UNKNOWN_VALUE',
    `must be a list of ${FORMATS.join(', ')}, each at most once`,
    { missing: 'is mandatory' },
  ),
  characterSet: oneOf(CHARACTER_SETS),
  maxNameCharacters: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_NAME })),
  batchBooking: Type.Optional(
    Type.Boolean({ description: 'Whether the bank books the whole batch as one entry.' }),
  ),
  chargeBearer: oneOf(CHARGE_BEARERS),
  serviceLevel: Type.Optional(bankText({ max: 4, form: /^[A-Z0-9]+$/ })),
  localInstrument: Type.Optional(bankText({ max: 35, form: BANK_TEXT })),
  calendar: Calendar,
  maxPayments: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_PAYMENTS_PER_FILE,
      description: 'The maximum number in one file.',
    }),
  ),
  zengin: Type.Optional(Zengin),
  bankConnection: Type.Optional(
    bankText({
      max: 64,
      description:
        'Name of the program (an operator with its own token) that reports for the bank of this account. Its answers need no approval.',
    }),
  ),
}
const FIXED = { isTest: Type.Boolean(), currencyCode: bankText({ max: 3 }) }
const WITH_LIMIT = { ...PARTS, maxTotal: Type.Optional(money('practice')) }
const Status = choice(['ACTIVE', 'CLOSED'])

export const CHANGEABLE: readonly string[] = Object.keys(WITH_LIMIT)

/** All properties of an account except its ID. */
export const DebtorAccountSaid = Type.Object({
  ...FIXED,
  ...WITH_LIMIT,
  status: Type.Optional(Status),
})
export type DebtorAccountSaid = Static<typeof DebtorAccountSaid>

export const DEBTOR_ACCOUNT_ID = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/

export const NewDebtorAccount = Type.Object({
  id: formed(
    DEBTOR_ACCOUNT_ID,
    'must be 1 to 40 of a-z, 0-9 and -, beginning and ending with a letter or digit',
    { description: 'Your ID: 1 to 40 of a-z, 0-9 and -.' },
  ),
  ...FIXED,
  ...WITH_LIMIT,
})
export type NewDebtorAccount = Static<typeof NewDebtorAccount>

const orNull = (schema: TSchema) => Type.Optional(Type.Union([schema, Type.Null()]))

/** Missing properties keep their value; the merged account is read as `DebtorAccountSaid`. */
export const DebtorAccountChange = Type.Object(
  {
    status: Type.Optional(Status),
    ...Object.fromEntries(Object.entries(WITH_LIMIT).map(([name, schema]) => [name, orNull(schema)])),
  },
  { description: 'Absent properties stay unchanged; null removes an optional property.' },
)

export const DebtorAccountSchema = Type.Object({
  id: Type.String(),
  status: Status,
  isTest: Type.Boolean(),
  currencyCode: Type.String(),
  ...PARTS,
  maxTotal: Type.Optional(MoneySchema),
})
