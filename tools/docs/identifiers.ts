/** How each field of a method and each detail of an own account is validated, read from the catalogue. */
import { PAYIN_METHODS, PAYOUT_METHODS } from '@sluice/core/catalogue/all-methods.ts'
import type { Identifier } from '@sluice/core/catalogue/identifiers/identifier.ts'
import { IDENTIFIERS, type IdentifierName } from '@sluice/core/catalogue/identifiers/request-identifiers.ts'
import { TEXT_FIELDS, type TextFieldName } from '@sluice/core/catalogue/method-fields.ts'
import type { NamedFieldRule, PayinMethod, PaymentMethod } from '@sluice/core/catalogue/payment-method.ts'
import { SERVABLE } from '@sluice/gateway/processors/own-account/rails.ts'
import { code, table } from './markdown.ts'

interface Checked {
  readonly method: PaymentMethod
  readonly name: TextFieldName
  readonly identifier: IdentifierName
  readonly currencies: string[]
}

function checkedFields(method: PaymentMethod): Checked[] {
  const found = new Map<string, Checked>()
  for (const [currency, { fields }] of method.currencies) {
    for (const { name, identifier } of fields as readonly NamedFieldRule[]) {
      if (identifier === undefined || name === 'paymentLocation') continue
      const key = `${name} ${identifier}`
      const row = found.get(key) ?? { method, name, identifier, currencies: [] }
      row.currencies.push(currency)
      found.set(key, row)
    }
  }
  return [...found.values()]
}

const placeOf = (name: TextFieldName): string =>
  TEXT_FIELDS[name].stands === 'account' ? `account.${name}` : name

/** Payouts first, because their checks always apply. */
export const identifiers = (): string =>
  table(
    ['Method', 'Currencies', 'Field', 'Checked', 'Rule', 'Published by'],
    [...PAYOUT_METHODS, ...PAYIN_METHODS]
      .flatMap(checkedFields)
      .map((row) => [
        `${row.method.code} (${row.method.kind})`,
        row.currencies.join(', '),
        code(placeOf(row.name)),
        row.method.kind === 'payout' ? 'always' : 'if your product requires the field',
        IDENTIFIERS[row.identifier].rule,
        IDENTIFIERS[row.identifier].source,
      ]),
  )

interface DetailRow {
  readonly method: PayinMethod
  readonly name: string
  readonly form: Identifier
  readonly currencies: string[]
}

/** The rules for details of an own account: a row for each method, detail and rule. */
export function receivingDetails(): string {
  const rows = new Map<string, DetailRow>()
  for (const { method, currency } of SERVABLE)
    for (const { name, is } of method.currencies.get(currency)?.receiving ?? []) {
      if (typeof is === 'string') continue
      const key = `${method.object} ${name} ${is.rule}`
      const row = rows.get(key) ?? { method, name, form: is, currencies: [] }
      row.currencies.push(currency)
      rows.set(key, row)
    }
  return table(
    ['Method', 'Currencies', 'Detail', 'Must be', 'Published by'],
    [...rows.values()].map(({ method, name, form, currencies }) => [
      `${code(method.code)}${method.variant ? ` (${code(method.variant.operatorCode)})` : ''}`,
      currencies.join(', '),
      code(name),
      form.rule,
      form.source,
    ]),
  )
}
