/** The rates a merchant can read: pairs usually held, and the rates that hold now. */

import type { onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import type { AnswerOf } from '../api/answers.ts'
import { READ_PROBLEMS } from '../api/schemas.ts'
import type { Database } from '../database/port.ts'
import type { Clock } from '../foundation/deps.ts'
import { type ExactNumber, rawNumber } from '../http/json.ts'
import { describeOnly, problemResponses } from '../http/openapi.ts'
import type { Server } from '../http/server.ts'
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
        Type.Number({ description: 'Units of the quote currency for one of the base currency.' }),
      ),
      validFrom: Type.String({ format: 'date-time' }),
      validTo: Type.String({ format: 'date-time' }),
    }),
  ),
})
const readProblems = problemResponses(...READ_PROBLEMS.filter((code) => code !== 'NOT_FOUND'))

export interface FxContext {
  readonly database: Database
  readonly clock: Clock
}

export function registerFxRoutes(
  app: Server,
  { database, clock }: FxContext,
  bearer: onRequestHookHandler,
): void {
  const common = { onRequest: bearer, validatorCompiler: describeOnly }
  const described = (operationId: string, summary: string) => ({
    tags: ['Rates'],
    operationId,
    summary,
    security: [{ bearer: [] }],
  })

  app.get<{ Reply: AnswerOf<typeof PairsSchema> }>(
    '/fx-rates',
    {
      ...common,
      schema: {
        ...described('listFxRates', 'List the currency pairs for which valid rates are usually held'),
        response: { 200: PairsSchema, ...readProblems },
      },
    },
    async (request) => {
      const held = await heldPairs(database)
      return { data: fxRateRows(ratesFor(callerOf(request).merchant, held, held, clock.now())) }
    },
  )

  app.get<{ Reply: AnswerOf<typeof RatesSchema> }>(
    '/fx-rate-pairs',
    {
      ...common,
      schema: {
        ...described('listFxRatePairs', 'List the rates that are valid now'),
        response: {
          200: RatesSchema,
          ...readProblems,
        },
      },
    },
    async (request) => {
      const now = clock.now()
      const [held, valid] = await Promise.all([heldPairs(database), validRates(database, now)])
      const rows = fxRatePairRows(ratesFor(callerOf(request).merchant, held, valid, now), now)
      return { data: rows.map((row) => ({ ...row, rate: rawNumber(row.rate) })) }
    },
  )
}
