import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { offered } from '@sluice/core/catalogue/currencies.ts'
import { anyText } from '@sluice/core/foundation/any-text.fixture.ts'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { readCamt } from '../../reconciliation/camt.ts'
import { lineReference, type Statement, type StatementLine, totalOf } from '../statement.ts'
import { hasCamt053, writeCamt053 } from './camt053.ts'
import type { BalancedLine, StatementDocument } from './document.ts'
import { fileOf } from './formats.ts'

const SCHEMA = readFileSync(
  join(import.meta.dirname, '../../../../../test/fixtures/iso20022/camt.053.001.12.xsd'),
  'utf8',
)
const FROM = Date.parse('2026-10-31T17:00:00Z')
const UNTIL = Date.parse('2026-11-30T17:00:00Z')

function documentWith(
  lines: readonly StatementLine[],
  changes: Partial<Statement> = {},
): StatementDocument & { readonly all: readonly BalancedLine[] } {
  const opening = { availableMinor: minor(1_000n), reservedMinor: minor(50n) }
  let balance: bigint = totalOf(opening)
  const all = lines.map((line) => {
    const netMinor = totalOf(line.change)
    balance += netMinor
    return { ...line, netMinor, balanceMinor: minor(balance) }
  })
  const closing = { availableMinor: minor(balance - 50n), reservedMinor: minor(50n) }
  const statement: Statement = {
    merchantCode: 'SHOP-1' as MerchantCode,
    currency: 'THB' as CurrencyCode,
    number: 7,
    isTest: false,
    from: FROM,
    until: UNTIL,
    zone: 'Asia/Bangkok',
    opening,
    closing,
    entries: all.length,
    parties: { recipient: { name: 'ร้านค้า & <Söhne>' }, issuer: { name: 'Sluice Co., Ltd.' } },
    issuedAt: UNTIL + 600_000,
    ...changes,
  }
  return {
    all,
    statement,
    totals: [],
    turn: () => Promise.resolve(),
    lines: async function* () {
      for (let at = 0; at < all.length; at += 3) yield all.slice(at, at + 3)
    },
  }
}

const amount = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n })
const line: fc.Arbitrary<StatementLine> = fc
  .record({
    at: fc.integer({ min: FROM - 90_000_000, max: UNTIL - 1 }),
    key: fc.uuid(),
    seq: fc.integer({ min: 1, max: 1_200 }),
    kind: fc.constantFrom('payin', 'payout', 'refund', 'settlement', 'funding'),
    reason: fc.option(anyText({ maxLength: 200 }), { nil: undefined }),
    id: fc.option(fc.stringMatching(/^[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,63}$/), { nil: undefined }),
    method: fc.constantFrom(undefined, 'PROMPTPAY'),
    available: amount,
    reserved: amount,
    fee: fc.bigInt({ min: 0n, max: 10n ** 6n }),
    vat: fc.bigInt({ min: 0n, max: 10n ** 5n }),
  })
  .map(({ available, reserved, fee, vat, ...rest }) => ({
    ...rest,
    grossMinor: minor(available + reserved + fee + vat),
    feeMinor: minor(fee),
    vatMinor: minor(vat),
    change: { availableMinor: minor(available), reservedMinor: minor(reserved) },
  }))

const read = (xml: string) =>
  readCamt(xml, { now: UNTIL, currency: offered('THB' as CurrencyCode), balances: 'CHECKED' })

describe('a statement as camt.053', () => {
  it('is valid by the published schema, whatever the lines say', async () => {
    const documents = fc
      .sample(fc.array(line, { maxLength: 8 }), { numRuns: 20, seed: 12 })
      .map((lines) => documentWith(lines))
    const others = [
      documentWith([], { isTest: true, parties: { recipient: { name: '\u0000' } } }),
      documentWith([], {
        merchantCode: 'M'.repeat(64) as MerchantCode,
        parties: { recipient: { name: '好'.repeat(300) } },
      }),
    ]
    const xml = await Promise.all(
      [...documents, ...others].map((each, index) =>
        text(writeCamt053(each)).then((contents) => ({ fileName: `${index}.xml`, contents })),
      ),
    )
    const { errors } = await validateXML({ xml, schema: [SCHEMA] })
    expect(errors.map(({ message }) => message)).toEqual([])
  })

  it('reads back to the same numbers by our own reader: balances, entries, sides and references', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(line, { selector: lineReference, maxLength: 12 }), async (lines) => {
        const document = documentWith(lines)
        const booked = document.all.filter(({ netMinor }) => netMinor !== 0n)
        const statement = read(await text(writeCamt053(document)))
        if (!statement.ok) throw new Error(JSON.stringify(statement.failure))
        expect(statement.value).toMatchObject({
          accountNumber: 'SHOP-1.THB',
          balances: 'COMPARED',
          skipped: 0,
        })
        expect(
          statement.value.entries.map(({ money, direction, reference, bookedAt }) => [
            direction === 'credit' ? money.amountMinor : -money.amountMinor,
            reference,
            bookedAt,
          ]),
        ).toEqual(booked.map((each) => [each.netMinor, lineReference(each), each.at]))
      }),
      { numRuns: 50 },
    )
  })

  it('is not to be had of a stablecoin, which has no code there', () => {
    const document = documentWith([], { currency: 'USDC' as CurrencyCode })
    expect(hasCamt053(document.statement)).toBe(false)
    expect(() => fileOf(document, 'camt.053')).toThrow('422 FORMAT_UNAVAILABLE')
  })
})
