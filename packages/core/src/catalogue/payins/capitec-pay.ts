import { definePayin } from '../define-method.ts'
import { approving } from '../flow-presets.ts'
import { optional } from '../method-fields.ts'
import { byBankPayout } from '../refund-rules.ts'

const CAPITEC = [{ code: 'CAPITEC', name: 'Capitec Pay' }] as const

export const capitecPay = definePayin({
  ...approving,
  code: 'CAPITEC_PAY',
  object: 'CapitecPayMethod',
  title: 'Capitec Pay',
  summary: 'South African clients of Capitec approve the payment in their banking app.',
  payerSees: 'A request appears in the Capitec app. The payer approves it within five minutes.',
  checkout: { name: 'title', mark: 'phone' },
  externalReference: 'never',
  refund: byBankPayout,
  fields: {
    accountNumber: optional('0821234567', { label: 'capitecAccount' }),
  },
  responds: {
    redirectUrl: 'optional',
    accountCustomerUsedForPayment: {
      is: 'optional',
      parts: [],
      optionalParts: ['accountName', 'accountNumber'],
    },
  },
  currencies: {
    ZAR: {
      operators: CAPITEC,
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
