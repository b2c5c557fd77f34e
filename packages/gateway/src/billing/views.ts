/** The response body of a statement, for merchants and for operators. Amounts are exact. */
import { moneySchema } from '@sluice/core/catalogue/response-schemas.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type ExactNumber, rawNumber } from '@sluice/core/foundation/json.ts'
import { type Minor, minor } from '@sluice/core/foundation/money.ts'
import { Type } from 'typebox'
import { type MoneyBody, moneyBody } from '../api/views.ts'
import { type BalancedLine, textIn } from './formats/document.ts'
import {
  type BilledParty,
  type Holding,
  type KindTotal,
  lineReference,
  type Parties,
  type Statement,
  statementName,
  totalOf,
} from './statement.ts'

const instant = (description: string) => Type.String({ format: 'date-time', description })
const amount = (description: string) => Type.Unsafe<ExactNumber>(Type.Number({ description }))
const money = (description: string) => Type.Unsafe<MoneyBody>(moneySchema(description))

const PartySchema = Type.Object({
  name: Type.String(),
  address: Type.Optional(Type.Array(Type.String())),
  country: Type.Optional(Type.String({ description: 'ISO 3166-1 alpha-2.' })),
  taxId: Type.Optional(Type.String()),
})

export const PartiesSchema = Type.Object(
  { issuer: Type.Optional(PartySchema), recipient: PartySchema },
  { description: 'The details at the time it was issued.' },
)

const HoldingSchema = Type.Object({
  total: money('The balance: available plus reserved.'),
  available: money('The amount available for payouts.'),
  reserved: money('The amount reserved for payments in progress.'),
})

const KindTotalSchema = Type.Object({
  kind: Type.String({
    description: 'payin, payout, refund, settlement, or funding (money without a payment).',
  }),
  entries: Type.Integer(),
  gross: money('The amount before fee and VAT. Negative: a debit.'),
  fee: money('The fee that was charged.'),
  vat: money('The VAT on the fee.'),
  net: money('Change of the balance.'),
})

const heldExample = (amount: number) => ({
  total: { amount, currencyCode: 'THB' },
  available: { amount, currencyCode: 'THB' },
  reserved: { amount: 0, currencyCode: 'THB' },
})

export const StatementSchema = Type.Object(
  {
    idStatement: Type.String({ examples: ['THB-7'] }),
    merchantCode: Type.String(),
    currencyCode: Type.String(),
    number: Type.Integer({
      description: 'The number of the statement within its currency, from 1 without gaps.',
    }),
    from: instant('The start of its period, which is the end of the previous one.'),
    until: instant('The end of its period.'),
    zone: Type.String({ description: 'The time zone of its months.' }),
    isTest: Type.Boolean(),
    issuedAt: instant('When it was issued. It never changes afterwards.'),
    entries: Type.Integer({ description: 'The number of its lines.' }),
    opening: HoldingSchema,
    closing: HoldingSchema,
    totals: Type.Optional(Type.Array(KindTotalSchema)),
    parties: PartiesSchema,
  },
  {
    description: 'An issued statement.',
    examples: [
      {
        ...{ idStatement: 'THB-7', merchantCode: 'SHOP-1', currencyCode: 'THB', number: 7 },
        ...{ from: '2026-10-31T17:00:00.000Z', until: '2026-11-30T17:00:00.000Z', zone: 'Asia/Bangkok' },
        ...{ isTest: false, issuedAt: '2026-11-30T17:10:00.000Z', entries: 1 },
        opening: heldExample(0),
        closing: heldExample(492),
        parties: { recipient: { name: 'Shop Co., Ltd.', country: 'TH', taxId: '0105500000002' } },
      },
    ],
  },
)

export const LineSchema = Type.Object({
  at: instant(
    'When it was booked. A time before the period means that it was committed after the previous statement was issued.',
  ),
  kind: Type.String({
    description: 'payin, payout, refund, settlement, or funding (money without a payment).',
  }),
  id: Type.Optional(Type.String({ description: 'Your own ID of the payment.' })),
  method: Type.Optional(Type.String({ description: 'paymentMethodCode' })),
  reason: Type.Optional(Type.String()),
  reference: Type.String({ description: 'The permanent ID of this line, the same in every format.' }),
  gross: amount('The amount before fee and VAT. Negative: a debit.'),
  fee: amount('The fee that was charged.'),
  vat: amount('The VAT on the fee.'),
  net: amount('Change of the balance: gross − fee − vat. 0 if a payment only reserves or releases money.'),
  available: amount('Change of the available balance.'),
  reserved: amount('Change of the reserved balance.'),
  balance: amount('The balance after this line: available plus reserved.'),
})

export const partyBody = ({ name, address, country, taxId }: BilledParty) => ({
  name,
  ...(address && { address }),
  ...(country !== undefined && { country }),
  ...(taxId !== undefined && { taxId }),
})

export const partiesBody = ({ issuer, recipient }: Parties) => ({
  ...(issuer && { issuer: partyBody(issuer) }),
  recipient: partyBody(recipient),
})

export function statementBody(statement: Statement) {
  const { currency, issuedAt, parties } = statement
  const moneyIn = (amountMinor: Minor) => moneyBody({ currency, amountMinor })
  const holding = (held: Holding) => ({
    total: moneyIn(totalOf(held)),
    available: moneyIn(held.availableMinor),
    reserved: moneyIn(held.reservedMinor),
  })
  return {
    idStatement: statementName(statement),
    merchantCode: statement.merchantCode,
    currencyCode: currency,
    number: statement.number,
    from: isoTime(statement.from),
    until: isoTime(statement.until),
    zone: statement.zone,
    isTest: statement.isTest,
    issuedAt: isoTime(issuedAt),
    entries: statement.entries,
    opening: holding(statement.opening),
    closing: holding(statement.closing),
    parties: partiesBody(parties),
  }
}

/** By kind, for all rates together. */
export function totalsBody({ currency }: Pick<Statement, 'currency'>, totals: readonly KindTotal[]) {
  const kinds = Map.groupBy(totals, ({ kind }) => kind)
  const moneyIn = (amountMinor: bigint) => moneyBody({ currency, amountMinor: minor(amountMinor) })
  return [...kinds].map(([kind, parts]) => {
    const sum = (of: (part: KindTotal) => bigint) => parts.reduce((total, part) => total + of(part), 0n)
    return {
      kind,
      entries: parts.reduce((count, { entries }) => count + entries, 0),
      gross: moneyIn(sum(({ grossMinor }) => grossMinor)),
      fee: moneyIn(sum(({ feeMinor }) => feeMinor)),
      vat: moneyIn(sum(({ vatMinor }) => vatMinor)),
      net: moneyIn(sum(({ change }) => totalOf(change))),
    }
  })
}

export const lineBodyIn = (statement: Statement) => {
  const text = textIn(statement)
  const amountOf = (amountMinor: Minor) => rawNumber(text(amountMinor))
  return (line: BalancedLine) => ({
    at: isoTime(line.at),
    kind: line.kind,
    ...(line.id !== undefined && { id: line.id }),
    ...(line.method !== undefined && { method: line.method }),
    ...(line.reason !== undefined && { reason: line.reason }),
    reference: lineReference(line),
    gross: amountOf(line.grossMinor),
    fee: amountOf(line.feeMinor),
    vat: amountOf(line.vatMinor),
    net: amountOf(line.netMinor),
    available: amountOf(line.change.availableMinor),
    reserved: amountOf(line.change.reservedMinor),
    balance: amountOf(line.balanceMinor),
  })
}
