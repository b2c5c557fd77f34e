import { definePayin } from '../define-method.ts'
import { approving } from '../flow-presets.ts'
import { mandatory, optional } from '../method-fields.ts'
import { byBankPayout } from '../refund-rules.ts'

const ABSA = [{ code: 'ABSA', name: 'Absa Pay' }] as const

export const absaPay = definePayin({
  ...approving,
  code: 'ABSA_PAY',
  object: 'AbsaPayMethod',
  title: 'Absa Pay',
  summary: 'South African clients of Absa approve the payment in their banking app.',
  payerSees: 'A request appears in the Absa app. The payer approves it within five minutes.',
  checkout: { name: 'title', mark: 'phone' },
  externalReference: 'never',
  refund: byBankPayout,
  fields: {
    accountName: mandatory('Thandi Nkosi'),
    accountNumber: optional('4051234567', { label: 'absaAccount' }),
  },
  responds: { redirectUrl: 'optional' },
  currencies: {
    ZAR: {
      operators: ABSA,
      operator: 'optional',
      min: '5',
      max: '50000',
      expirySecs: 300,
      matchedBy: 'scheme',
      fee: { percent: '1.5', fixed: '0' },
      exampleAmount: 499.5,
    },
  },
})
