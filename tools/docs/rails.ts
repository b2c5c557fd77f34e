/** Which method can run on which processor, read from the catalogue and from what the processors serve. */
import { PAYIN_METHODS, PAYOUT_METHODS } from '@sluice/core/catalogue/all-methods.ts'
import type { PaymentMethod } from '@sluice/core/catalogue/payment-method.ts'
import type { WireService } from '@sluice/core/processor/connector-protocol.ts'
import type { Recognition } from '@sluice/gateway/processors/own-account/account.ts'
import { SERVABLE } from '@sluice/gateway/processors/own-account/rails.ts'
import type { Provider, Settings } from '@sluice/provider-kit/provider.ts'
import { ALL_PROVIDERS } from '@sluice/providers/all-providers.ts'
import { code, table } from './markdown.ts'

const RECOGNISED: Readonly<Record<Recognition, string>> = {
  reference: 'reference',
  amount: 'unique amount',
  account: 'virtual number',
  'external-reference': "payer's UTR",
}

interface Row {
  readonly method: PaymentMethod
  readonly ways: string
  readonly currencies: string[]
}

/** One row for all currencies of a method that are served in the same way. */
function rowsOf(method: PaymentMethod): Row[] {
  const rows = new Map<string, Row>()
  for (const currency of method.currencies.keys()) {
    const ways = accountRoutes(method, currency)
    const row = rows.get(ways) ?? { method, ways, currencies: [] }
    row.currencies.push(currency)
    rows.set(ways, row)
  }
  return [...rows.values()]
}

function accountRoutes(method: PaymentMethod, currency: string): string {
  const served = SERVABLE.find((each) => each.method === method && each.currency === currency)
  return served?.recognitions.map((each) => RECOGNISED[each]).join(', ') ?? ''
}

const YES = 'yes'
const NO = '–'

const stablecoinOf = ({ code: method }: PaymentMethod): string =>
  method === 'CRYPTO_OFFLINE' ? 'on configured networks' : NO
const bankFileOf = ({ code: method }: PaymentMethod): string =>
  method === 'BANK_TRANSFER' ? 'with a debtor account' : NO

/** The example settings, with each choice of the settings that have a list. */
function settingsOf({ settings }: Provider): readonly Settings[] {
  return settings.reduce<readonly Settings[]>(
    (made, { name, example, check: { choices = [example] } }) =>
      made.flatMap((before) => choices.map((choice) => ({ ...before, [name]: choice }))),
    [{}],
  )
}

/** What accounts with each provider can serve. */
const SERVED: readonly (readonly [Provider, readonly WireService[]])[] = ALL_PROVIDERS.map((provider) => [
  provider,
  settingsOf(provider).flatMap((settings) => provider.mayServe?.(settings) ?? provider.serves(settings)),
])

function isServed(
  services: readonly WireService[],
  { kind, code: method }: PaymentMethod,
  currency: string,
): boolean {
  return services.some(
    (each) =>
      each.kind === kind && each.paymentMethodCodes.includes(method) && each.currencyCodes.includes(currency),
  )
}

/** Names the currencies if it does not serve all of the row's. */
function providersOf({ method, currencies }: Row): string {
  const reported = SERVED.flatMap(([provider, services]) => {
    const served = currencies.filter((currency) => isServed(services, method, currency))
    if (served.length === 0) return []
    return [`${code(provider.code)}${served.length === currencies.length ? '' : ` (${served.join(', ')})`}`]
  })
  return reported.join(', ') || NO
}

const METHODS: readonly PaymentMethod[] = [...PAYIN_METHODS, ...PAYOUT_METHODS]

/** Every method, payins first. */
export const rails = (): string =>
  table(
    [
      'Method',
      'Currencies',
      'Own account, by',
      'Stablecoin',
      'Bank file',
      'Provider',
      'HTTP connector',
      'Sandbox',
    ],
    METHODS.flatMap(rowsOf).map((row) => [
      `${code(row.method.code)} (${row.method.kind === 'payin' ? row.method.object : 'payout'})`,
      row.currencies.join(', '),
      row.ways || NO,
      stablecoinOf(row.method),
      bankFileOf(row.method),
      providersOf(row),
      YES,
      'test merchants',
    ]),
  )

/** What each provider serves of each method: a column for each provider. */
export const railsByProvider = (): string =>
  table(
    ['Method', ...SERVED.map(([provider]) => code(provider.code))],
    METHODS.flatMap((method) => {
      const currencies = [...method.currencies.keys()]
      const cells = SERVED.map(([, services]) =>
        currencies.filter((currency) => isServed(services, method, currency)).join(', '),
      )
      if (cells.every((cell) => cell === '')) return []
      const name = method.kind === 'payin' ? code(method.code) : `${code(method.code)} (payout)`
      return [[name, ...cells.map((cell) => cell || NO)]]
    }),
  )

/** Whether money moves there without a connector. */
const isReal = (method: PaymentMethod, currency: string): boolean =>
  accountRoutes(method, currency) !== '' ||
  stablecoinOf(method) !== NO ||
  bankFileOf(method) !== NO ||
  SERVED.some(([, services]) => isServed(services, method, currency))

/** How much of the catalogue works without a connector, counted in rows of the table and in currencies. */
export function realRails(): string {
  const rows = METHODS.flatMap(rowsOf).map(({ method, currencies }) => ({
    method,
    currencies,
    real: currencies.filter((currency) => isReal(method, currency)),
  }))
  const share = (kind: PaymentMethod['kind']): string => {
    const of = rows.filter(({ method }) => method.kind === kind)
    const [all, real] = [of.flatMap(({ currencies }) => currencies), of.flatMap((row) => row.real)]
    const some = of.filter((row) => row.real.length > 0)
    return `- **${kind === 'payin' ? 'Payins' : 'Payouts'}**: ${some.length} of ${of.length} rows of the table below in at least one currency; method by currency ${real.length} of ${all.length}.`
  }
  const none = rows
    .filter(({ real }) => real.length === 0)
    .map(({ method, currencies }) => `${code(method.code)} (${currencies.join(', ')})`)
  return [
    'Without a connector, on own accounts, chains, bank files or supported providers, you can run:',
    '',
    share('payin'),
    share('payout'),
    ...(none.length === 0 ? [] : ['', `Only by a connector: ${none.join(', ')}.`]),
  ].join('\n')
}
