import { describe, expect, it } from 'vitest'
import { payinMethod } from './all-methods.ts'
import { type OfferedCurrency, offered } from './currencies.ts'
import { operators } from './operators.ts'
import { checkOwnReceiving, checkReceiving } from './receiving-details.ts'

const vietQr = payinMethod('VIETQR')
const LIVE = { live: true }
const account = { accountName: 'SHOP', accountNumber: '123', bankCode: '970436', bankName: 'VCB' }

describe('receiving details that a processor supplies', () => {
  it('are taken without what the method does not know', () => {
    expect(checkReceiving(vietQr, { ...account, colour: 'red' }, LIVE)).toEqual({ ok: true, value: account })
  })

  it('must be complete: all that is missing or wrong is said at once', () => {
    const given = checkReceiving(vietQr, { accountName: 'SHOP', accountNumber: 123 }, LIVE)
    expect(!given.ok && given.failure.map(({ path, code }) => `${path} ${code}`)).toEqual([
      '/accountNumber WRONG_TYPE',
      '/bankCode REQUIRED',
      '/bankName REQUIRED',
    ])
  })

  it.each([
    ['ONLINE', 'https://bank.example/pay/1', true],
    ['ONLINE', 'http://bank.example/pay/1', false],
    ['ONLINE', 'gopay://pay/1', false],
    ['EWALLET', 'https://bank.example/pay/1', true],
    ['EWALLET', 'gopay://pay/1', true],
    ['EWALLET', 'momo://app?x=1', false],
    ['MOMOPAY', 'momo://app?x=1', true],
    ['EWALLET', 'tel:+62900900', false],
    ['EWALLET', 'intent://pay#Intent;scheme=gopay;package=thief;end', false],
    ['EWALLET', 'javascript:alert(document.cookie)', false],
    ['EWALLET', 'data:text/html,<script>alert(1)</script>', false],
    ['EWALLET', '//elsewhere.example', false],
  ])(
    'hold a page where a payer of %s is sent, or an app that it is paid with, and nothing else: %s',
    (code, pageUrl, ok) => {
      const taken = checkReceiving(payinMethod(code), { pageUrl }, LIVE)
      expect(taken.ok).toBe(ok)
      if (!taken.ok) expect(taken.failure).toMatchObject([{ path: '/pageUrl' }])
    },
  )

  it('may be a page without encryption where no money moves', () => {
    expect(
      checkReceiving(payinMethod('ONLINE'), { pageUrl: 'http://127.0.0.1/pay' }, { live: false }).ok,
    ).toBe(true)
  })

  it.each(['UPIQR', 'UPICOLLECT'])('hold a link for %s that opens a UPI app and nothing else', (code) => {
    const upi = { address: 'shop@bank', payeeName: 'SHOP', categoryCode: '5311' }
    const linked = (link: string) => checkReceiving(payinMethod(code), { ...upi, link }, LIVE).ok
    expect(['upi://pay?pa=shop@bank', 'phonepe://pay?pa=shop@bank'].map(linked)).toEqual([true, true])
    expect(['javascript:alert(1)', 'tel:+911', 'intent://pay'].map(linked)).toEqual([false, false, false])
  })

  it('may be a whole code of the provider, which needs no other detail', () => {
    const qrContent = `00020101021226${'0'.repeat(40)}6304A1B2`
    expect(checkReceiving(payinMethod('QRISPAY'), { qrContent }, LIVE)).toEqual({
      ok: true,
      value: { qrContent },
    })
    const without = checkReceiving(
      payinMethod('QRISPAY'),
      { acquirer: 'ID.CO.BANK.WWW', city: 'JAKARTA' },
      LIVE,
    )
    expect(!without.ok && without.failure.map(({ path, code }) => `${path} ${code}`)).toEqual(
      ['merchantPan', 'merchantId', 'nationalId', 'categoryCode', 'payeeName', 'postCode'].map(
        (name) => `/${name} REQUIRED`,
      ),
    )
  })

  it('are an object', () => {
    expect(checkReceiving(vietQr, [], LIVE)).toMatchObject({ ok: false, failure: [{ code: 'WRONG_TYPE' }] })
  })
})

/** What an operator registers for an account of the own: each case is right but for what it shows. */
describe('receiving details of an own account', () => {
  const bank = { accountName: 'SHOP', accountNumber: '0011001932418', bankCode: '004', bankName: 'BANK' }
  const merchant = {
    acquirer: 'RCBCPHMMXXX',
    merchantId: '000600788000696',
    categoryCode: '5311',
    payeeName: 'SHOP',
    city: 'MAKATI',
  }
  const qris = {
    ...merchant,
    acquirer: 'ID.CO.BANK.WWW',
    merchantPan: '936009990000000017',
    nationalId: 'ID1026000000001',
    postCode: '10110',
  }
  const upi = { address: 'shop@okhdfcbank', payeeName: 'Shop', categoryCode: '5399' }
  const pix = { payeeName: 'Loja', city: 'SAO PAULO' }

  interface Case {
    readonly code: string
    readonly currency: OfferedCurrency
    readonly details: object
    readonly operator?: string
    readonly isPrefix?: boolean
  }
  const faultsOf = ({ code, currency, details, operator, isPrefix = false }: Case): string[] => {
    const method = payinMethod(code, operator)
    const rules = method.currencies.get(offered(currency).code)
    if (!rules) throw new Error(`${code} has no ${currency}`)
    const checked = checkOwnReceiving(method, { rules, isPrefix }, details)
    return checked.ok ? [] : checked.failure.map((fault) => `${fault.path} ${fault.code}`)
  }
  const transfer = (currency: OfferedCurrency, details: object) => ({
    code: 'OFFLINE',
    currency,
    details: { ...bank, ...details },
  })
  const vietnamese = (bankCode: string) => ({
    code: 'VIETQR',
    currency: 'VND' as const,
    details: { ...bank, bankCode },
  })

  it.each<[string, Case]>([
    ['a CNPJ with letters', { code: 'PIXQR', currency: 'BRL', details: { ...pix, key: '12ABC34501DE35' } }],
    ['a phone number', { code: 'PIXQR', currency: 'BRL', details: { ...pix, key: '+5511987654321' } }],
    [
      'a random key',
      { code: 'PIXQR', currency: 'BRL', details: { ...pix, key: '123e4567-e12b-12d1-a456-426655440000' } },
    ],
    ['a CLABE', transfer('MXN', { accountNumber: '646180000012345671' })],
    ['a CVU', transfer('ARS', { accountNumber: '0000003110000000123456' })],
    ['a NUBAN', transfer('NGN', { accountNumber: '1234567895', bankCode: '044' })],
    ['an account in South Africa', transfer('ZAR', { accountNumber: '1', bankCode: '470010' })],
    ['what is published nowhere', transfer('CNY', { bankCode: 'ICBC', accountNumber: 'any' })],
    [
      'an account in Japan',
      transfer('JPY', {
        bankCode: '0005',
        branchCode: '001',
        accountType: 'ordinary',
        accountNumber: '1234567',
      }),
    ],
    ['a UPI address', { code: 'UPIQR', currency: 'INR', details: upi }],
    [
      'an IFSC',
      { code: 'P2A_V2', operator: 'IMPS', currency: 'INR', details: { ...bank, bankCode: 'HDFC0000001' } },
    ],
    ['a Philippine acquirer', { code: 'QRPH', currency: 'PHP', details: merchant }],
    ['a merchant of QRIS', { code: 'QRISPAY', currency: 'IDR', details: qris }],
    [
      'a biller that no tax number is behind',
      { code: 'PROMPTPAY', currency: 'THB', details: { ...bank, billerId: '010753600010286' } },
    ],
    [
      'what virtual numbers begin with',
      { code: 'OFFLINE', currency: 'MXN', isPrefix: true, details: { ...bank, accountNumber: '646180157' } },
    ],
  ])('may be %s', (_what, given) => {
    expect(faultsOf(given)).toEqual([])
  })

  it.each<[string, Case, string]>([
    [
      'a mistyped CPF',
      { code: 'PIXQR', currency: 'BRL', details: { ...pix, key: '12345678900' } },
      '/key INVALID_CHECK_DIGIT',
    ],
    [
      'a random key in capitals',
      { code: 'PIXQR', currency: 'BRL', details: { ...pix, key: '123E4567-E12B-12D1-A456-426655440000' } },
      '/key INVALID_FORMAT',
    ],
    [
      'a mistyped CLABE',
      transfer('MXN', { accountNumber: '646180000012345670' }),
      '/accountNumber INVALID_CHECK_DIGIT',
    ],
    [
      'a CLABE with spaces',
      transfer('MXN', { accountNumber: '646 180 00001234567 1' }),
      '/accountNumber INVALID_FORMAT',
    ],
    [
      'an alias, which can move to another account',
      transfer('ARS', { accountNumber: 'tienda.demo' }),
      '/accountNumber INVALID_FORMAT',
    ],
    [
      'a NUBAN of another bank',
      transfer('NGN', { accountNumber: '1234567895', bankCode: '058' }),
      '/accountNumber INVALID_CHECK_DIGIT',
    ],
    [
      'a bank of Laos with the number of another country',
      transfer('LAK', { bankCode: '27710764' }),
      '/bankCode INVALID_FORMAT',
    ],
    ['a bank that is no member of NAPAS', vietnamese('123456'), '/bankCode INVALID_FORMAT'],
    [
      'the same bank for a plain transfer',
      transfer('VND', { bankCode: '123456' }),
      '/bankCode INVALID_FORMAT',
    ],
    [
      'an acquirer of another country',
      { code: 'QRPH', currency: 'PHP', details: { ...merchant, acquirer: 'RCBCUSMMXXX' } },
      '/acquirer INVALID_FORMAT',
    ],
    [
      'a bank of another country for pesos',
      transfer('PHP', { bankCode: 'BOPIUSMMXXX' }),
      '/bankCode INVALID_FORMAT',
    ],
    [
      'a code for one payin, which all payers would pay',
      { code: 'QRISPAY', currency: 'IDR', details: { ...qris, qrContent: '000201' } },
      '/qrContent UNKNOWN_FIELD',
    ],
    [
      'a biller of 13 digits',
      { code: 'PROMPTPAY', currency: 'THB', details: { ...bank, billerId: '0105536000102' } },
      '/billerId INVALID_FORMAT',
    ],
    [
      'neither a biller nor a PromptPay ID',
      { code: 'PROMPTPAY', currency: 'THB', details: bank },
      '/billerId REQUIRED',
    ],
    [
      'a UPI address without a bank',
      { code: 'UPIQR', currency: 'INR', details: { ...upi, address: 'shop' } },
      '/address INVALID_FORMAT',
    ],
    [
      'a prefix that is no number',
      { code: 'VAPAY', currency: 'IDR', isPrefix: true, details: { ...bank, accountNumber: '888-10' } },
      '/accountNumber INVALID_FORMAT',
    ],
  ])('may not be %s', (_what, given, fault) => {
    expect(faultsOf(given.code === 'PROMPTPAY' ? thai(given) : given)).toEqual([fault])
  })
  const thai = (given: Case): Case => ({
    ...given,
    details: { ...given.details, accountNumber: '1234567890' },
  })

  it('are told all that is wrong at once: what is missing, what cannot be, and what is misspelt', () => {
    const { city: _, ...rest } = merchant
    const details = { ...rest, acquirer: 'RCBC', categoryCode: 599, 'post/Code': '1200' }
    expect(faultsOf({ code: 'QRPH', currency: 'PHP', details })).toEqual([
      '/categoryCode WRONG_TYPE',
      '/city REQUIRED',
      '/acquirer INVALID_FORMAT',
      '/post~1Code UNKNOWN_FIELD',
    ])
    const wronglyTyped = { ...bank, accountNumber: '1234567890', billerId: 10753600010286 }
    expect(faultsOf({ code: 'PROMPTPAY', currency: 'THB', details: wronglyTyped })).toEqual([
      '/billerId WRONG_TYPE',
    ])
  })

  it('are asked for where an own account needs more than a provider does', () => {
    expect(faultsOf(transfer('JPY', { bankCode: '0005', accountNumber: '1234567' }))).toEqual([
      '/branchCode REQUIRED',
      '/accountType REQUIRED',
    ])
    expect(faultsOf({ code: 'MOBILE_MONEY', currency: 'KES', details: {} })).toEqual([
      '/tillNumber REQUIRED',
      '/tillName REQUIRED',
    ])
    expect(checkReceiving(payinMethod('MOBILE_MONEY'), {}, LIVE).ok).toBe(true)
  })

  it.each(operators('VN_NAPAS'))('may be of every member of NAPAS: $name', ({ facts }) => {
    for (const code of ['VIETQR', 'OFFLINE'])
      if (facts?.bin !== undefined) expect(faultsOf({ ...vietnamese(facts.bin), code })).toEqual([])
  })

  it.each(operators('PH_INSTAPAY'))('may be of every member of InstaPay: $name', ({ code }) => {
    expect(faultsOf({ code: 'QRPH', currency: 'PHP', details: { ...merchant, acquirer: code } })).toEqual([])
    expect(faultsOf(transfer('PHP', { bankCode: code }))).toEqual([])
  })

  it.each(operators('LA_BANKS'))('may be of every bank of Laos whose IIN is known: $name', ({ facts }) => {
    if (facts?.iin !== undefined) expect(faultsOf(transfer('LAK', { bankCode: facts.iin }))).toEqual([])
  })

  it('have none of what a provider makes for one payin alone', () => {
    const details = { ...upi, link: 'upi://pay?pa=shop@okhdfcbank&am=1.00&cu=INR' }
    expect(faultsOf({ code: 'UPIQR', currency: 'INR', details })).toEqual(['/link UNKNOWN_FIELD'])
    expect(checkReceiving(payinMethod('UPIQR'), details, LIVE)).toEqual({ ok: true, value: details })
  })
})
