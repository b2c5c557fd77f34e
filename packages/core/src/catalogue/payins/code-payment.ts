import { definePayin } from '../define-method.ts'
import { madeUpDigits } from '../made-up-details.ts'
import { mandatory } from '../method-fields.ts'
import { operators } from '../operators.ts'
import { byBankPayout } from '../refund-rules.ts'

/** The code for the till is in `reference`. */
export const codePayment = definePayin({
  code: 'CODE_PAYMENT',
  object: 'CodePaymentMethod',
  title: 'Convenience store code',
  summary: "Taiwanese payers pay in cash at a convenience store's till.",
  payerSees:
    "A code of 14 characters. The payer types it at the store's kiosk, takes the slip to the till and pays in cash.",
  checkout: { name: { word: 'store' }, mark: 'store', operator: 'store' },
  flow: 'instructions',
  payerChoosesOperator: true,
  externalReference: 'never',
  refund: byBankPayout,
  railMakesReference: true,
  fields: {
    accountName: mandatory('王小明'),
    emailAddress: mandatory('hsiaoming.wang@example.com'),
    phoneNumber: mandatory('+886912345678'),
    paymentLocation: mandatory({ code: '170945', name: '7-ELEVEN 鑫台北', city: 'Taipei' }),
  },
  receiving: {
    storeCode: { need: 'mandatory', is: 'text', description: "Code for the store's kiosk" },
  },
  ownAccount: 'never',
  responds: { phoneNumber: 'always', emailAddress: 'always', paymentLocationCustomer: 'always' },
  currencies: {
    TWD: {
      operators: operators('TW_CVS'),
      operator: 'optional',
      min: '30',
      max: '20000',
      expirySecs: 604800,
      matchedBy: 'account',
      fee: { percent: '0', fixed: '28' },
      exampleAmount: 680,
    },
  },
  instructions: ({ receiving }) => ({ reference: receiving.storeCode }),
  sandboxReceiving: ({ reference }) => ({ storeCode: `TEST${madeUpDigits(reference, 10)}` }),
})
