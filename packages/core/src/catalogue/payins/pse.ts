import { definePayin } from '../define-method.ts'
import { redirecting } from '../flow-presets.ts'
import { operators } from '../operators.ts'
import { byBankPayout } from '../refund-rules.ts'

export const pse = definePayin({
  ...redirecting,
  code: 'PSE',
  object: 'PseMethod',
  title: 'PSE',
  summary: "Colombia's payment button: a debit from any bank account, approved at the bank.",
  payerSees:
    "The page of the payer's bank opens. The payer logs in, approves the debit and comes back to the shop.",
  checkout: { name: 'title', mark: 'bank' },
  externalReference: 'never',
  refund: byBankPayout,
  responds: { redirectUrl: 'always' },
  currencies: {
    COP: {
      operators: operators('CO_PSE'),
      operator: 'optional',
      min: '1600',
      max: '3000000',
      expirySecs: 1800,
      matchedBy: 'scheme',
      fee: { percent: '2.5', fixed: '700' },
      exampleAmount: 80000,
    },
  },
})
