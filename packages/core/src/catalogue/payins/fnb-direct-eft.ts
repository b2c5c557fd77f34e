import { definePayin } from '../define-method.ts'
import { redirecting } from '../flow-presets.ts'
import { byBankPayout } from '../refund-rules.ts'

const FNB = [{ code: 'FNB', name: 'First National Bank' }] as const

export const fnbDirectEft = definePayin({
  ...redirecting,
  code: 'FNB_DIRECT_EFT',
  object: 'FnbDirectEFTMethod',
  title: 'FNB Direct EFT',
  summary: 'South African clients of FNB approve a transfer in their online banking.',
  payerSees: 'The page of FNB opens. The payer logs in, approves the transfer and comes back to the shop.',
  checkout: { name: 'title', mark: 'bank' },
  externalReference: 'never',
  refund: byBankPayout,
  responds: { redirectUrl: 'always' },
  currencies: {
    ZAR: {
      operators: FNB,
      operator: 'optional',
      min: '5',
      max: '50000',
      expirySecs: 900,
      matchedBy: 'scheme',
      fee: { percent: '1.5', fixed: '0' },
      exampleAmount: 499.5,
    },
  },
})
