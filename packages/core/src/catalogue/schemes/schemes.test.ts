import * as promptparse from 'promptparse'
import { QRPay } from 'vietnam-qr-pay'
import { describe, expect, it } from 'vitest'
import known from '../data/known-payloads.json' with { type: 'json' }
import { duitNowQr } from './duitnow.ts'
import { eip681Transfer } from './eip681.ts'
import { laoQr } from './laoqr.ts'
import { dynamicPix, staticPix } from './pix.ts'
import { promptPayBill, promptPayTransfer } from './promptpay.ts'
import { qrPhMerchant } from './qrph.ts'
import { EMV_SCHEMES, readPaymentCode } from './read.ts'
import { upiLink } from './upi.ts'
import { vietQr } from './vietqr.ts'
import { decodeZapper, encodeZapper, zapperOrder } from './zapper.ts'

const { qr, links } = known
const DEMO = 'DEMO GATEWAY'

const DECLARED = EMV_SCHEMES.flatMap((scheme) =>
  scheme.examples.map(({ of, ...example }) => ({ title: `${scheme.name}, ${of}`, scheme, ...example })),
)

describe.each(DECLARED)('$title', ({ scheme, code, payload, write }) => {
  const parts: Readonly<Record<string, unknown>> = { ...code }

  it('is written byte for byte', () => {
    expect(write()).toBe(payload)
  })

  it('is read as what it was written of', () => {
    const { amount, name } = code
    const payee = Object.fromEntries(
      scheme.payee.flatMap((part) => (parts[part] === undefined ? [] : [[part, parts[part]]])),
    )
    const written = parts[scheme.reference ?? 'reference']
    const reference = written === '***' ? undefined : written
    const read = readPaymentCode(payload)
    expect(read.ok && { reference: undefined, amount: undefined, name: undefined, ...read.value }).toEqual({
      scheme: scheme.name,
      currencyCode: scheme.currency,
      ...{ payee, amount, reference, name },
    })
  })
})

describe('the builders write codes that are in use, byte for byte', () => {
  it.each([
    [
      'PromptPay to a mobile number',
      promptPayTransfer({ to: 'mobile', number: '0066801234567', countryFirst: true }),
      qr.PROMPTPAY_STATIC_PHONE,
    ],
    [
      'PromptPay with an amount',
      promptPayTransfer({ to: 'mobile', number: '0066000000000', amount: '4.22', countryFirst: true }),
      qr.PROMPTPAY_AMOUNT,
    ],
    ['VietQR without amount', vietQr({ bin: '970416', account: '257678859' }), qr.VIETQR_STATIC],
    [
      'VietQR of an order',
      vietQr({ bin: '970436', account: '0011001932418', amount: '150000', content: 'PAY ORD20260001' }),
      qr.VIETQR_OWN,
    ],
    [
      'DuitNow of an order',
      duitNowQr({
        acquirer: '890087',
        merchantId: '0000000000000000000000012345',
        categoryCode: '7399',
        name: 'DEMO GATEWAY SDN BHD',
        city: 'KUALA LUMPUR',
        postCode: '50450',
        amount: '25.00',
        reference: 'PGW20260001',
      }),
      qr.DUITNOW_OWN,
    ],
    [
      'QR Ph of an order',
      qrPhMerchant({
        acquirer: 'PAPHPHM1XXX',
        merchantId: 'DEMO0000001',
        flags: '000',
        categoryCode: '5399',
        name: DEMO,
        city: 'MAKATI',
        postCode: '1200',
        amount: '500.00',
        reference: 'PGW20260001',
        terminal: 'WEB00001',
        notification: 'PGW20260001',
      }),
      qr.QRPH_OWN,
    ],
    [
      'Pix of an order',
      staticPix({
        key: '123e4567-e12b-12d1-a456-426655440000',
        name: 'DEMO GATEWAY LTDA',
        city: 'SAO PAULO',
        amount: '123.45',
        txid: 'PGW20260001',
      }),
      qr.PIX_STATIC_OWN,
    ],
    [
      'Pix with the address of a charge',
      dynamicPix({
        url: 'pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd441',
        name: 'DEMO GATEWAY LTDA',
        city: 'SAO PAULO',
      }),
      qr.PIX_DYNAMIC_OWN,
    ],
    [
      'LaoQR of an order',
      laoQr({
        iin: '27710418',
        receiver: { kind: 'merchant', id: 'mchDEMO000000001' },
        categoryCode: '5399',
        amount: '250000',
        name: DEMO,
        city: 'VIENTIANE',
        reference: 'PGW20260001',
      }),
      qr.LAOQR_OWN,
    ],
    [
      'UPI',
      upiLink({
        address: 'gateway.merchant@examplebank',
        name: 'Demo Gateway',
        categoryCode: '5399',
        reference: 'PGW20260001',
        note: 'ORD20260001',
        amount: '499.00',
      }),
      links.UPI,
    ],
    [
      "EIP-681, the specification's example",
      eip681Transfer({
        contract: '0x89205a3a3b2a69de6dbf7f01ed13b2108b2c43e7',
        to: '0x8e23ee67d1332ad560396262c48ffbb01f93d052',
        units: 1n,
      }),
      links.EIP681_SPEC,
    ],
    [
      'EIP-681 for USDC on Ethereum',
      eip681Transfer({
        contract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
        chainId: '1',
        to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
        units: 25_500_000n,
      }),
      links.EIP681_USDC,
    ],
    [
      'Zapper of an order',
      zapperOrder({
        merchantId: '40895',
        siteId: '49955',
        amount: '150.00',
        reference: 'PGW20260001',
        shortName: 'Demo Gateway',
      }),
      links.ZAPPER_T6_MAGENTO,
    ],
  ])('%s', (_name, built, { payload }) => {
    expect(built).toBe(payload)
  })

  it.each([links.ZAPPER_T6, links.ZAPPER_T6_MAGENTO])(
    'a Zapper code is read and written again',
    ({ payload }) => {
      const decoded = decodeZapper(payload)
      expect(decoded.ok && encodeZapper(decoded.value)).toBe(payload)
    },
  )

  it('a UPI link writes a space as %20 and leaves the @ of the address', () => {
    const link = upiLink({
      address: 'a@b',
      name: 'A B',
      categoryCode: '0000',
      reference: 'R',
      amount: '1.00',
    })
    expect(link).toBe('upi://pay?pa=a@b&pn=A%20B&mc=0000&tr=R&am=1.00&cu=INR')
  })
})

describe('other implementations read our codes', () => {
  it('promptparse reads a bill payment', () => {
    const payload = promptPayBill({
      billerId: '010753600010286',
      reference1: 'REF123',
      amount: '500.25',
      name: 'SHOP',
    })
    expect(promptparse.validate.billPayment(payload)).toMatchObject({
      billerId: '010753600010286',
      ref1: 'REF123',
      amount: 500.25,
    })
  })

  it('promptparse writes the same bill payment', () => {
    const bill = { billerId: '010753600010286', amount: 500.25, ref1: 'INV20260001', ref2: 'CUST001' }
    const ours = promptPayBill({ ...bill, amount: '500.25', reference1: bill.ref1, reference2: bill.ref2 })
    const theirs = promptparse.parse(promptparse.generate.billPayment(bill), true)
    const read = promptparse.parse(ours, true)
    expect(read?.getTagValue('30')).toBe(theirs?.getTagValue('30'))
    expect(read?.getTagValue('54')).toBe(theirs?.getTagValue('54'))
  })

  it('vietnam-qr-pay reads a transfer', () => {
    const read = new QRPay(
      vietQr({ bin: '970436', account: '0011001932418', amount: '150000', content: 'REF123' }),
    )
    expect(read.isValid).toBe(true)
    expect(read.consumer).toMatchObject({ bankBin: '970436', bankNumber: '0011001932418' })
    expect(read.amount).toBe('150000')
    expect(read.additionalData.purpose).toBe('REF123')
  })

  it('vietnam-qr-pay writes the same transfer', () => {
    const theirs = QRPay.initVietQR({
      bankBin: '970416',
      bankNumber: '257678859',
      amount: '10000',
      purpose: 'Chuyen tien',
    })
    const ours = vietQr({ bin: '970416', account: '257678859', amount: '10000', content: 'Chuyen tien' })
    expect(ours).toBe(theirs.build())
  })
})
