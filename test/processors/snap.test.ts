/** SNAP as Midtrans has it, before a provider of our own: the contract of processors, and many payments in bad weather. */
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { notifierKeys, type ReportedCase, SnapFake } from '@sluice/providers/snap/fake.fixture.ts'
import { fakeOptions, snapSettings } from '@sluice/providers/snap/snap.fixture.ts'
import { snap } from '@sluice/providers/snap/snap.ts'
import { describeNative, type FakeNeeds } from './native-kit.ts'
import { describeRun, type RunNeeds } from './provider-run.ts'

const IDR = 'IDR' as CurrencyCode
const money = { amount: 125_000, currencyCode: IDR }
const account = { accountName: 'Siti Rahma', accountNumber: '1234567890' }
const bankTransfer = { paymentMethodCode: 'BANK_TRANSFER', paymentOperatorCode: 'BCA', account }
const callbackUrl = 'https://shop.example/callbacks'

/** Each in its turn. */
function payinBodies(): () => object {
  const methods = [
    { paymentMethodCode: 'QRISPAY' },
    { paymentMethodCode: 'VAPAY', paymentOperatorCode: 'BCA' },
    { paymentMethodCode: 'EWALLET', paymentOperatorCode: 'DANA' },
  ]
  let requested = 0
  return () => {
    requested += 1
    return { paymentRequested: { money }, paymentMethod: methods[requested % methods.length], callbackUrl }
  }
}
const payin = (paymentMethod: object) => () => ({ paymentRequested: { money }, paymentMethod, callbackUrl })

const midtrans = {
  provider: snap,
  fake: (needs: FakeNeeds | RunNeeds<ReportedCase>) => new SnapFake({ ...fakeOptions('midtrans'), ...needs }),
  settings: (baseUrl: string) => ({
    ...snapSettings('midtrans'),
    notificationKey: notifierKeys().publicKey,
    baseUrl,
  }),
  products: ['QRISPAY', 'VAPAY', 'EWALLET', 'BANK_TRANSFER'].map((code) => ({ code, currency: IDR })),
  bodies: { payin: payinBodies(), payout: payin(bankTransfer) },
}

describeNative('native, before a provider with SNAP', {
  ...midtrans,
  // What it does not know it is believed not to have after ten minutes.
  sentAgainWithinMs: 1_200_000,
  bodies: { ...midtrans.bodies, payin: payin({ paymentMethodCode: 'QRISPAY' }) },
  foreign: [
    { method: 'ONLINE' },
    { money: { currency: 'THB' as CurrencyCode, amountMinor: minor(50_000n) } },
    { kind: 'payout', method: 'WALLET_TRANSFER', money: { currency: IDR, amountMinor: minor(5_000_000n) } },
  ],
  refunds: { payee: bankTransfer, payin: payin({ paymentMethodCode: 'QRISPAY' }) },
})

describeRun<ReportedCase>('a provider with SNAP', {
  ...midtrans,
  errors: [
    [3, { status: 504, caseCode: '00' }],
    [2, { status: 409, caseCode: '00' }],
  ],
  fates: {
    'payin 00': 'paid',
    'payin 03': 'unpaid',
    'payin 05': 'unpaid',
    'payin 08': 'unpaid',
    'va 00': 'paid',
    // A number at a bank lives for a day.
    'va 03': 'under way',
    'transfer 00': 'arrived',
    'transfer 03': 'under way',
    'transfer 06': 'failed',
  },
})
