/** The response body of a statement, for merchants and for operators. Amounts are exact. */
import { Type } from 'typebox'
import { type MoneyBody, moneyBody } from '../api/views.ts'
import { moneySchema } from '../catalogue/response-schemas.ts'
import { isoTime } from '../foundation/instants.ts'
import { type ExactNumber, rawNumber } from '../foundation/json.ts'
import { type Minor, minor } from '../foundation/money.ts'
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
  { description: 'As they stood when it was issued.' },
)

const HoldingSchema = Type.Object({
  total: money('What you have: available and reserved.'),
  available: money('What can be paid out.'),
  reserved: money('Set aside for payments under way.'),
})

const KindTotalSchema = Type.Object({
  kind: Type.String({
    description: 'payin, payout, refund, settlement, or funding: money without a payment.',
  }),
  entries: Type.Integer(),
  gross: money('Before fee and VAT; below zero: out.'),
  fee: money('What was charged.'),
  vat: money('On the fee.'),
  net: money('By how much you have more.'),
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
    number: Type.Integer({ description: 'Counts the statements of this currency from 1, without gaps.' }),
    from: instant('When its period begins: when the one before ended.'),
    until: instant('When its period ended.'),
    zone: Type.String({ description: 'Whose months it goes by.' }),
    isTest: Type.Boolean(),
    issuedAt: instant('From then on it never changes.'),
    entries: Type.Integer({ description: 'How many lines it has.' }),
    opening: HoldingSchema,
    closing: HoldingSchema,
    totals: Type.Optional(Type.Array(KindTotalSchema)),
    parties: PartiesSchema,
  },
  {
    description: 'A statement that is issued.',
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
    'When it was booked. One from before the period was committed after the statement before was issued.',
  ),
  kind: Type.String({
    description: 'payin, payout, refund, settlement, or funding: money without a payment.',
  }),
  id: Type.Optional(Type.String({ description: 'Your own ID, of a payment.' })),
  method: Type.Optional(Type.String({ description: 'paymentMethodCode' })),
  reason: Type.Optional(Type.String()),
  reference: Type.String({ description: 'Names this line, in every format and for ever.' }),
  gross: amount('Before fee and VAT; below zero: out.'),
  fee: amount('What was charged.'),
  vat: amount('On the fee.'),
  net: amount(
    'By how much you have more: gross − fee − vat. 0 of a payment that is only set aside or released.',
  ),
  available: amount('By how much more can be paid out.'),
  reserved: amount('By how much more is set aside.'),
  balance: amount('What you have after it: available and reserved.'),
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
