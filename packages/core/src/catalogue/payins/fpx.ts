import { definePayin } from '../define-method.ts'
import { redirecting } from '../flow-presets.ts'
import { operators } from '../operators.ts'
import { byBankPayout } from '../refund-rules.ts'

export const fpx = definePayin({
  ...redirecting,
  code: 'FPX',
  object: 'FpxMethod',
  title: 'FPX',
  summary: "Malaysia's online banking transfer, confirmed while the payer waits.",
  payerSees:
    "The page of the payer's bank opens. The payer logs in, approves with a code or the banking app, and comes back.",
  checkout: { name: 'title', mark: 'bank' },
  externalReference: 'never',
  refund: byBankPayout,
  responds: { redirectUrl: 'always' },
  currencies: {
    MYR: {
      operators: operators('MY_FPX_B2C'),
      operator: 'optional',
      min: '1',
      max: '30000',
      expirySecs: 900,
      matchedBy: 'scheme',
      fee: { percent: '0', fixed: '1' },
      exampleAmount: 89.9,
    },
  },
})
