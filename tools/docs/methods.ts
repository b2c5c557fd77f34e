/** The catalogue as a reference for merchants: every method with its fields and its answer. */
import { PAYIN_METHODS, PAYOUT_METHODS } from '@sluice/core/catalogue/all-methods.ts'
import { exampleOf } from '@sluice/core/catalogue/examples.ts'
import {
  FIELD_NAMES,
  type FieldName,
  LOCATION_PARTS,
  TEXT_FIELDS,
} from '@sluice/core/catalogue/method-fields.ts'
import type {
  Fee,
  Flow,
  MethodRules,
  NamedFieldRule,
  PayinMethod,
  PayinRules,
  PaymentMethod,
} from '@sluice/core/catalogue/payment-method.ts'
import type { Presence } from '@sluice/core/catalogue/response-fields.ts'
import { amountText } from '@sluice/core/foundation/money.ts'
import { type Cell, code, codes, duration, fenced, paragraphs, table } from './markdown.ts'

const FLOWS: Readonly<Record<Flow, string>> = {
  qr: 'QR code',
  redirect: 'redirect',
  push: 'push',
  instructions: 'instructions',
}

const EXTERNAL_REFERENCES: Readonly<Record<Exclude<PayinMethod['externalReference'], 'never'>, string>> = {
  required: 'needed before SUCCESS: exactly 12 digits',
  'unless-customer-known':
    'needed before SUCCESS, exactly 12 digits, unless the request names the customer in `account.accountNumber`',
}

const OPERATOR_NEEDS: Readonly<Record<MethodRules['operator'], string>> = {
  mandatory: 'mandatory',
  optional: 'optional',
  first: "optional; default: your product's first",
}

/** All methods, with a table of contents by code. */
export const payinMethods = (): string => paragraphs(overview(PAYIN_METHODS), ...PAYIN_METHODS.map(section))
export const payoutMethods = (): string =>
  paragraphs(overview(PAYOUT_METHODS), ...PAYOUT_METHODS.map(section))

const heading = (method: PaymentMethod): string => `${method.code}: ${method.title} (${method.object})`

/** The anchor that GitHub makes of a heading. */
const anchor = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-')

function overview(methods: readonly PaymentMethod[]): string {
  return table(
    ['Code', 'Object', 'Currencies', 'Summary'],
    methods.map((method) => [
      `[${method.code}](#${anchor(heading(method))})`,
      code(method.object),
      [...method.currencies.keys()].join(', '),
      method.summary,
    ]),
  )
}

function section(method: PaymentMethod): string {
  return paragraphs(
    `### ${heading(method)}`,
    method.summary,
    [...facts(method), ...fields(method), ...(method.kind === 'payin' ? response(method) : [])].join('\n'),
    currencies(method),
    example(method),
  )
}

function facts(method: PaymentMethod): string[] {
  if (method.kind === 'payout') return [`- **The payee sees:** ${method.payeeSees}`]
  const { variant, externalReference } = method
  const lines = [
    `- **The payer sees:** ${method.payerSees}`,
    `- **Flow:** [${FLOWS[method.flow]}](#flows)`,
    `- **Refunds:** ${refunds(method)}`,
  ]
  if (externalReference !== 'never')
    lines.push(
      `- **[External reference](guide.md#external-references):** ${EXTERNAL_REFERENCES[externalReference]}`,
    )
  if (method.moneyRequired !== 'never') {
    const where =
      method.moneyRequired === 'always' ? '`moneyRequired`' : '`moneyRequired` if present, otherwise `money`'
    lines.push(`- **Amount to pay:** ${where}, exactly. You are credited the full order.`)
  }
  if (variant) {
    const other = variant.isDefault ? ', or no operator' : ''
    lines.push(
      `- **Select with:** \`"paymentOperatorCode": "${variant.operatorCode}"\`${other}, among the objects with the code ${code(method.code)}`,
    )
  }
  return lines
}

/** What the rail returns itself, and what happens otherwise. */
function refunds({ refund: { native, otherwise } }: PayinMethod): string {
  const by =
    otherwise !== 'operator'
      ? '[by payout or by the payer’s claim](refunds.md#refund-routes)'
      : 'by the operator, because there are no payouts in this currency'
  if (native === 'none') return by
  const { windowDays, partial, times } = native
  const bounds = [
    `within ${windowDays} days`,
    partial ? 'whole or in parts' : 'the whole amount',
    times === 'once' ? 'once' : 'several times',
  ]
  return `by the rail ${bounds.join(', ')}; otherwise ${by}`
}

function currencies(method: PaymentMethod): string {
  const isPayin = method.kind === 'payin'
  return table(
    [
      'Currency',
      'Amounts',
      ...(isPayin ? ['Time to pay'] : []),
      'Typical fee',
      'paymentOperatorCode',
      'Operators',
    ],
    [...method.currencies.values()].map((rules) => [
      rules.currency.code,
      `${major(rules, rules.minMinor)} to ${major(rules, rules.maxMinor)}${rails(rules)}`,
      ...('expirySecs' in rules ? [duration((rules as PayinRules).expirySecs * 1_000)] : []),
      feeText(rules.fee),
      OPERATOR_NEEDS[rules.operator],
      operators(rules),
    ]),
  )
}

/** «; InstaPay up to 50,000, PESONet above»: the rails that banks use by amount. */
function rails(rules: MethodRules): string {
  const bounds = rules.rails.map(({ name, upToMinor, expirySecs }) => {
    const bound = upToMinor === undefined ? 'above' : `up to ${major(rules, upToMinor)}`
    return `${name} ${bound}${expirySecs === undefined ? '' : ` (${duration(expirySecs * 1_000)} to pay)`}`
  })
  return bounds.length === 0 ? '' : `; ${bounds.join(', ')}`
}

const major = ({ currency }: MethodRules, amountMinor: MethodRules['minMinor']): string =>
  amountText(amountMinor, currency.ledgerDigits).replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')

function feeText({ percent, fixed, min, cap }: Fee): string {
  const parts = [
    ...(percent === '0' ? [] : [`${percent} %`]),
    ...(fixed === '0' ? [] : [percent === '0' ? fixed : `+ ${fixed}`]),
    ...(min === undefined ? [] : [`at least ${min}`]),
    ...(cap === undefined ? [] : [`at most ${cap}`]),
  ]
  return parts.join(', ').replace(', +', ' +') || 'none'
}

/** A longer list would make the table unreadable; the code list has it. */
const SHOWN_OPERATORS = 6

function operators(rules: MethodRules): string {
  const { length } = rules.operators
  if (length === 0) return 'none'
  if (length > SHOWN_OPERATORS) return `${length}, see GET /payment-operators`
  return rules.operators.map(({ code: of, name }) => `${code(of)} ${name}`).join(', ')
}

/** The meaning of every field, independent of the method. */
export const methodFields = (): string =>
  table(
    ['Field', 'Description'],
    [
      ...FIELD_NAMES.map((name): Cell[] => [
        code(placeOf(name)),
        name === 'paymentLocation'
          ? `The place where the customer pays: at least one of ${codes(LOCATION_PARTS)}.`
          : TEXT_FIELDS[name].description.replace(
              'of the customer',
              'of the customer (payins) or the payee (payouts)',
            ),
      ]),
    ],
  )

function fields(method: PaymentMethod): string[] {
  const byName = new Map<FieldName, Map<string, NamedFieldRule>>()
  for (const [currency, rules] of method.currencies) {
    for (const rule of rules.fields) {
      const known = byName.get(rule.name) ?? new Map<string, NamedFieldRule>()
      byName.set(rule.name, known.set(currency, rule))
    }
  }
  const all = [...method.currencies.keys()]
  const listed = (isMandatory: boolean) =>
    [...byName]
      .filter(([, rules]) => mandatoryIn(rules, all).length > 0 === isMandatory)
      .map(([name, rules]) => `${code(placeOf(name))}${noteOf(rules, all)}`)
      .join(', ')
  const [mandatory, optional] = [listed(true), listed(false)]
  const payeeBy = method.kind === 'payout' ? method.payeeBy : []
  return [
    ...(mandatory === '' ? [] : [`- **Mandatory fields:** ${mandatory}`]),
    ...(payeeBy.length > 0 ? [`- **At least one of:** ${codes(payeeBy.map(placeOf))}`] : []),
    ...(optional === '' ? [] : [`- **Optional fields:** ${optional}`]),
  ]
}

const placeOf = (name: FieldName): string =>
  name !== 'paymentLocation' && TEXT_FIELDS[name].stands === 'account' ? `account.${name}` : name

const mandatoryIn = (rules: ReadonlyMap<string, NamedFieldRule>, all: readonly string[]): string[] =>
  all.filter((currency) => rules.get(currency)?.need === 'mandatory')

/** The special rules of a field in this method, in brackets. */
function noteOf(byCurrency: ReadonlyMap<string, NamedFieldRule>, all: readonly string[]): string {
  const rules = [...byCurrency.values()]
  const mandatory = mandatoryIn(byCurrency, all)
  const labels = [...new Set(rules.flatMap(({ label }) => label ?? []))]
  const values = [...new Set(rules.flatMap(({ values: accepted }) => Object.keys(accepted ?? {})))]
  const notes = [
    ...(labels.length > 0 ? [labels.join(', ')] : []),
    ...(mandatory.length > 0 && mandatory.length < all.length
      ? [`in ${mandatory.join(', ')}; otherwise optional`]
      : []),
    ...(mandatory.length === 0 && byCurrency.size < all.length
      ? [`in ${[...byCurrency.keys()].join(', ')}`]
      : []),
    ...(rules.some(({ format }) => format !== undefined) ? ['format checked'] : []),
    ...(rules.some(({ identifier }) => identifier !== undefined)
      ? ['[check digits](identifiers.md) may be checked']
      : []),
    ...(values.length > 0 ? [`one of ${codes(values)}, in upper or lower case`] : []),
  ]
  return notes.length === 0 ? '' : ` (${notes.join('; ')})`
}

/** The properties of `paymentMethodResponse` beyond those of every method. */
function response(method: PayinMethod): string[] {
  const always: string[] = []
  const sometimes: string[] = []
  for (const [field, rule] of Object.entries(method.responds)) {
    const presence: Presence = typeof rule === 'object' ? rule.is : rule
    const parts =
      typeof rule === 'object' ? ` (${[...rule.parts, ...(rule.optionalParts ?? [])].join(', ')})` : ''
    ;(presence === 'always' ? always : sometimes).push(`${code(field)}${parts}`)
  }
  const listed = [
    ...(always.length > 0 ? [always.join(', ')] : []),
    ...(sometimes.length > 0 ? [`if applicable ${sometimes.join(', ')}`] : []),
  ]
  return listed.length === 0 ? [] : [`- **In the [response](#response):** ${listed.join('; ')}`]
}

function example(method: PaymentMethod): string {
  const rules = method.currencies.values().next().value
  if (!rules) return ''
  const { money, paymentMethod } = exampleOf(method, rules, 'mandatory')
  return fenced('json', JSON.stringify({ paymentRequested: { money }, paymentMethod }, undefined, 2))
}
