import { definePayin } from '../define-method.ts'
import { redirecting } from '../flow-presets.ts'
import { byBankPayout } from '../refund-rules.ts'

const PAY_ME = [{ code: 'PAY_ME', name: 'PayMe' }] as const

export const payMe = definePayin({
  ...redirecting,
  code: 'PAY_ME',
  object: 'PayMeMethod',
  title: 'PayMe',
  summary: 'A payment link between clients of the same South African bank.',
  payerSees:
    'A payment link opens. The payer, a client of the receiving bank, confirms it in the banking app.',
  checkout: { name: 'title', mark: 'bank' },
  externalReference: 'never',
  refund: byBankPayout,
  responds: { redirectUrl: 'always' },
  currencies: {
    ZAR: {
      operators: PAY_ME,
      operator: 'optional',
      min: '5',
      max: '50000',
      expirySecs: 1800,
      matchedBy: 'scheme',
      fee: { percent: '2', fixed: '0' },
      exampleAmount: 250,
    },
  },
})
