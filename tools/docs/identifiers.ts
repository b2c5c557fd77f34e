/** Which field of which method is checked as what, read from the catalogue. */
import { TEXT_FIELDS, type TextFieldName } from '../../src/catalogue/fields.ts'
import { IDENTIFIERS, type IdentifierName } from '../../src/catalogue/identifiers/identifiers.ts'
import type { NamedFieldRule, PaymentMethod } from '../../src/catalogue/method.ts'
import { PAYIN_METHODS, PAYOUT_METHODS } from '../../src/catalogue/methods.ts'
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

/** Payouts first: there the checks always hold. */
export const identifiers = (): string =>
  table(
    ['Method', 'Currencies', 'Field', 'Checked', 'By this rule', 'Published by'],
    [...PAYOUT_METHODS, ...PAYIN_METHODS]
      .flatMap(checkedFields)
      .map((row) => [
        `${row.method.code} (${row.method.kind})`,
        row.currencies.join(', '),
        code(placeOf(row.name)),
        row.method.kind === 'payout' ? 'always' : 'where your product asks for the field',
        IDENTIFIERS[row.identifier].rule,
        IDENTIFIERS[row.identifier].source,
      ]),
  )
