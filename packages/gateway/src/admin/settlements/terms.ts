/** Settlement terms as operators write and read them. */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import { validateMethodRequest } from '@sluice/core/catalogue/validate-request.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type ExactNumber, rawNumber } from '@sluice/core/foundation/json.ts'
import {
  amountText,
  amountToMinor,
  type CurrencyCode,
  type Minor,
  ZERO,
} from '@sluice/core/foundation/money.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import { isTimeZone } from '@sluice/core/foundation/zones.ts'
import { type Static, Type } from 'typebox'
import { isObject } from '../../api/requests.ts'
import { type Rules, worded } from '../../http/reading.ts'
import { refined } from '../../http/texts.ts'
import { SCHEDULES, type SettlementAgreement, type SettlementReserve } from '../../settlement/agreement.ts'
import type { Calendars, SettlementCalendar } from '../../settlement/calendars.ts'
import { periodsFrom } from '../../settlement/schedule.ts'
import type { KeptAgreement, WrittenTerms } from '../../settlement/store.ts'
import { instant } from '../context.ts'
import { anyObject, choice, formed } from '../fields.ts'

const MAX_RESERVE_DAYS = 366
const PERCENT = /^(?:100|\d{1,2}(?:\.\d{1,2})?)$/

export const calendarCode = formed(
  /^[A-Z0-9][A-Z0-9_-]{0,39}$/,
  'must be the code of a calendar: capital letters, digits, _ and -',
  { maxLength: 40 },
)

const TIMING = {
  schedule: choice(SCHEDULES, { description: 'MANUAL: only in runs that name the merchant.' }),
  weekday: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 7, default: 1, description: 'WEEKLY: 1 is Monday.' }),
  ),
  dayOfMonth: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 31,
      default: 1,
      description: 'MONTHLY: a shorter month ends with its last day.',
    }),
  ),
  cutOff: formed(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day: HH:MM', {
    description: 'The cut-off, HH:MM in the zone. Later money belongs to the next period.',
  }),
  zone: refined(isTimeZone, 'UNKNOWN_VALUE', 'must be a time zone by its IANA name, such as Asia/Bangkok'),
  calendar: calendarCode,
}

export const TermsBody = Type.Object({
  ...TIMING,
  minimum: Type.Optional(
    Type.Number({
      minimum: 0,
      default: 0,
      description: 'The minimum in major units. Less is not paid out and stays on the balance.',
    }),
  ),
  reserve: Type.Optional(
    Type.Object(
      {
        percent: worded(
          Type.Unsafe<string>(Type.Refine(Type.String(), (text) => PERCENT.test(text))),
          'INVALID_FORMAT',
          'must be a percentage as text, with at most two decimals, such as "10" or "2.5"',
        ),
        days: Type.Integer({ minimum: 0, maximum: MAX_RESERVE_DAYS }),
      },
      {
        description:
          'Percentage of the payins during a number of days before the cut-off. Default: no reserve.',
      },
    ),
  ),
  payee: anyObject(
    "The merchant's account, as `paymentMethod` of a payout in that currency: paymentMethodCode, paymentOperatorCode, account.",
  ),
})

export const ReserveSchema = Type.Object({ percent: Type.String(), days: Type.Integer() })

export const reserveBody = ({ basisPoints, days }: SettlementReserve) => ({
  percent: percentText(basisPoints),
  days,
})

export const TermsSchema = Type.Object({
  currencyCode: Type.String(),
  ...TIMING,
  weekday: Type.Integer(),
  dayOfMonth: Type.Integer(),
  minimum: Type.Unsafe<ExactNumber>(Type.Number()),
  reserve: ReserveSchema,
  payee: Type.Object({}, { additionalProperties: true }),
  version: Type.Integer({ description: 'Number of changes.' }),
  updatedAt: instant(),
  cutOffs: Type.Array(
    Type.Object({
      day: Type.String({ description: 'The settlement day, in the zone: YYYY-MM-DD.' }),
      at: instant(),
    }),
    {
      description:
        'The next three cut-offs by the current calendar. A run is prepared after each. MANUAL: none.',
    },
  ),
})

const NEXT_CUT_OFFS = 3

/** @param calendars the existing ones */
export const termsBody = (agreement: KeptAgreement, calendars: Calendars, now: Instant) => ({
  currencyCode: agreement.currency,
  ...termsFacts(agreement),
  cutOffs: periodsFrom(now, NEXT_CUT_OFFS, agreement, calendarOf(agreement.calendar, calendars)).map(
    ({ day, to }) => ({ day, at: isoTime(to) }),
  ),
  version: agreement.version,
  updatedAt: isoTime(agreement.updatedAt),
})

function calendarOf(code: string, calendars: Calendars): SettlementCalendar {
  const calendar = calendars.get(code)
  assert(calendar, 'terms name a calendar that there is, and none is taken away')
  return calendar
}

/** The response body of what is agreed. */
export const termsFacts = (agreement: SettlementAgreement) => ({
  schedule: agreement.schedule,
  weekday: agreement.weekday,
  dayOfMonth: agreement.dayOfMonth,
  cutOff: agreement.cutOff,
  zone: agreement.zone,
  calendar: agreement.calendar,
  minimum: rawNumber(amountText(agreement.minimumMinor, offered(agreement.currency).ledgerDigits)),
  reserve: reserveBody(agreement.reserve),
  payee: agreement.payee,
})

/** For the audit log, whose readers need not know anybody's account. */
export function auditedTerms(agreement: SettlementAgreement): object {
  const { payee: _payee, minimum: _minimum, ...facts } = termsFacts(agreement)
  return { ...facts, minimum: amountText(agreement.minimumMinor, offered(agreement.currency).ledgerDigits) }
}

const percentText = (basisPoints: number): string => String(basisPoints / 100)

/** `2.5` → 250. The form was checked before. */
const basisPointsOf = (percent: string): number => {
  const [whole = '0', fraction = ''] = percent.split('.')
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}

const NO_RESERVE = { basisPoints: 0, days: 0 } as const

/** @param calendars the existing ones */
export const writtenTerms =
  (currency: CurrencyCode, calendars: Calendars): Rules<Static<typeof TermsBody>, WrittenTerms> =>
  (given, { say, add, sent }) => {
    if (given.calendar !== undefined && !calendars.has(given.calendar))
      say('/calendar', 'UNKNOWN_VALUE', 'must be the code of an existing calendar')
    const minimumMinor = minimumOf(given.minimum, currency)
    if (minimumMinor === undefined)
      say('/minimum', 'OUT_OF_RANGE', 'must be an amount that can be paid in this currency')
    if (isObject(sent.payee)) add(payeeFaults(sent.payee, currency))
    const { schedule, cutOff, zone, calendar, payee, reserve } = given
    const isWhole = schedule && cutOff && zone && calendar && payee && minimumMinor !== undefined
    if (!isWhole) return undefined
    const { weekday = 1, dayOfMonth = 1 } = given
    const held =
      reserve?.percent === undefined || reserve.days === undefined
        ? NO_RESERVE
        : { basisPoints: basisPointsOf(reserve.percent), days: reserve.days }
    return {
      ...{ schedule, weekday, dayOfMonth, cutOff, zone, calendar, minimumMinor, reserve: held },
      payee,
    }
  }

function minimumOf(minimum: number | undefined, currency: CurrencyCode): Minor | undefined {
  if (minimum === undefined || minimum === 0) return ZERO
  const { ledgerDigits } = offered(currency)
  const read = amountToMinor(minimum, ledgerDigits, ledgerDigits)
  return read.ok ? read.value : undefined
}

function payeeFaults(payee: object, currency: CurrencyCode) {
  const read = validateMethodRequest('payout', payee, currency)
  if (read.ok) return []
  return read.failure.map((fault) => ({ ...fault, path: fault.path.replace(/^\/paymentMethod/, '/payee') }))
}
