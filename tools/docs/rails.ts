/** Which method can run on which processor, read from the catalogue and from what the processors serve. */

import { PAYIN_METHODS, PAYOUT_METHODS } from '../../src/catalogue/all-methods.ts'
import type { PaymentMethod } from '../../src/catalogue/payment-method.ts'
import type { Recognition } from '../../src/processors/own-account/account.ts'
import { SERVABLE } from '../../src/processors/own-account/rails.ts'
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

/** One row for all currencies of a method that are served alike. */
function rowsOf(method: PaymentMethod): Row[] {
  const rows = new Map<string, Row>()
  for (const currency of method.currencies.keys()) {
    const served = SERVABLE.find((each) => each.method === method && each.currency === currency)
    const ways = served?.recognitions.map((each) => RECOGNISED[each]).join(', ') ?? ''
    const row = rows.get(ways) ?? { method, ways, currencies: [] }
    row.currencies.push(currency)
    rows.set(ways, row)
  }
  return [...rows.values()]
}

const YES = 'yes'
const NO = '–'

/** Every method, payins first. */
export const rails = (): string =>
  table(
    ['Method', 'Currencies', 'Own account, by', 'Stablecoin', 'Bank file', 'HTTP connector', 'Sandbox'],
    [...PAYIN_METHODS, ...PAYOUT_METHODS]
      .flatMap(rowsOf)
      .map((row) => [
        `${code(row.method.code)} (${row.method.kind === 'payin' ? row.method.object : 'payout'})`,
        row.currencies.join(', '),
        row.ways || NO,
        row.method.code === 'CRYPTO_OFFLINE' ? 'on networks that are set up' : NO,
        row.method.code === 'BANK_TRANSFER' ? 'where a debtor account is registered' : NO,
        YES,
        'test merchants',
      ]),
  )
