/** Invoices and credit notes are issued by themselves when a month is over, each once; merchants read their own, on paper too. */
import { buffer } from 'node:stream/consumers'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestMerchant, testGateway } from '../../../../test/harness.ts'
import { onEngines } from '../../../../test/setup/engine.ts'
import { type AdminGateway, adminGateway } from '../admin/admin.fixture.ts'
import { rateText, writeInvoicePdf } from './formats/invoice-pdf.ts'
import { textsOfPdf } from './formats/pdf.fixture.ts'
import { type Invoice, type InvoiceLine, sidesOf } from './invoices.ts'
import { StatementRounds } from './rounds.ts'

onEngines(['memory', 'postgres'], () => {
  const ISSUER = { name: 'Sluice Trading Co., Ltd.', taxId: '0105500000001' }

  let backOffice: AdminGateway
  let shop: TestMerchant
  beforeEach(async () => {
    backOffice = await adminGateway({ started: false })
    shop = await backOffice.merchant()
    await backOffice.admin('PUT', '/admin/billing', { zone: 'Asia/Bangkok', issuer: ISSUER })
  })
  afterEach(() => backOffice.close())

  let count = 0
  /** A payin that costs the merchant a fee with VAT. */
  async function sold(of = shop): Promise<void> {
    const id = `sold-${++count}`
    await backOffice.request('POST', `/payins/${id}`, {
      token: await of.token(),
      body: {
        paymentRequested: { money: { amount: 500, currencyCode: 'THB' } },
        paymentMethod: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '1234567890' } },
      },
    })
    const paid = await backOffice.admin('POST', `/admin/sandbox/${of.code}/payin/${id}/!succeed`, {})
    expect(paid.status, paid.text).toBe(200)
  }
  const at = (time: string) => backOffice.deps.jump(Date.parse(time) - backOffice.deps.clock.now())
  const round = () => new StatementRounds(backOffice.app.gateway).round()
  const read = async (path: string, of = shop) => backOffice.request('GET', path, { token: await of.token() })
  const numbersOf = async (of = shop) =>
    (
      (await read('/invoices', of)).body.data as unknown as readonly { idInvoice: string; month: string }[]
    ).map(({ idInvoice, month }) => [idInvoice, month])

  describe('the rounds', () => {
    it('issue the invoice of a month when it is over in its zone, and no second one', async () => {
      await sold()
      await at('2026-11-30T16:59:00Z')
      await round()
      expect(await numbersOf()).toEqual([])
      await at('2026-11-30T17:10:00Z')
      await round()
      expect(await numbersOf()).toEqual([['TEST-INV-000001', '2026-11']])
      await at('2027-02-03T00:00:00Z')
      await round()
      expect(await numbersOf()).toEqual([['TEST-INV-000001', '2026-11']])
    })

    it('issue one on however many nodes, with numbers that follow each other', async () => {
      const shops = [shop, await backOffice.merchant(), await backOffice.merchant()]
      for (const each of shops) await sold(each)
      const other = await testGateway(backOffice.database, { started: false, seed: 2 })
      await at('2026-12-01T00:00:00Z')
      await other.deps.jump(backOffice.deps.clock.now() - other.deps.clock.now())
      await Promise.all([round(), new StatementRounds(other.app.gateway).round(), round()])
      await round()
      const numbers = await Promise.all(shops.map((each) => numbersOf(each)))
      expect(
        numbers
          .flat()
          .map(([number]) => number)
          .sort(),
      ).toEqual(['1', '2', '3'].map((number) => `TEST-INV-00000${number}`))
      await other.stop()
    })

    it('bill the months that were missed, the oldest first, once somebody says who issues invoices', async () => {
      await backOffice.admin('PUT', '/admin/billing', { zone: 'Asia/Bangkok' })
      await sold()
      await at('2026-12-05T00:00:00Z')
      await sold()
      await round()
      await at('2027-02-02T00:00:00Z')
      await round()
      expect(await numbersOf()).toEqual([])
      await backOffice.admin('PUT', '/admin/billing', { zone: 'Asia/Bangkok', issuer: ISSUER })
      await round()
      expect((await numbersOf()).sort()).toEqual([
        ['TEST-INV-000001', '2026-11'],
        ['TEST-INV-000002', '2026-12'],
      ])
    })

    it('bill a month that ended by a change of the zone, and those behind it', async () => {
      const zone = (name: string) => backOffice.admin('PUT', '/admin/billing', { zone: name, issuer: ISSUER })
      await zone('America/Sao_Paulo')
      await sold()
      // November there, and December already in Kathmandu.
      await at('2026-11-30T20:00:00Z')
      await backOffice.admin('POST', '/admin/statements', { merchantCode: shop.code, currencyCode: 'THB' })
      await zone('Asia/Kathmandu')
      await sold()
      await at('2027-01-01T00:00:00Z')
      await round()
      const invoices = (await read('/invoices')).body.data as unknown as readonly {
        month: string
        statements: readonly string[]
      }[]
      expect(invoices.map(({ month, statements }) => [month, statements])).toEqual([
        ['2026-12', ['THB-2']],
        ['2026-11', ['THB-1']],
      ])
    })

    it('bill the end of a month with the next one where a change of the zone made it longer after it was billed', async () => {
      const zone = (name: string) => backOffice.admin('PUT', '/admin/billing', { zone: name, issuer: ISSUER })
      await zone('Asia/Kathmandu')
      await sold()
      await at('2026-12-01T00:00:00Z')
      await round()
      await zone('America/Sao_Paulo')
      await sold()
      await at('2026-12-01T04:00:00Z')
      await round()
      await sold()
      await at('2027-01-02T00:00:00Z')
      await round()
      const { data } = (await read('/invoices')).body
      const invoices = data as unknown as readonly { month: string; statements: readonly string[] }[]
      expect(invoices.map(({ month, statements }) => [month, statements])).toEqual([
        ['2026-12', ['THB-2', 'THB-3']],
        ['2026-11', ['THB-1']],
      ])
    })

    it('issue none where statements are not issued by themselves', async () => {
      await backOffice.admin('PUT', '/admin/billing', { issuer: ISSUER, monthly: false })
      await sold()
      await backOffice.admin('POST', '/admin/statements', { merchantCode: shop.code, currencyCode: 'THB' })
      await at('2026-12-05T00:00:00Z')
      await round()
      expect(await numbersOf()).toEqual([])
    })
  })

  describe("a merchant's invoices", () => {
    beforeEach(async () => {
      await sold()
      await at('2026-12-05T00:00:00Z')
      await round()
    })

    it('are read by their number as JSON, page by page, and as a file', async () => {
      const { body } = await read('/invoices/TEST-INV-000001')
      expect(body).toMatchObject({
        ...{ idInvoice: 'TEST-INV-000001', merchantCode: shop.code, month: '2026-11', isTest: true },
        parties: { issuer: ISSUER },
        lines: [{ vatRate: '0.07' }],
      })
      expect((await read('/invoices?limit=1')).body.data).toEqual([body])
      const file = await read('/invoices?format=csv')
      expect(file.text).toContain('TEST-INV-000001')
      expect((await read('/invoices/TEST-INV-000001?format=doc')).body).toMatchObject({
        errors: [{ path: 'query:format' }],
      })
      expect((await read('/invoices?cursor=x')).status).toBe(400)
    })

    it("are nobody else's to read", async () => {
      const other = await backOffice.merchant()
      expect((await read('/invoices/TEST-INV-000001', other)).status).toBe(404)
      expect((await read('/invoices/TEST-INV-000001?format=pdf', other)).status).toBe(404)
      expect((await read('/invoices', other)).body.data).toEqual([])
      for (const name of ['TEST-INV-000002', 'x', 'INV-1', '%2e%2e'])
        expect((await read(`/invoices/${name}`)).status).toBe(404)
    })

    it('are had on paper by merchants and operators, the same bytes', async () => {
      const own = await read('/invoices/TEST-INV-000001?format=pdf')
      expect(own.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="invoice-${shop.code}-TEST-INV-000001.pdf"`,
      })
      expect(own.text.startsWith('%PDF-1.7')).toBe(true)
      const theirs = await backOffice.admin('GET', `/admin/invoices/${shop.code}/TEST-INV-000001?format=pdf`)
      expect(theirs.text).toBe(own.text)
    })
  })

  describe('a month in which more fees are given back than charged', () => {
    /** A shop whose refunds give back the fees. */
    const generous = async (): Promise<TestMerchant> => {
      const product = {
        code: 'PROMPTPAY',
        currency: 'THB',
        fee: { percent: '2', fixed: '0' },
        refundsFees: true,
      }
      const products = [
        { ...product, vatRate: '0.07' },
        { code: 'BANK_TRANSFER', currency: 'THB' },
      ]
      return backOffice.merchant({ products: products as never })
    }
    const makeRefund = async (of: TestMerchant, idPayin: string) => {
      const made = await backOffice.request('POST', `/refunds/back-${idPayin}`, {
        token: await of.token(),
        body: {
          idPayin,
          reason: 'OTHER',
          callbackUrl: 'https://shop.example/callbacks',
          payee: {
            paymentMethodCode: 'BANK_TRANSFER',
            account: { accountName: 'Ann', accountNumber: '1234567890', bankCode: '004' },
          },
        },
      })
      expect(made.status, made.text).toBe(201)
      await backOffice.admin('POST', `/admin/sandbox/${of.code}/refund/back-${idPayin}/!succeed`, {})
      expect((await read(`/refunds/back-${idPayin}`, of)).body.process).toMatchObject({ status: 'SUCCESS' })
    }

    it('has a credit note with positive amounts, numbers of its own, and the invoice that it corrects', async () => {
      const own = await generous()
      await sold(own)
      const idPayin = `sold-${count}`
      await backOffice.credit(own, { currency: 'THB' as CurrencyCode, amountMinor: minor(1_000_000n) })
      await at('2026-12-02T00:00:00Z')
      await round()
      await makeRefund(own, idPayin)
      await at('2027-01-02T00:00:00Z')
      await round()
      expect(await numbersOf(own)).toEqual([['TEST-INV-000001', '2026-11']])
      const { data } = (await read('/credit-notes', own)).body
      expect(data).toMatchObject([
        {
          ...{ idCreditNote: 'TEST-CN-000001', merchantCode: own.code, month: '2026-12', isTest: true },
          corrects: ['TEST-INV-000001'],
          lines: [{ vatRate: '0.07', fee: { amount: 10 }, vat: { amount: 0.7 } }],
          ...{ fee: { amount: 10 }, vat: { amount: 0.7 }, total: { amount: 10.7 } },
        },
      ])
      expect((await read('/credit-notes/TEST-CN-000001', own)).body).toEqual((data as unknown as object[])[0])
      // Neither is found by the other's path.
      expect((await read('/invoices/TEST-CN-000001', own)).status).toBe(404)
      expect((await read('/credit-notes/TEST-INV-000001', own)).status).toBe(404)
      expect((await read('/credit-notes/TEST-CN-000001')).status).toBe(404)
      const pdf = await read('/credit-notes/TEST-CN-000001?format=pdf', own)
      expect(pdf.headers['content-disposition']).toContain(`credit-note-${own.code}-TEST-CN-000001.pdf`)
      const theirs = await backOffice.admin('GET', `/admin/credit-notes/${own.code}/TEST-CN-000001`)
      expect(theirs.body).toEqual((data as unknown as object[])[0])
      expect(
        (await backOffice.admin('GET', `/admin/credit-notes?merchantCode=${own.code}`)).body.data,
      ).toEqual(data)
      // The month again is that document again.
      const again = await backOffice.admin('POST', '/admin/invoices', {
        ...{ merchantCode: own.code, currencyCode: 'THB', month: '2026-12' },
      })
      expect([again.status, again.body]).toEqual([201, (data as unknown as object[])[0]])
      expect(again.headers.location).toBe(`/admin/credit-notes/${own.code}/TEST-CN-000001`)
    })
  })

  it('Of a month each rate stands in the invoice or in the credit note, and both are positive', () => {
    const line = (vatRate: string, fee: bigint, vat: bigint): InvoiceLine => ({
      vatRate,
      feeMinor: minor(fee),
      vatMinor: minor(vat),
    })
    expect(sidesOf([line('0.07', -100n, -7n), line('0', 50n, 0n), line('0.1', 0n, 0n)])).toEqual({
      charged: [line('0', 50n, 0n)],
      credited: [line('0.07', 100n, 7n)],
    })
    const money = fc.bigInt({ min: -1_000_000_000_000n, max: 1_000_000_000_000n })
    fc.assert(
      fc.property(fc.array(fc.tuple(money, fc.nat(30)), { maxLength: 6 }), (rates) => {
        const lines = rates.map(([fee, percent]) => line(`0.${percent}`, fee, (fee * BigInt(percent)) / 100n))
        const { charged, credited } = sidesOf(lines)
        const sum = (of: readonly InvoiceLine[]) =>
          of.reduce((total, { feeMinor, vatMinor }) => total + feeMinor + vatMinor, 0n)
        expect(sum(charged) - sum(credited)).toBe(sum(lines))
        for (const { feeMinor, vatMinor } of [...charged, ...credited])
          expect(feeMinor >= 0n && vatMinor >= 0n && feeMinor + vatMinor > 0n).toBe(true)
      }),
    )
  })

  it('The numbers of credit notes cannot be those of invoices', async () => {
    const put = (billing: object) => backOffice.admin('PUT', '/admin/billing', { issuer: ISSUER, ...billing })
    expect(await put({ series: 'A', creditSeries: 'A' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: '/creditSeries', code: 'CONFLICT' }] },
    })
    expect((await put({})).body).toMatchObject({ series: 'INV', creditSeries: 'CN' })
    expect((await put({ series: 'CN' })).body).toMatchObject({ series: 'CN', creditSeries: 'CREDIT' })
    expect((await put({ series: 'R', creditSeries: 'G' })).body).toMatchObject({
      series: 'R',
      creditSeries: 'G',
    })
  })

  describe('an invoice on paper', () => {
    const invoice: Invoice = {
      merchantCode: 'SHOP-1' as MerchantCode,
      currency: 'THB' as CurrencyCode,
      series: 'INV',
      number: 42,
      month: '2026-11',
      firstStatement: 6,
      lastStatement: 7,
      isTest: false,
      parties: {
        issuer: { ...ISSUER, address: ['1 Main Road', 'Bangkok 10110'], country: 'TH' },
        recipient: { name: 'บริษัท น้ำตาลไทย จำกัด', taxId: '0105500000002' },
      },
      lines: [
        { vatRate: '0.07', feeMinor: minor(123_456_00n), vatMinor: minor(8_641_92n) },
        { vatRate: '0', feeMinor: minor(10_00n), vatMinor: minor(0n) },
      ],
      feeMinor: minor(123_466_00n),
      vatMinor: minor(8_641_92n),
      issuedAt: Date.parse('2026-11-30T17:10:00Z'),
    }
    const pdfOf = (changes: Partial<Invoice> = {}) =>
      buffer(
        writeInvoicePdf({
          invoice: { ...invoice, ...changes },
          zone: 'Asia/Bangkok',
          turn: () => Promise.resolve(),
        }),
      )

    it('says who bills whom, with tax data, by rate and in all, in the zone of its statements', async () => {
      const [text = ''] = await textsOfPdf(await pdfOf())
      expect(text).toMatch(/Invoice INV-000042.*Sluice Trading Co\., Ltd\..*Tax ID 0105500000001/s)
      expect(text).toMatch(/Tax ID 0105500000002.*SHOP-1/s)
      expect(text).toContain('Issued 2026-12-01 00:10')
      expect(text).toMatch(/7 %.*123,456\.00.*8,641\.92.*132,097\.92/s)
      expect(text).toMatch(/0 %.*10\.00.*0\.00.*10\.00/s)
      expect(text).toMatch(/Total in THB.*123,466\.00.*8,641\.92.*132,107\.92/s)
      expect(text).toContain('Nothing is left to pay')
      expect(text).toContain('statements THB-6 to THB-7')
      expect(text).not.toContain('\\u{')
      expect(text).not.toContain('TEST')
    })

    it('is called a credit note where it gives back, and names the invoices that it corrects', async () => {
      const [text = ''] = await textsOfPdf(
        await pdfOf({ series: 'CN', corrects: ['INV-000040', 'INV-000041'] }),
      )
      expect(text).toMatch(/Credit note CN-000042.*refunded/s)
      expect(text).toContain('It corrects INV-000040, INV-000041.')
      expect(text).toContain('Nothing is left to be paid out')
      expect(text).not.toContain('Invoice')
    })

    it('says of a test merchant that no money has moved, and is the same bytes each time', async () => {
      const [text] = await textsOfPdf(await pdfOf({ isTest: true }))
      expect(text).toContain('TEST: no money has moved')
      expect((await pdfOf()).equals(await pdfOf())).toBe(true)
    })

    it.each([
      ['0.07', '7 %'],
      ['0.2', '20 %'],
      ['0.075', '7.5 %'],
      ['0', '0 %'],
      ['1', '100 %'],
      ['other', 'other'],
    ])('writes the rate %s as %s', (rate, text) => expect(rateText(rate)).toBe(text))
  })
})
