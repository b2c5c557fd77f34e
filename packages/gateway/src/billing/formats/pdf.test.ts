/** A statement on paper says what its lines say, in the scripts that names are written in, and is the same bytes for ever. */
import { buffer } from 'node:stream/consumers'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { describe, expect, it } from 'vitest'
import type { Statement } from '../statement.ts'
import type { BalancedLine, StatementDocument } from './document.ts'
import { fileOf } from './formats.ts'
import { textsOfPdf } from './pdf.fixture.ts'

const FROM = Date.parse('2026-10-31T17:00:00Z')
const UNTIL = Date.parse('2026-11-30T17:00:00Z')

const lineOf = (index: number, changes: Partial<BalancedLine> = {}): BalancedLine => ({
  at: FROM + index * 60_000,
  key: '019aa000-0000-7000-8000-000000000000',
  seq: 1,
  kind: 'payin',
  id: `order-${index}`,
  method: 'PROMPTPAY',
  reason: undefined,
  grossMinor: minor(1_234_500n),
  feeMinor: minor(1_000n),
  vatMinor: minor(70n),
  netMinor: minor(1_233_430n),
  balanceMinor: minor(1_233_430n * BigInt(index + 1)),
  change: { availableMinor: minor(1_233_430n), reservedMinor: minor(0n) },
  ...changes,
})

function documentWith(lines: readonly BalancedLine[], changes: Partial<Statement> = {}): StatementDocument {
  const statement: Statement = {
    merchantCode: 'SHOP-1' as MerchantCode,
    currency: 'THB' as CurrencyCode,
    number: 7,
    isTest: false,
    from: FROM,
    until: UNTIL,
    zone: 'Asia/Bangkok',
    opening: { availableMinor: minor(0n), reservedMinor: minor(0n) },
    closing: { availableMinor: minor(1_233_430n * BigInt(lines.length)), reservedMinor: minor(0n) },
    entries: lines.length,
    parties: { recipient: { name: 'Shop' }, issuer: { name: 'Sluice Co., Ltd.' } },
    issuedAt: UNTIL + 600_000,
    ...changes,
  }
  return {
    statement,
    totals: [],
    turn: () => Promise.resolve(),
    lines: async function* () {
      yield lines
    },
  }
}

const bytesOf = (document: StatementDocument) => buffer(fileOf(document, 'pdf').body)

const textsOf = async (document: StatementDocument) => textsOfPdf(await bytesOf(document))

describe('a statement as PDF', () => {
  it('says who, when, how much and each line, and numbers its pages', async () => {
    const pages = await textsOf(documentWith(Array.from({ length: 60 }, (_, index) => lineOf(index))))
    expect(pages.length).toBeGreaterThan(1)
    expect(pages[0]).toMatch(
      /Statement THB-7.*Shop.*SHOP-1.*Sluice Co\., Ltd\..*2026-11-01 00:00.*Asia\/Bangkok/s,
    )
    expect(pages[0]).toContain('740,058.00')
    expect(pages[0]).toMatch(/order-0 \(PROMPTPAY\).*12,345\.00.*10\.00.*0\.70.*12,334\.30/s)
    const all = pages.join('')
    for (let index = 0; index < 60; index++) expect(all).toContain(`order-${index} (`)
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('Gross')
      expect(page).toContain(`${index + 1} / ${pages.length}`)
    }
  })

  it.each([
    ['Thai', 'บริษัท น้ำตาลไทย จำกัด ปู่ย่า'],
    ['Lao', 'ບໍລິສັດ ນ້ຳຕານ ຈຳກັດ'],
    ['Hindi', 'क्षत्रिय ट्रेडिंग प्राइवेट लिमिटेड'],
    ['Chinese', '北京汇流支付有限公司 臺灣銀行'],
    ['Japanese', '株式会社スルース東京 ひらがな'],
    ['Korean', '주식회사 서울 결제'],
    ['Vietnamese', 'Nguyễn Thị Ánh Nguyệt, Đà Nẵng'],
  ])('has every character of a name in %s', async (_, name) => {
    const document = documentWith([lineOf(0, { id: undefined, kind: 'funding', reason: name })], {
      parties: { recipient: { name } },
    })
    const [text = ''] = await textsOf(document)
    const written = new Set(text.normalize('NFKD'))
    const missing = [...name.normalize('NFKD')].filter((character) => !written.has(character))
    expect([missing, text.includes('\\u{')]).toEqual([[], false])
  })

  it('writes what no typeface has, or would turn the text around, as its code point', async () => {
    const [text] = await textsOf(documentWith([lineOf(0, { id: undefined, reason: 'x😀\u202E\u0000ا' })]))
    expect(text).toContain('x\\u{1F600}\\u{202E}\\u{0}\\u{627}')
  })

  it('is the same bytes each time', async () => {
    const document = documentWith([lineOf(0, { id: undefined, reason: '補款 น้ำ' })])
    const [first, second] = [await bytesOf(document), await bytesOf(document)]
    expect(second.equals(first)).toBe(true)
  })

  it('is refused where it would be too long, with the formats that are not', () => {
    const document = documentWith([], { entries: 2_001, currency: 'USDT' as CurrencyCode })
    expect(() => fileOf(document, 'pdf')).toThrow('422 FORMAT_UNAVAILABLE')
    try {
      fileOf(document, 'pdf')
    } catch (error) {
      expect(JSON.stringify(error)).toContain('json, csv, xlsx')
      expect(JSON.stringify(error)).not.toContain('camt')
    }
  })
})
