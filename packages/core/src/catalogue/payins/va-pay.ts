import { moneyToPay, payableText } from '../amounts.ts'
import { definePayin } from '../define-method.ts'
import { accountOf, receivingAccount } from '../flow-presets.ts'
import { instruction } from '../instruction-texts.ts'
import { madeUpDigits, TEST_BANK, TEST_PAYEE } from '../made-up-details.ts'
import { mandatory, optional } from '../method-fields.ts'
import { operators } from '../operators.ts'
import { byBankPayout } from '../refund-rules.ts'

/** An account number created for this payment, so a transfer to it needs no reference. */
export const vaPay = definePayin({
  code: 'VAPAY',
  object: 'VaPayMethod',
  title: 'Virtual account',
  summary: 'A bank account number for one payment, in Indonesia, Korea and Taiwan.',
  payerSees:
    'An account number and what to do with it in app, web banking or at an ATM. The payer sends the exact amount.',
  checkout: { name: { word: 'virtualAccount' }, mark: 'bank' },
  flow: 'instructions',
  externalReference: 'never',
  refund: byBankPayout,
  fields: {
    paymentLocation: optional({ name: 'ATM', city: 'Taipei' }),
  },
  // Each bank creates the numbers by its own rule.
  receiving: receivingAccount({ bankCode: 'text', accountNumber: 'text' }),
  ownAccount: 'served',
  responds: {
    account: { is: 'always', parts: ['accountName', 'accountNumber', 'bankCode', 'bankName'] },
    accountCustomer: { is: 'optional', parts: [], optionalParts: ['accountName', 'accountNumber'] },
    paymentOperator: 'always',
    paymentInstructionList: 'always',
    phoneNumber: 'optional',
    emailAddress: 'optional',
    paymentLocationCustomer: 'optional',
  },
  currencies: {
    IDR: {
      operators: operators('ID_VA_BANKS'),
      operator: 'mandatory',
      fields: { accountName: optional('Siti Rahma'), phoneNumber: optional('+628123456789') },
      min: '10000',
      max: '50000000',
      expirySecs: 86400,
      matchedBy: 'account',
      fee: { percent: '0', fixed: '4000' },
      exampleAmount: 125000,
    },
    KRW: {
      operators: operators('KR_BANKS'),
      operator: 'mandatory',
      fields: { accountName: optional('김민수'), phoneNumber: optional('+821012345678') },
      min: '200',
      max: '999999999',
      expirySecs: 604800,
      matchedBy: 'account',
      fee: { percent: '0', fixed: '400' },
      exampleAmount: 30000,
    },
    TWD: {
      operators: operators('TW_BANKS'),
      operator: 'first',
      fields: {
        accountName: optional('王小明'),
        emailAddress: mandatory('hsiaoming.wang@example.com'),
        phoneNumber: mandatory('+886912345678'),
      },
      min: '30',
      max: '20000',
      expirySecs: 259200,
      matchedBy: 'account',
      fee: { percent: '1', fixed: '0', min: '10' },
      exampleAmount: 680,
    },
  },
  instructions: (context) => {
    const account = accountOf(context.receiving)
    const { accountName, accountNumber, bankCode, bankName } = account
    const amount = `${payableText(moneyToPay(context))} ${context.currency.code}`
    const check = instruction('stepCheck', { accountName, amount })
    return {
      account,
      paymentInstructionList: [
        {
          title: instruction('stepsBanking'),
          steps: [
            instruction('stepLogIn'),
            instruction('stepBankAndAccount', { bankName, bankCode, accountNumber }),
            check,
            instruction('stepConfirm'),
          ],
        },
        {
          title: instruction('stepsAtm'),
          steps: [
            instruction('stepCard'),
            instruction('stepCodeAndAccount', { bankCode, accountNumber }),
            check,
            instruction('stepReceipt'),
          ],
        },
      ],
    }
  },
  sandboxReceiving: ({ reference }) => ({
    accountName: TEST_PAYEE,
    accountNumber: `0000${madeUpDigits(reference, 12)}`,
    bankCode: '000',
    bankName: TEST_BANK,
  }),
})
