/** Own accounts as operators write and read them. Unknown properties are refused: a misspelt limit would cost money. */
import type { Currency } from '@sluice/core/catalogue/currencies.ts'
import type { ExactNumber } from '@sluice/core/foundation/json.ts'
import { fail, succeed } from '@sluice/core/foundation/result.ts'
import { isTimeZone } from '@sluice/core/foundation/zones.ts'
import { type Static, type TSchema, Type } from 'typebox'
import { readCurrency } from '../../api/requests.ts'
import { readAs, worded } from '../../http/reading.ts'
import {
  ACCOUNT_KINDS,
  ACCOUNT_STATUSES,
  BALANCE_RULES,
  isAccountId,
  MERCHANT_SHARES,
  type OpeningHours,
  RECOGNITIONS,
  WEEKDAYS,
} from '../../processors/own-account/account.ts'
import { minutesOf } from '../../processors/own-account/hours.ts'
import { instant } from '../context.ts'
import { choice, named } from '../fields.ts'

const MAX_NAME_CHARACTERS = 140
const MAX_METHODS = 20
const MAX_HOURS = 50
const MAX_DAY_COUNT = 10_000_000
/** Fewer would run out, because a number is never reused. */
const MIN_VIRTUAL_DIGITS = 6
const MAX_VIRTUAL_DIGITS = 16
const MISSING = { missing: 'is mandatory' }

/** One of these values; a fault lists all of them. */
const oneOf = <const Value extends string>(values: readonly Value[], description?: string) =>
  worded(
    choice(values, description === undefined ? {} : { description }),
    'UNKNOWN_VALUE',
    `must be one of ${values.join(', ')}`,
    MISSING,
  )

/** `method-rules.ts` checks its parts against each other, the currency and the catalogue. */
const Method = worded(
  Type.Object(
    {
      code: worded(
        Type.String({ description: 'paymentMethodCode of a payin.' }),
        'WRONG_TYPE',
        'must be the code of a payment method',
      ),
      operators: Type.Optional(
        Type.Union([
          worded(
            Type.Array(Type.String(), {
              minItems: 1,
              description: 'Default: all. For P2A_V2 it selects one of the two variants.',
            }),
            'WRONG_TYPE',
            'must be a list of operator codes, or absent for all',
          ),
          Type.Null(),
        ]),
      ),
      receiving: Type.Optional(
        Type.Unsafe<Readonly<Record<string, string>>>(
          Type.Record(Type.String(), Type.Unknown(), {
            description: 'The details shown to payers that this method needs, by name.',
          }),
        ),
      ),
      recognisedBy: Type.Optional(Type.Union([oneOf(RECOGNITIONS), Type.Null()])),
      virtualDigits: Type.Optional(
        Type.Union([
          Type.Integer({
            minimum: MIN_VIRTUAL_DIGITS,
            maximum: MAX_VIRTUAL_DIGITS,
            description:
              'For virtual account numbers: the number of digits that follow receiving.accountNumber.',
          }),
          Type.Null(),
        ]),
      ),
    },
    { additionalProperties: false },
  ),
  'WRONG_TYPE',
  'must be an object with code and receiving',
  { whole: false },
)

const Hours = readAs<OpeningHours>(
  Type.Object({
    days: Type.Array(choice(WEEKDAYS), { minItems: 1 }),
    from: Type.String(),
    to: Type.String(),
  }),
  (given, { path }) => {
    const said = Object(given)
    if (!Array.isArray(said.days) || said.days.length === 0)
      return fail([{ path, code: 'WRONG_TYPE', message: 'must be an object with days, from and to' }])
    const named: readonly unknown[] = said.days
    const days = WEEKDAYS.filter((day) => named.includes(day))
    if (days.length !== new Set(named).size) {
      const message = `must be some of ${WEEKDAYS.join(', ')}`
      return fail([{ path: `${path}/days`, code: 'UNKNOWN_VALUE', message }])
    }
    const { from, to } = said
    const [start, end] = [from, to].map((text) => (typeof text === 'string' ? minutesOf(text) : undefined))
    if (start !== undefined && end !== undefined && start < end)
      return succeed({ days, from: String(from), to: String(to) })
    const message = 'from and to must be times such as 09:00 and 17:30, from before to; 24:00 ends a day'
    return fail([{ path, code: 'INVALID_FORMAT', message }])
  },
)

/** In major units. The currency determines the decimals. */
const limit = (description: string) => {
  const message = 'must be a number of at most 15 digits in major units, or null'
  return readAs<number>(Type.Number({ description }), (given, { path, imprecise }) =>
    typeof given === 'number' && !imprecise.includes(path)
      ? succeed(given)
      : fail([{ path, code: 'WRONG_TYPE', message }]),
  )
}
const orNull = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]))

const id = worded(
  Type.Unsafe<string>(Type.Refine(Type.String({ maxLength: 40 }), isAccountId)),
  'INVALID_FORMAT',
  'must be 1 to 40 of a-z 0-9 -, beginning with a letter or digit',
)
const currencyCode = readAs<Currency>(
  Type.String(),
  (given, { path }) => {
    const currency = readCurrency(given, path)
    return currency.ok ? currency : fail([currency.failure])
  },
  'is mandatory: a currency code such as THB',
)
const isTest = worded(
  Type.Boolean({ description: 'Cannot be changed later.' }),
  'WRONG_TYPE',
  'must be true (for test merchants) or false; it cannot be changed later',
)

const PARTS = {
  name: named(MAX_NAME_CHARACTERS, 'is mandatory'),
  kind: oneOf(ACCOUNT_KINDS),
  timeZone: worded(
    Type.Unsafe<string>(
      Type.Refine(
        Type.String({
          description: 'The time zone for opening hours, daily limits and statements, by its IANA name.',
        }),
        isTimeZone,
      ),
    ),
    'UNKNOWN_VALUE',
    'must be an IANA time zone, such as Asia/Bangkok',
    MISSING,
  ),
  methods: worded(
    Type.Array(Method, { minItems: 1, maxItems: MAX_METHODS }),
    'WRONG_TYPE',
    `must be a list of 1 to ${MAX_METHODS} payment methods`,
    { ...MISSING, whole: false },
  ),
}
const LIMITS = {
  status: Type.Optional(oneOf(ACCOUNT_STATUSES)),
  openingHours: Type.Optional(
    worded(
      Type.Array(Hours, { maxItems: MAX_HOURS, description: 'Opening hours. Empty: always open.' }),
      'WRONG_TYPE',
      `must be a list of at most ${MAX_HOURS} time ranges`,
      { whole: false },
    ),
  ),
  min: orNull(limit('Limit of one payin, in major units.')),
  max: orNull(limit('Limit of one payin, in major units.')),
  dayCount: orNull(
    worded(
      Type.Integer({
        minimum: 1,
        maximum: MAX_DAY_COUNT,
        description: 'The maximum number of open and paid payins of a day.',
      }),
      'OUT_OF_RANGE',
      `must be a whole number from 1 to ${MAX_DAY_COUNT}, or null`,
    ),
  ),
  dayAmount: orNull(limit('Their maximum sum, in major units.')),
  merchantShare: orNull(
    oneOf(
      MERCHANT_SHARES,
      'The share of its unique amounts and daily limits that one merchant may use. Null: half, or all while there is only one merchant.',
    ),
  ),
  balances: Type.Optional(
    oneOf(
      BALANCE_RULES,
      "`CHECKED`: a statement is refused if its entries do not lead from its opening to its closing balance. `NOT_PROVIDED_BY_BANK`: the bank's balances are not real, so nothing proves its files, and each import says so.",
    ),
  ),
  bankConnection: orNull(
    readAs<string>(
      Type.String({
        description:
          'Name of the program (an operator with its own token) that reports for the bank of this account. Its entries need no approval. Null: all entries count as typed by an operator.',
      }),
      (given, { path }) =>
        typeof given === 'string'
          ? succeed(given)
          : fail([{ path, code: 'WRONG_TYPE', message: 'must be the name of an operator, or null' }]),
    ),
  ),
}

const CLOSED = { additionalProperties: false }
export const NewAccount = Type.Object({ id, currencyCode, isTest, ...PARTS, ...LIMITS }, CLOSED)
export type NewAccount = Static<typeof NewAccount>
export type AccountMethod = NewAccount['methods'][number]

/** The value with which it was created may be repeated. */
const fixed = (was: string) =>
  Type.Optional(Type.Unknown({ description: `Unchanged: ${was} cannot be changed.` }))

export const AccountChangeBody = Type.Object(
  {
    id: fixed('the ID'),
    currencyCode: fixed('the currency'),
    isTest: fixed('whether it is for tests'),
    name: Type.Optional(PARTS.name),
    kind: Type.Optional(PARTS.kind),
    status: LIMITS.status,
    timeZone: Type.Optional(PARTS.timeZone),
    methods: Type.Optional(PARTS.methods),
    openingHours: LIMITS.openingHours,
    min: LIMITS.min,
    max: LIMITS.max,
    dayCount: LIMITS.dayCount,
    dayAmount: LIMITS.dayAmount,
    merchantShare: LIMITS.merchantShare,
    balances: LIMITS.balances,
    bankConnection: LIMITS.bankConnection,
  },
  CLOSED,
)
export type AccountChangeBody = Static<typeof AccountChangeBody>

const amount = () => Type.Union([Type.Unsafe<ExactNumber>(Type.Number()), Type.Null()])

export const AccountSchema = Type.Object(
  {
    id: Type.String(),
    currencyCode: Type.String(),
    isTest: Type.Boolean(),
    ...PARTS,
    ...LIMITS,
    min: amount(),
    max: amount(),
    dayAmount: amount(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  { description: 'The current account.' },
)
