import { definePayin } from '../define-method.ts'
import { redirectingToApps } from '../flow-presets.ts'
import { operators } from '../operators.ts'
import { byWalletPayout } from '../refund-rules.ts'

export const eWallet = definePayin({
  // Schemes of GoPay (two), ShopeePay, DANA (two), OVO and LinkAja.
  ...redirectingToApps('gojek', 'gopay', 'shopeeid', 'dana', 'id.dana', 'ovo', 'linkaja'),
  code: 'EWALLET',
  object: 'EWalletMethod',
  title: 'Indonesian e-wallets',
  summary: 'OVO, DANA, ShopeePay, LinkAja and GoPay behind one method.',
  payerSees:
    "The wallet's app or page opens and the payer confirms with a PIN. OVO instead sends a prompt to the phone, which " +
    'waits for one minute.',
  checkout: { name: { word: 'eWallet' }, mark: 'wallet' },
  externalReference: 'never',
  refund: byWalletPayout,
  responds: { redirectUrl: 'always' },
  currencies: {
    IDR: {
      operators: operators('ID_EWALLETS'),
      operator: 'optional',
      min: '100',
      max: '20000000',
      expirySecs: 900,
      matchedBy: 'scheme',
      fee: { percent: '1.5', fixed: '0' },
      exampleAmount: 125000,
    },
  },
})
