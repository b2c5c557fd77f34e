/**
 * Receiving accounts as operators in each country would register them, for tests and for trying things out: numbers of real form
 * that lead nowhere. `POST /admin/accounts` takes each as it is.
 */
const PAYEE = 'DEMO GATEWAY'
const bank = (bankCode: string, accountNumber: string) => ({
  accountName: PAYEE,
  accountNumber,
  bankCode,
  bankName: 'DEMO BANK',
})
const upi = { address: 'demo.gateway@examplebank', payeeName: PAYEE, categoryCode: '5399' }
const shop = { payeeName: PAYEE, city: 'MAKATI', categoryCode: '5399' }

interface Method {
  readonly code: string
  readonly operators?: readonly string[]
  readonly receiving: Readonly<Record<string, string>>
  readonly recognisedBy?: string
  readonly virtualDigits?: number
}

const METHODS: Readonly<Record<string, readonly [timeZone: string, ...Method[]]>> = {
  ARS: [
    'America/Argentina/Buenos_Aires',
    // A wallet gives out numbers: its block of eight, and fourteen digits of which the last one checks.
    { code: 'OFFLINE', receiving: bank('000', '00000031'), recognisedBy: 'account', virtualDigits: 14 },
  ],
  BRL: [
    'America/Sao_Paulo',
    { code: 'PIXQR', receiving: { payeeName: PAYEE, city: 'SAO PAULO', key: '11222333000181' } },
  ],
  CNY: ['Asia/Shanghai', { code: 'OFFLINE', receiving: bank('ICBC', '6222021234567890128') }],
  GHS: ['Africa/Accra', { code: 'MOBILE_MONEY', receiving: { tillNumber: '404040', tillName: PAYEE } }],
  IDR: [
    'Asia/Jakarta',
    {
      code: 'QRISPAY',
      receiving: {
        acquirer: 'ID.CO.DEMOGATEWAY.WWW',
        merchantPan: '936009990000000017',
        merchantId: 'DEMO0001',
        nationalId: 'ID1026000000001',
        categoryCode: '5399',
        payeeName: PAYEE,
        city: 'JAKARTA',
        postCode: '10340',
      },
    },
    { code: 'VAPAY', receiving: bank('014', '39013'), recognisedBy: 'account', virtualDigits: 11 },
  ],
  INR: [
    'Asia/Kolkata',
    { code: 'UPIQR', receiving: upi },
    {
      code: 'P2A_V2',
      operators: ['UPI_QR'],
      receiving: { ...upi, accountName: PAYEE, accountNumber: '50100012345678' },
    },
    { code: 'P2A_V2', operators: ['IMPS'], receiving: bank('HDFC0000001', '50100012345678') },
  ],
  JPY: [
    'Asia/Tokyo',
    {
      code: 'OFFLINE',
      receiving: { ...bank('0005', '1234567'), branchCode: '001', accountType: 'ordinary' },
    },
  ],
  KES: ['Africa/Nairobi', { code: 'MOBILE_MONEY', receiving: { tillNumber: '505050', tillName: PAYEE } }],
  KRW: [
    'Asia/Seoul',
    { code: 'OFFLINE', receiving: bank('004', '12345678901234') },
    { code: 'VAPAY', receiving: bank('004', '7012'), recognisedBy: 'account', virtualDigits: 10 },
  ],
  LAK: [
    'Asia/Vientiane',
    {
      code: 'OFFLINE',
      receiving: { ...bank('27710418', '010120000012345001'), qrReceiver: 'mchDEMO000000001' },
    },
  ],
  MXN: [
    'America/Mexico_City',
    { code: 'OFFLINE', receiving: bank('646', '6461800000'), recognisedBy: 'account', virtualDigits: 8 },
  ],
  MYR: [
    'Asia/Kuala_Lumpur',
    { code: 'DUITNOW', receiving: { ...shop, acquirer: '501664', merchantId: '123456789', city: 'BANGI' } },
  ],
  NAD: ['Africa/Windhoek', { code: 'OFFLINE', receiving: bank('483772', '8001234567') }],
  NGN: [
    'Africa/Lagos',
    { code: 'OFFLINE', receiving: bank('044', '12'), recognisedBy: 'account', virtualDigits: 8 },
  ],
  PHP: [
    'Asia/Manila',
    { code: 'QRPH', receiving: { ...shop, acquirer: 'PAPHPHM1XXX', merchantId: 'DEMO0000001' } },
  ],
  THB: [
    'Asia/Bangkok',
    { code: 'PROMPTPAY', receiving: { ...bank('004', '1234567890'), billerId: '010753600010286' } },
  ],
  TWD: [
    'Asia/Taipei',
    { code: 'VAPAY', receiving: bank('822', '9011'), recognisedBy: 'account', virtualDigits: 10 },
  ],
  TZS: [
    'Africa/Dar_es_Salaam',
    { code: 'MOBILE_MONEY', receiving: { tillNumber: '606060', tillName: PAYEE } },
  ],
  VND: [
    'Asia/Ho_Chi_Minh',
    { code: 'VIETQR', receiving: bank('970436', '0011001932418') },
    { code: 'OFFLINE', receiving: bank('970436', '0011001932418') },
  ],
  ZAR: [
    'Africa/Johannesburg',
    { code: 'OFFLINE', receiving: bank('470010', '1234567890') },
    { code: 'ZAPPER_QR', receiving: { merchantId: '40895', siteId: '49955', payeeName: PAYEE } },
  ],
  ZMW: ['Africa/Lusaka', { code: 'MOBILE_MONEY', receiving: { tillNumber: '707070', tillName: PAYEE } }],
}

/** Plain transfers that nothing but their amount tells apart, where the other methods of the currency carry a reference. */
const BY_AMOUNT: typeof METHODS = {
  PHP: ['Asia/Manila', { code: 'OFFLINE', receiving: bank('BNORPHMMXXX', '006540012345') }],
  THB: ['Asia/Bangkok', { code: 'OFFLINE', receiving: bank('014', '9876543210') }],
}

const accounts = (methodsOf: typeof METHODS, suffix: string) =>
  Object.entries(methodsOf).map(([currencyCode, [timeZone, ...methods]]) => ({
    id: `rails-${currencyCode.toLowerCase()}${suffix}`,
    name: `Demo account in ${currencyCode}`,
    kind: 'BANK_ACCOUNT' as const,
    currencyCode,
    isTest: true,
    timeZone,
    methods,
  }))

/** One or two accounts in each currency, for test merchants. */
export const RECEIVING_ACCOUNTS = [...accounts(METHODS, ''), ...accounts(BY_AMOUNT, '-transfers')]
