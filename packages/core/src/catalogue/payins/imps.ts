import { definePayin } from '../define-method.ts'
import { accountOf, receivingAccount } from '../flow-presets.ts'
import { indianAccount, ownIfsc } from '../identifiers/account-numbers.ts'
import { madeUpDigits, TEST_BANK, TEST_PAYEE } from '../made-up-details.ts'
import { byBankPayout } from '../refund-rules.ts'

/** One of two objects of `P2A_V2`; `p2a-v2.ts` is the other. `bankCode` is the IFSC. */
export const imps = definePayin({
  code: 'P2A_V2',
  object: 'IMPSMethod',
  variant: { operatorCode: 'IMPS', isDefault: false },
  title: 'IMPS bank transfer',
  summary:
    'Indian payers transfer to an account by IMPS and report the 12-digit reference of their transfer.',
  payerSees:
    'An account number with IFSC. After the transfer the payer types the 12-digit reference (UTR) of the bank.',
  checkout: { name: { brand: 'UPI / IMPS' }, mark: 'transfer', hint: 'hintUpiTransfer' },
  flow: 'instructions',
  externalReference: 'required',
  refund: byBankPayout,
  receiving: receivingAccount({ bankCode: ownIfsc, accountNumber: indianAccount }),
  ownAccount: 'served',
  responds: {
    account: { is: 'always', parts: ['accountName', 'accountNumber', 'bankCode', 'bankName'] },
    paymentOperator: 'always',
    externalReference: 'optional',
  },
  currencies: {
    INR: {
      operators: [{ code: 'IMPS', name: 'IMPS bank transfer' }],
      operator: 'first',
      min: '100',
      max: '500000',
      expirySecs: 1800,
      matchedBy: 'external-reference',
      fee: { percent: '1.5', fixed: '0' },
      exampleAmount: 1499,
    },
  },
  instructions: ({ receiving }) => ({ account: accountOf(receiving) }),
  sandboxReceiving: ({ reference }) => ({
    accountName: TEST_PAYEE,
    accountNumber: `0000${madeUpDigits(reference, 10)}`,
    bankCode: 'TEST0000000',
    bankName: TEST_BANK,
  }),
})
