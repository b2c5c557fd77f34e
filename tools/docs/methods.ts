/** The catalogue as a reference for merchants: every method, what it takes and what it answers. */

import { PAYIN_METHODS, PAYOUT_METHODS } from '../../src/catalogue/all-methods.ts'
import { exampleOf } from '../../src/catalogue/examples.ts'
import { type FieldName, LOCATION_PARTS, TEXT_FIELDS } from '../../src/catalogue/method-fields.ts'
import type {
  Fee,
  Flow,
  MethodRules,
  NamedFieldRule,
  PayinMethod,
  PayinRules,
  PaymentMethod,
} from '../../src/catalogue/payment-method.ts'
import { describedFor } from '../../src/catalogue/request-schemas.ts'
import type { Presence } from '../../src/catalogue/response-fields.ts'
import { amountText } from '../../src/foundation/money.ts'
import { type Cell, code, codes, duration, fenced, paragraphs, table } from './markdown.ts'

const FLOWS: Readonly<Record<Flow, string>> = {
  qr:
    'QR code: show `qrCode` as a QR code and let the payer scan it. On the phone of a payer who cannot scan it there, a link ' +
    'beside it (`redirectUrl`, `upiQrDeepLink`) opens the app.',
  redirect: 'Redirect: send the payer to `redirectUrl`.',
  push: 'Push: the payer gets a request in the own app or on the phone. There is nothing to show but the wait; where there is a `redirectUrl`, send the payer to that page, which waits with them.',
  instructions: 'Instructions: show where the money goes; the payer sends it elsewhere.',
}

const EXTERNAL_REFERENCES: Readonly<Record<PayinMethod['externalReference'], string>> = {
  never: 'Not needed.',
  required: 'Needed before SUCCESS: exactly 12 digits.',
  'unless-customer-known':
    'Needed before SUCCESS, exactly 12 digits, unless the request names the customer in `account.accountNumber`.',
}

const OPERATOR_NEEDS: Readonly<Record<MethodRules['operator'], string>> = {
  mandatory: 'mandatory',
  optional: 'optional',
  first: "optional; left out, your product's first one is taken",
}

/** All methods, with a table of contents by code. */
export const payinMethods = (): string => paragraphs(overview(PAYIN_METHODS), ...PAYIN_METHODS.map(section))
export const payoutMethods = (): string =>
  paragraphs(overview(PAYOUT_METHODS), ...PAYOUT_METHODS.map(section))

const heading = (method: PaymentMethod): string => `${method.code}: ${method.title} (${method.object})`

/** As GitHub makes the anchor of a heading. */
const anchor = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-')

function overview(methods: readonly PaymentMethod[]): string {
  return table(
    ['Code', 'Object', 'Currencies', 'In short'],
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
    facts(method),
    currencies(method),
    fields(method),
    method.kind === 'payin' ? answers(method) : '',
    example(method),
  )
}

function facts(method: PaymentMethod): string {
  if (method.kind === 'payout') return `- **The payee sees:** ${method.payeeSees}`
  const { variant } = method
  const lines = [
    `- **The payer sees:** ${method.payerSees}`,
    `- **Flow:** ${FLOWS[method.flow]}`,
    `- **External reference:** ${EXTERNAL_REFERENCES[method.externalReference]}`,
  ]
  lines.push(`- **Refunds:** ${refunds(method)}`)
  if (method.moneyRequired !== 'never') {
    const where =
      method.moneyRequired === 'always'
        ? '`moneyRequired`, which is always there'
        : '`moneyRequired` where it is there, otherwise `money`'
    lines.push(
      `- **Amount to pay:** ${where}. The payer pays exactly that, and you are credited the full order.`,
    )
  }
  if (variant) {
    const other = variant.isDefault ? ', or no operator at all,' : ''
    lines.push(
      `- **Chosen by:** \`"paymentOperatorCode": "${variant.operatorCode}"\`${other} among the objects that share the code ${code(method.code)}.`,
    )
  }
  return lines.join('\n')
}

/** What the rail gives back by itself, and what is done where it does not. */
function refunds({ refund: { native, otherwise } }: PayinMethod): string {
  const by =
    otherwise !== 'operator'
      ? "by a payout to the payer's account or to the payee that you name, else by a link where the payer says where the money is to go"
      : 'by an operator: there are no payouts of this money'
  if (native === 'none') return `${by[0]?.toUpperCase()}${by.slice(1)}.`
  const { windowDays, partial, times } = native
  const bounds = [
    `within ${windowDays} days`,
    partial ? 'whole or in parts' : 'the whole amount',
    times === 'once' ? 'once' : 'several times',
  ]
  return `The rail returns the payment: ${bounds.join(', ')}. Beyond that ${by}.`
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

/** «; InstaPay up to 50,000, PESONet above»: which way the banks send how much. */
function rails(rules: MethodRules): string {
  const ways = rules.rails.map(({ name, upToMinor, expirySecs }) => {
    const bound = upToMinor === undefined ? 'above' : `up to ${major(rules, upToMinor)}`
    return `${name} ${bound}${expirySecs === undefined ? '' : ` (${duration(expirySecs * 1_000)} to pay)`}`
  })
  return ways.length === 0 ? '' : `; ${ways.join(', ')}`
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

/** A long list would drown the table; the code list has it. */
const SHOWN_OPERATORS = 6

function operators(rules: MethodRules): string {
  const { length } = rules.operators
  if (length === 0) return 'none'
  if (length > SHOWN_OPERATORS) return `${length}, see GET /payment-operators`
  return rules.operators.map(({ code: of, name }) => `${code(of)} ${name}`).join(', ')
}

function fields(method: PaymentMethod): string {
  const byName = new Map<FieldName, Map<string, NamedFieldRule>>()
  for (const [currency, rules] of method.currencies) {
    for (const rule of rules.fields) {
      const known = byName.get(rule.name) ?? new Map<string, NamedFieldRule>()
      byName.set(rule.name, known.set(currency, rule))
    }
  }
  const all = [...method.currencies.keys()]
  const rows = [...byName].map(([name, rules]): Cell[] => [
    code(placeOf(name)),
    needText(rules, all),
    noteOf(name, [...rules.values()], method.kind),
  ])
  const payeeBy = method.kind === 'payout' ? method.payeeBy : []
  return paragraphs(
    'Fields of `paymentMethod`, besides the codes:',
    table(['Field', 'Need', 'Note'], rows),
    ...(payeeBy.length > 0 ? [`At least one of ${codes(payeeBy.map(placeOf))} must be given.`] : []),
  )
}

const placeOf = (name: FieldName): string =>
  name !== 'paymentLocation' && TEXT_FIELDS[name].stands === 'account' ? `account.${name}` : name

function needText(rules: ReadonlyMap<string, NamedFieldRule>, all: readonly string[]): string {
  const mandatory = all.filter((currency) => rules.get(currency)?.need === 'mandatory')
  if (mandatory.length === all.length) return '**mandatory**'
  if (mandatory.length > 0) return `**mandatory in ${mandatory.join(', ')}**, otherwise optional`
  return rules.size === all.length ? 'optional' : `optional in ${[...rules.keys()].join(', ')}`
}

function noteOf(name: FieldName, rules: readonly NamedFieldRule[], kind: PaymentMethod['kind']): string {
  const words =
    name === 'paymentLocation'
      ? `Where the customer pays: at least one of ${codes(LOCATION_PARTS)}.`
      : describedFor(kind, TEXT_FIELDS[name].description)
  const labels = [...new Set(rules.flatMap(({ label }) => label ?? []))]
  const values = [...new Set(rules.flatMap(({ values: accepted }) => Object.keys(accepted ?? {})))]
  return [
    ...(labels.length > 0 ? [`${labels.join(', ')}.`] : []),
    words,
    ...(rules.some(({ format }) => format !== undefined) ? ['Its form is checked.'] : []),
    ...(rules.some(({ identifier }) => identifier !== undefined)
      ? ['Its [check digits](identifiers.md) may be checked.']
      : []),
    ...(values.length > 0 ? [`One of ${codes(values)}, in any case of letters.`] : []),
  ].join(' ')
}

const CORE = ['idPayin', 'paymentMethodCode', 'money', 'reference', 'expireAt']

function answers(method: PayinMethod): string {
  const always: string[] = CORE.map(code)
  const sometimes: string[] = ['returnUrl', 'vat'].map(code)
  for (const [field, rule] of Object.entries(method.responds)) {
    const presence: Presence = typeof rule === 'object' ? rule.is : rule
    const parts =
      typeof rule === 'object' ? ` (${[...rule.parts, ...(rule.optionalParts ?? [])].join(', ')})` : ''
    ;(presence === 'always' ? always : sometimes).push(`${code(field)}${parts}`)
  }
  return [
    `- **In \`paymentMethodResponse\`:** ${always.join(', ')}.`,
    `- **There as well where it applies:** ${sometimes.join(', ')}.`,
  ].join('\n')
}

function example(method: PaymentMethod): string {
  const rules = method.currencies.values().next().value
  if (!rules) return ''
  const { money, paymentMethod } = exampleOf(method, rules, 'mandatory')
  return fenced('json', JSON.stringify({ paymentRequested: { money }, paymentMethod }, undefined, 2))
}
