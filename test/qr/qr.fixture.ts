/** Payins of every method that shows a QR code, with realistic receiving details; and a reader for their codes. */
import { PAYIN_METHODS } from '@sluice/core/catalogue/all-methods.ts'
import type { Currency } from '@sluice/core/catalogue/currencies.ts'
import type { InstructionContext, PayinMethod, Receiving } from '@sluice/core/catalogue/payment-method.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import fc from 'fast-check'
import reader from 'jsqr'
import QRCode from 'qrcode'

/** Pixels per module, and the quiet zone that the standard requires, in modules. */
const SCALE = 3
const QUIET = 4

/** Draws the text as a QR code and reads it from the picture. */
export function throughTheCamera(text: string): string {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  const side = (modules.size + 2 * QUIET) * SCALE
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const row = Math.floor(y / SCALE) - QUIET
      const column = Math.floor(x / SCALE) - QUIET
      const inside = row >= 0 && column >= 0 && row < modules.size && column < modules.size
      if (inside && modules.get(row, column)) pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
    }
  }
  const seen = reader.default(pixels, side, side, { inversionAttempts: 'dontInvert' })
  if (!seen) throw new Error('the camera sees no code')
  return seen.data
}

/** Real-looking names: with accents, in other scripts, long ones. */
const names = fc.oneof(
  fc.constantFrom(
    'Démo Gateway',
    'Nguyễn Thị Minh Khai',
    'ร้านกาแฟ',
    '株式会社テスト',
    'Ação & Cia. Ltda',
    "O'Neil – Café",
    'x',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((text) => text.isWellFormed()),
)
const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''))

/** As the gateway makes them: 12 to 20 of `A-Z 0-9` (a bill payment accepts no more than 20). */
const references = fc
  .array(fc.constantFrom(...'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'), { minLength: 12, maxLength: 20 })
  .map((all) => all.join(''))

const bank = { accountName: names, bankName: fc.constant('Some Bank') }
const upi = {
  address: fc.constantFrom('gateway.merchant@examplebank', 'shop-1_a@ybl'),
  payeeName: names,
  categoryCode: fc.constant('5399'),
}

/** Mobile, tax or citizen number, e-wallet: without a biller ID, the payer makes a plain transfer. */
const PROMPTPAY_ID = fc.record({
  ...bank,
  bankCode: fc.constant('004'),
  accountNumber: digits(10),
  promptPayId: fc.oneof(
    digits(8).map((rest) => `08${rest}`),
    digits(13),
    digits(15),
  ),
})

/** Receiving details by the method's object; methods with several codes have them by currency, too. */
const RECEIVING: Readonly<Record<string, Readonly<Record<string, fc.Arbitrary<string>>>>> = {
  'PromptPayMethod THB': {
    ...bank,
    bankCode: fc.constant('004'),
    accountNumber: digits(10),
    billerId: digits(15),
  },
  VietQRMethod: {
    ...bank,
    bankCode: fc.constantFrom('970436', '970416', '971025'),
    accountNumber: digits(13),
  },
  'OfflineMethod VND': { ...bank, bankCode: fc.constant('970436'), accountNumber: digits(19) },
  'OfflineMethod LAK': {
    ...bank,
    bankCode: fc.constant('27710418'),
    accountNumber: digits(18),
    qrReceiver: fc.constant('mch0000000001'),
  },
  DuitNowMethod: {
    acquirer: digits(6),
    merchantId: digits(28),
    categoryCode: digits(4),
    payeeName: names,
    city: names,
  },
  QrisPayMethod: {
    acquirer: fc.constant('ID.CO.DEMOGATEWAY.WWW'),
    merchantPan: digits(14).map((rest) => `9360${rest}`),
    merchantId: digits(15),
    nationalId: digits(13).map((rest) => `ID${rest}`),
    categoryCode: digits(4),
    payeeName: names,
    city: names,
    postCode: digits(5),
  },
  QRPhMethod: {
    acquirer: fc.constant('PAPHPHM1XXX'),
    merchantId: digits(21),
    categoryCode: digits(4),
    payeeName: names,
    city: names,
  },
  PixQRMethod: {
    key: fc.constantFrom('123e4567-e12b-12d1-a456-426655440000', 'loja@example.com', '+5511987654321'),
    payeeName: names,
    city: names,
  },
  UpiQRMethod: upi,
  P2AV2Method: { ...upi, accountName: names, accountNumber: digits(14) },
  UpiCollectMethod: upi,
  ZapperQrMethod: { merchantId: digits(5), siteId: digits(5), payeeName: names },
  CryptoOfflineMethod: {
    address: fc.constant('0x70997970C51812dc3A010C7d01b50e0d17dc79C8'),
    payeeName: names,
    contract: fc.constant('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'),
    chainId: fc.constantFrom('1', '8453', '137'),
  },
}

export interface QrPayin {
  readonly method: PayinMethod
  readonly currency: Currency
}

/** False for a provider's code, which is shown unchanged. */
export const isMadeHere = ({ receiving }: PayinMethod): boolean => receiving.qrContent?.need !== 'mandatory'

/** For methods without an entry in `RECEIVING`: made up as in the sandbox. */
const madeUp = (method: PayinMethod, currency: Currency): Receiving =>
  method.sandboxReceiving({ ...CONTEXT, currency })
const CONTEXT = {
  ...{ merchantCode: 'demo', merchantName: 'Demo', idPayin: 'order-1', reference: 'ABCDEFGHJKLM' },
  ...{ request: {}, baseUrl: 'http://127.0.0.1:8080', expireAt: 1_800_000_000_000 },
}

/** Every method and currency whose payer is shown a code or a payment link. */
export const QR_PAYINS: readonly QrPayin[] = PAYIN_METHODS.flatMap((method) =>
  [...method.currencies.values()].flatMap(({ currency }) =>
    receivingFor(method, currency) &&
    (method.flow === 'qr' || 'upiQrDeepLink' in method.responds || 'qrCode' in method.responds)
      ? [{ method, currency }]
      : [],
  ),
)

function receivingFor(method: PayinMethod, currency: Currency): fc.Arbitrary<Receiving> | undefined {
  const { object } = method
  const { code } = currency
  const biller = RECEIVING['PromptPayMethod THB']
  if (object === 'PromptPayMethod' && biller) return fc.oneof(fc.record(biller), PROMPTPAY_ID)
  const parts = RECEIVING[object] ?? RECEIVING[`${object} ${code}`]
  if (parts) return fc.record(parts)
  return method.flow === 'qr' && isMadeHere(method) ? fc.constant(madeUp(method, currency)) : undefined
}

/** Contexts with any amount within the method's limits, any reference and any names. */
export function contextsOf({ method, currency }: QrPayin): fc.Arbitrary<InstructionContext> {
  const rules = method.currencies.get(currency.code)
  const receiving = receivingFor(method, currency)
  if (!rules || !receiving) throw new Error(`${method.object} shows no code in ${currency.code}`)
  const step = 10n ** BigInt(currency.ledgerDigits - currency.practiceDigits)
  const amounts = fc.oneof(
    fc.bigInt({ min: rules.minMinor, max: rules.maxMinor }).map((amount) => (amount / step) * step || step),
    fc.constantFrom(rules.minMinor, rules.maxMinor),
  )
  return fc
    .record({ amountMinor: amounts, reference: references, receiving, merchantName: names })
    .map(({ amountMinor, reference, receiving: details, merchantName }) => ({
      merchantCode: 'demo',
      merchantName,
      idPayin: 'order-1',
      reference,
      currency,
      request: {},
      baseUrl: 'http://127.0.0.1:8080',
      money: { currency: currency.code, amountMinor: minor(amountMinor) },
      expireAt: 1_800_000_000_000,
      receiving: details,
    }))
}
