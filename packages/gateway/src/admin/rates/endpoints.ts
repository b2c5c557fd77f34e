/** The exchange rates that operators publish to merchants. */
import { currency } from '@sluice/core/catalogue/currencies.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { type ExactNumber, rawNumber } from '@sluice/core/foundation/json.ts'
import { type TString, Type } from 'typebox'
import { checkFxRatePairs, fxRatePairRows } from '../../fx/rates.ts'
import { putRates, validRates } from '../../fx/store.ts'
import { type Terms, worded } from '../../http/reading.ts'
import { fingerprintOf } from '../approval-requests.ts'
import type { BackOffice } from '../back-office.ts'
import { instant } from '../context.ts'
import { endpoint } from '../endpoint.ts'

const CODES = { baseCurrencyCode: Type.String(), quoteCurrencyCode: Type.String() }
const RatesSchema = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        ...CODES,
        rate: Type.Unsafe<ExactNumber>(Type.Number()),
        validFrom: instant(),
        validTo: instant(),
      }),
    ),
  },
  { description: 'The currently valid rates.' },
)

const valid = async ({ backOffice }: { readonly backOffice: BackOffice }) => {
  const { database, deps } = backOffice.gateway
  const now = deps.clock.now()
  const rows = fxRatePairRows(await validRates(database, now), now)
  return { data: rows.map((row) => ({ ...row, rate: rawNumber(row.rate) })) }
}

/** `checkFxRatePairs` checks the pairs against each other; this has the same messages. */
const Code = worded(Type.String(), 'UNKNOWN_VALUE', 'is not a known currency', { missing: 'is mandatory' })
const time = (schema: TString) =>
  worded(schema, 'INVALID_FORMAT', 'must be a time such as 2026-01-31T12:00:00Z', { missing: 'is mandatory' })
const Rate = worded(
  Type.Union([Type.Number(), Type.String()]),
  'INVALID_FORMAT',
  'must be positive and have at most 15 significant digits',
  { missing: 'is mandatory' },
)
const RatesPut = Type.Object({
  data: worded(
    Type.Array(
      Type.Object({
        baseCurrencyCode: Code,
        quoteCurrencyCode: Code,
        rate: Rate,
        validFrom: Type.Optional(time(instant('Default: now.'))),
        validTo: time(instant()),
      }),
    ),
    'REQUIRED',
    'must be a list of rate pairs',
    { whole: false },
  ),
})

const pairsAt =
  (now: Instant) =>
  (_given: unknown, { sent, add }: Terms) => {
    const checked = checkFxRatePairs(sent, now, (code) => currency(code) !== undefined)
    return checked.ok ? checked.value : add(checked.failure)
  }

const namedPair = (pair: { readonly baseCurrencyCode: string; readonly quoteCurrencyCode: string }): string =>
  `${pair.baseCurrencyCode}/${pair.quoteCurrencyCode}`

const put = endpoint({
  route: 'PUT /admin/fx-rate-pairs',
  role: 'OPERATOR',
  summary: 'Set exchange rates; returns the valid ones',
  body: RatesPut,
  example: {
    data: [
      { baseCurrencyCode: 'USDT', quoteCurrencyCode: 'THB', rate: 32.5, validTo: '2027-01-31T12:00:00Z' },
    ],
  },
  answers: { 200: RatesSchema },
  operations: ['rates.put'],
  operation(call) {
    const pairs = call.check(pairsAt(call.backOffice.gateway.deps.clock.now()))
    const [first] = pairs
    const summary = `Set ${pairs.length} exchange rates${first ? `: ${namedPair(first)} ${first.rate}` : ''}${pairs.length > 1 ? ', …' : ''}`
    return { operation: 'rates.put', summary, about: fingerprintOf('fx-rate-pairs') }
  },
  async handle(call) {
    const { database, deps } = call.backOffice.gateway
    const pairs = call.check(pairsAt(deps.clock.now()))
    const rates = pairs.map((pair) => [namedPair(pair), pair.rate])
    await putRates(
      database,
      pairs,
      call.audit({ action: 'fx.put', subject: 'fx-rate-pairs', detail: { rates } }),
    )
    return valid(call)
  },
})

const list = endpoint({
  route: 'GET /admin/fx-rate-pairs',
  role: 'VIEWER',
  summary: 'List the currently valid exchange rates',
  answers: { 200: RatesSchema },
  handle: valid,
})

export const RATE_ENDPOINTS = [put, list]
