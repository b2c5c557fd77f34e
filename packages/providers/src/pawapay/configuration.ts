/**
 * What an account serves now, from pawaPay's active configuration: available operators, limits, decimals. Pure.
 *
 * Its own pages show three forms (`operationTypes` as an object, a list, or both; limits under two names), and all are read. What cannot
 * be read is not offered.
 */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import { operators } from '@sluice/core/catalogue/operators.ts'
import { amountText } from '@sluice/core/foundation/money.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { WireService } from '@sluice/core/processor/connector-protocol.ts'
import { orNull } from '@sluice/provider-kit/schemas.ts'
import { services } from '@sluice/provider-kit/services.ts'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'

/** pawaPay's countries whose mobile money the catalogue has. */
export const COUNTRIES = [
  { country: 'GHA', currency: 'GHS', list: 'GH_MOMO' },
  { country: 'KEN', currency: 'KES', list: 'KE_MOMO' },
  { country: 'TZA', currency: 'TZS', list: 'TZ_MOMO' },
  { country: 'ZMB', currency: 'ZMW', list: 'ZM_MOMO' },
] as const

/** The catalogue's operators of a currency. Their codes are pawaPay's. */
export function operatorsOf(currencyCode: string): readonly string[] {
  const found = COUNTRIES.find(({ currency }) => currency === currencyCode)
  return found ? operators(found.list).map(({ code }) => code) : []
}

const OPERATIONS = ['DEPOSIT', 'PAYOUT', 'REFUND'] as const
type OperationType = (typeof OPERATIONS)[number]

const Limit = orNull(Type.String({ pattern: '^\\d{1,15}(\\.\\d{1,4})?$' }))
const Operation = Type.Object({
  status: Type.Optional(Type.String()),
  decimalsInAmount: Type.Optional(Type.String()),
  authType: Type.Optional(Type.String()),
  minAmount: Limit,
  maxAmount: Limit,
  minTransactionLimit: Limit,
  maxTransactionLimit: Limit,
})
type Operation = Static<typeof Operation>

export const ActiveConfiguration = Type.Object({
  signatureConfiguration: Type.Optional(Type.Object({ signedRequestsOnly: Type.Optional(Type.Boolean()) })),
  countries: Type.Array(
    Type.Object({
      country: Type.String(),
      providers: Type.Array(
        Type.Object({
          provider: Type.String(),
          currencies: Type.Array(
            Type.Object({
              currency: Type.String(),
              operationTypes: Type.Union([
                Type.Record(Type.String(), Type.Unknown()),
                Type.Array(Type.Record(Type.String(), Type.Unknown()), { maxItems: 50 }),
              ]),
            }),
            { maxItems: 10 },
          ),
        }),
        { maxItems: 50 },
      ),
    }),
    { maxItems: 50 },
  ),
})
export type ActiveConfiguration = Static<typeof ActiveConfiguration>

/** One operation of one operator, as it is now. */
export interface Configured {
  readonly operation: OperationType
  readonly operator: string
  readonly currency: string
  readonly isUp: boolean
  readonly isWholeOnly: boolean
  readonly min?: string
  readonly max?: string
}

/** Only the catalogue's operators. */
export function configuredIn({ countries }: ActiveConfiguration): readonly Configured[] {
  return countries.flatMap(({ providers }) =>
    providers.flatMap(({ provider: operator, currencies }) =>
      currencies.flatMap(({ currency, operationTypes }) => {
        if (!operatorsOf(currency).includes(operator)) return []
        return OPERATIONS.flatMap((operation): Configured[] => {
          const found = operationIn(operationTypes, operation)
          return found ? [configured(operation, operator, currency, found)] : []
        })
      }),
    ),
  )
}

function configured(
  operation: OperationType,
  operator: string,
  currency: string,
  found: Operation,
): Configured {
  const min = found.minAmount ?? found.minTransactionLimit
  const max = found.maxAmount ?? found.maxTransactionLimit
  return {
    operation,
    operator,
    currency,
    isUp: isUp(operation, found),
    // If it is not said, whole amounts are the safe choice.
    isWholeOnly: found.decimalsInAmount !== 'TWO_PLACES',
    ...(typeof min === 'string' && { min }),
    ...(typeof max === 'string' && { max }),
  }
}

/** Payouts and refunds wait for an operator that is down (`DELAYED`); a payer does not. */
function isUp(operation: OperationType, { status, authType = 'PROVIDER_AUTH' }: Operation): boolean {
  // Two kinds of approval need a code from the payer or a page; none of these countries has them.
  if (operation === 'DEPOSIT') return status === 'OPERATIONAL' && authType === 'PROVIDER_AUTH'
  return status === 'OPERATIONAL' || status === 'DELAYED'
}

function operationIn(
  types: ActiveConfiguration['countries'][number]['providers'][number]['currencies'][number]['operationTypes'],
  operation: OperationType,
): Operation | undefined {
  const held = Array.isArray(types)
    ? types.map((each) => (each.operationType === operation ? each : each[operation]))
    : [types[operation]]
  return held.find((each): each is Operation => each !== undefined && Check(Operation, each))
}

/** Refunds of payins go back by the deposit; refunds that are paid out are payouts. */
export function servicesOf(all: readonly Configured[]): readonly WireService[] {
  const alike = Map.groupBy(
    all.filter(({ isUp: up }) => up),
    ({ operation, currency, min, max }) => [operation, currency, min, max].join(' '),
  )
  return [...alike.values()].flatMap((group) => {
    const [first] = group
    const operatorCodes = group.map(({ operator }) => operator)
    return first ? USES[first.operation].flatMap((use) => serving(first, operatorCodes, use)) : []
  })
}

type Use = Pick<WireService, 'kind'> & { readonly method: 'MOBILE_MONEY' | 'WALLET_TRANSFER' }
const USES: Readonly<Record<OperationType, readonly Use[]>> = {
  DEPOSIT: [{ kind: 'payin', method: 'MOBILE_MONEY' }],
  PAYOUT: [
    { kind: 'payout', method: 'WALLET_TRANSFER' },
    { kind: 'refund', method: 'WALLET_TRANSFER' },
  ],
  REFUND: [{ kind: 'refund', method: 'MOBILE_MONEY' }],
}

const serving = (
  { currency, min, max }: Pick<Configured, 'currency' | 'min' | 'max'>,
  operators: readonly string[],
  { kind, method }: Use,
) => {
  const limits = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
  return services([kind], method, currency, { operators, ...limits })
}

/** Until pawaPay has reported: all that the catalogue has. */
export const ANY_SERVICES: readonly WireService[] = COUNTRIES.flatMap(({ currency }) =>
  Object.values(USES)
    .flat()
    .flatMap((use) => serving({ currency }, operatorsOf(currency), use)),
)

/** As pawaPay requires: no trailing zeros. */
export const amountOf = ({ money: { amountMinor, currency } }: Pick<Payment, 'money'>): string =>
  amountText(amountMinor, offered(currency).ledgerDigits)

/** Whether every operator that could serve it takes whole amounts only, and this one is not whole. False if nothing is known. */
export function hasTooManyDecimals(all: readonly Configured[], payment: Payment): boolean {
  if (!amountOf(payment).includes('.')) return false
  const operation: OperationType = payment.kind === 'payin' ? 'DEPOSIT' : 'PAYOUT'
  const fitting = all.filter(
    (each) =>
      each.operation === operation &&
      each.currency === String(payment.money.currency) &&
      (payment.operator === undefined || payment.operator === each.operator),
  )
  return fitting.length > 0 && fitting.every(({ isWholeOnly }) => isWholeOnly)
}
