/** The exchange rates that merchants read, put by operators. */
import { Type } from 'typebox'
import { currency } from '../../catalogue/currencies.ts'
import { checkFxRatePairs, fxRatePairRows } from '../../fx/rates.ts'
import { putRates, validRates } from '../../fx/store.ts'
import { rawNumber } from '../../http/json.ts'
import { validationFailed } from '../../http/problems.ts'
import { type AdminContext, auditLine, described, instant, refuse } from '../context.ts'

const CODES = { baseCurrencyCode: Type.String(), quoteCurrencyCode: Type.String() }
const RatesSchema = Type.Object(
  {
    data: Type.Array(
      Type.Object({ ...CODES, rate: Type.Number(), validFrom: instant(), validTo: instant() }),
    ),
  },
  { description: 'The rates that are valid now.' },
)

export function registerFxAdminRoutes(context: AdminContext): void {
  const { app, gateway } = context
  const { database, deps } = gateway

  const valid = async () => {
    const now = deps.clock.now()
    const rows = fxRatePairRows(await validRates(database, now), now)
    return { data: rows.map((row) => ({ ...row, rate: rawNumber(row.rate) })) }
  }

  app.put<{ Body: unknown; Reply: unknown }>(
    '/admin/fx-rate-pairs',
    described(context, {
      role: 'OPERATOR',
      summary: 'Put exchange rates; the answer is what is valid now',
      body: Type.Object({
        data: Type.Array(
          Type.Object({
            ...CODES,
            rate: Type.Union([Type.Number(), Type.String()]),
            validFrom: Type.Optional(instant('Left out: now.')),
            validTo: instant(),
          }),
        ),
      }),
      answers: { 200: RatesSchema },
    }),
    async (request) => {
      const pairs = checkFxRatePairs(request.body, deps.clock.now(), (code) => currency(code) !== undefined)
      if (!pairs.ok) throw refuse(validationFailed(pairs.failure))
      const names = pairs.value.map(({ baseCurrencyCode, quoteCurrencyCode, rate }) => [
        `${baseCurrencyCode}/${quoteCurrencyCode}`,
        rate,
      ])
      const audit = auditLine(gateway, request, {
        action: 'fx.put',
        subject: 'fx-rate-pairs',
        detail: { rates: names },
      })
      await putRates(database, pairs.value, audit)
      return valid()
    },
  )

  app.get<{ Reply: unknown }>(
    '/admin/fx-rate-pairs',
    described(context, {
      role: 'VIEWER',
      summary: 'List the exchange rates that are valid now',
      answers: { 200: RatesSchema },
    }),
    valid,
  )
}
