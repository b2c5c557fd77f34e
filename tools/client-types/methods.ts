/** The bodies of creates as TypeScript, by method and currency, from the catalogue. */
import {
  LOCATION_PARTS,
  type PaymentLocation,
  TEXT_FIELDS,
  type TextFieldName,
} from '@sluice/core/catalogue/method-fields.ts'
import type { MethodRules, NamedFieldRule, PaymentMethod } from '@sluice/core/catalogue/payment-method.ts'
import { describedFor } from '@sluice/core/catalogue/request-schemas.ts'
import { comment, key, literal } from './schema.ts'

/** Longer lists of payment operators are in the code list, which grows without a new version of the client. */
const MAX_LISTED = 12
/** Any text; editors suggest the known ones. */
const OPEN = '(string & Record<never, never>)'

/** `interface PayinMethods { OFFLINE: { KRW: { … } } }`. */
export function methodsInterface(name: string, methods: readonly PaymentMethod[]): string {
  const codes = [...Map.groupBy(methods, ({ code }) => code)].sort(([a], [b]) => (a < b ? -1 : 1))
  const members = codes.map(([code, variants]) => {
    const summary = variants.map(({ summary }) => summary).join(' Or: ')
    return `${comment(summary)}${key(code)}: {\n${currenciesOf(variants)}}\n`
  })
  return `export interface ${name} {\n${members.join('')}}\n`
}

function currenciesOf(variants: readonly PaymentMethod[]): string {
  const rows = variants.flatMap((method) =>
    [...method.currencies].map(([currency, rules]) => ({ currency, type: requestType(method, rules) })),
  )
  return [...Map.groupBy(rows, ({ currency }) => currency)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, types]) => `${key(currency)}: ${types.map(({ type }) => type).join(' | ')}\n`)
    .join('')
}

function requestType(method: PaymentMethod, rules: MethodRules): string {
  const members = rules.fields.flatMap((rule) => {
    if (rule.name === 'paymentLocation' || TEXT_FIELDS[rule.name].stands === 'account') return []
    return [textMember(method, rule, rule.name)]
  })
  const location = rules.fields.find(({ name }) => name === 'paymentLocation')
  return `{\n${operatorMember(method, rules)}${accountMember(method, rules)}${members.join('')}${
    location ? locationMember(location) : ''
  }}`
}

function accountMember(method: PaymentMethod, { fields }: MethodRules): string {
  const inAccount = fields.flatMap((rule) => {
    const { name } = rule
    if (name === 'paymentLocation' || TEXT_FIELDS[name].stands !== 'account') return []
    return [{ rule, text: textMember(method, rule, name) }]
  })
  const needed = method.kind === 'payout' || inAccount.some(({ rule }) => rule.need === 'mandatory')
  return `readonly account${needed ? '' : '?'}: {\n${inAccount.map(({ text }) => text).join('')}}\n`
}

const exampleText = (example: string | PaymentLocation): string =>
  typeof example === 'string' ? ` For example ${example}` : ''

function textMember(method: PaymentMethod, rule: NamedFieldRule, name: TextFieldName): string {
  const words = rule.label ? `${rule.label}.` : describedFor(method.kind, TEXT_FIELDS[name].description)
  const type = rule.values ? Object.keys(rule.values).map(literal).join(' | ') : 'string'
  const optional = rule.need === 'mandatory' ? '' : '?'
  return `${comment(words + exampleText(rule.example))}readonly ${name}${optional}: ${type}\n`
}

function locationMember({ need }: NamedFieldRule): string {
  const parts = LOCATION_PARTS.map((part) => `readonly ${part}?: string\n`).join('')
  const words = comment('The place where the customer pays: at least one of its fields.')
  return `${words}readonly paymentLocation${need === 'mandatory' ? '' : '?'}: {\n${parts}}\n`
}

function operatorMember(method: PaymentMethod, { operators, operator }: MethodRules): string {
  if (method.kind === 'payin' && method.variant) {
    const { operatorCode, isDefault } = method.variant
    return `readonly paymentOperatorCode${isDefault ? '?' : ''}: ${literal(operatorCode)}\n`
  }
  const listed = operators.length > 0 && operators.length <= MAX_LISTED
  const known = operators.map(({ code }) => literal(code)).join(' | ')
  const type = listed ? `${known} | ${OPEN}` : 'string'
  const words = listed ? operators.map(({ code, name }) => `${code}: ${name}`).join(', ') : ''
  const hint = listed ? words : 'Bank, wallet, network or store: see paymentOperators().'
  return `${comment(hint)}readonly paymentOperatorCode${operator === 'mandatory' ? '' : '?'}: ${type}\n`
}
