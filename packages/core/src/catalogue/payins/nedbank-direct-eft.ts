import { definePayin } from '../define-method.ts'
import { redirecting } from '../flow-presets.ts'
import { byBankPayout } from '../refund-rules.ts'

const NEDBANK = [{ code: 'NEDBANK', name: 'Nedbank' }] as const

export const nedbankDirectEft = definePayin({
  ...redirecting,
  code: 'NEDBANK_DIRECT_EFT',
  object: 'NedbankDirectEFTMethod',
  title: 'Nedbank Direct EFT',
  summary: 'South African clients of Nedbank approve a transfer in their online banking.',
  payerSees:
    'The page of Nedbank opens. The payer logs in, approves the transfer and comes back to the shop.',
  checkout: { name: 'title', mark: 'bank' },
  externalReference: 'never',
  refund: byBankPayout,
  responds: { redirectUrl: 'always' },
  currencies: {
    ZAR: {
      operators: NEDBANK,
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
