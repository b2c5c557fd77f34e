/** The rates that a merchant can read: the known pairs, and the rates valid now. */
import { type ExactNumber, rawNumber } from '@sluice/core/foundation/json.ts'
import { Type } from 'typebox'
import { endpoint } from '../api/endpoint.ts'
import { callerOf } from '../identity/access/bearer.ts'
import { ratesFor } from './examples.ts'
import { fxRatePairRows, fxRateRows } from './rates.ts'
import { heldPairs, validRates } from './store.ts'

const PAIR = { baseCurrencyCode: Type.String(), quoteCurrencyCode: Type.String() }
const PairsSchema = Type.Object({ data: Type.Array(Type.Object(PAIR)) })
const RatesSchema = Type.Object({
  data: Type.Array(
    Type.Object({
      ...PAIR,
      rate: Type.Unsafe<ExactNumber>(
        Type.Number({ description: 'Units of the quote currency for one unit of the base currency.' }),
      ),
      validFrom: Type.String({ format: 'date-time' }),
      validTo: Type.String({ format: 'date-time' }),
    }),
  ),
})
const pairs = endpoint({
  route: 'GET /fx-rates',
  tag: 'Rates',
  operationId: 'listFxRates',
  summary: 'List the currency pairs that usually have valid rates',
  answers: { 200: PairsSchema },
  async handle({ gateway: { database, deps }, request }) {
    const held = await heldPairs(database)
    return { data: fxRateRows(ratesFor(callerOf(request).merchant, held, held, deps.clock.now())) }
  },
})

const rates = endpoint({
  route: 'GET /fx-rate-pairs',
  tag: 'Rates',
  operationId: 'listFxRatePairs',
  summary: 'List the currently valid rates',
  answers: { 200: RatesSchema },
  async handle({ gateway: { database, deps }, request }) {
    const now = deps.clock.now()
    const [held, valid] = await Promise.all([heldPairs(database), validRates(database, now)])
    const rows = fxRatePairRows(ratesFor(callerOf(request).merchant, held, valid, now), now)
    return { data: rows.map((row) => ({ ...row, rate: rawNumber(row.rate) })) }
  },
})

export const FX_ENDPOINTS = [pairs, rates] as const
