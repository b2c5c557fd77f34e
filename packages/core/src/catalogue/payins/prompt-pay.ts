import { assert } from '../../foundation/result.ts'
import { moneyToPay, payableText } from '../amounts.ts'
import { definePayin } from '../define-method.ts'
import { accountOf, receivingAccount } from '../flow-presets.ts'
import { thaiBank } from '../identifiers/bank-codes.ts'
import { formOf } from '../identifiers/identifier.ts'
import { madeUpDigits, TEST_BANK, TEST_PAYEE } from '../made-up-details.ts'
import { mandatory } from '../method-fields.ts'
import { operators } from '../operators.ts'
import { byBankPayout } from '../refund-rules.ts'
import { type PromptPayTransfer, promptPayBill, promptPayTransfer } from '../schemes/promptpay.ts'

const SOURCE = 'Bank of Thailand and Thai Bankers’ Association: Thai QR Payment Standard'
const thaiAccount = formOf(
  /^\d{10,15}$/,
  'an account number of 10 to 15 digits',
  'no common rule is published: so long are the numbers of the Thai banks',
)
/** Banks also issue numbers of their own in place of a tax number, so there is no common check digit. */
const biller = formOf(/^\d{15}$/, 'a biller ID of 15 digits: the tax number and a suffix of two', SOURCE)
const promptPayNumber = formOf(
  /^(?:0[689]\d{8}|\d{13}|\d{15})$/,
  'a mobile number (0 and nine digits), a tax or citizen number (13 digits) or an e-wallet (15 digits)',
  SOURCE,
)

/**
 * A bill payment (tag 30) if there is a biller ID, because the credit then shows its reference. A payee with only a PromptPay ID
 * gets a plain transfer (tag 29) without reference, so payments are distinguished by their amount.
 */
export const promptPay = definePayin({
  code: 'PROMPTPAY',
  object: 'PromptPayMethod',
  title: 'PromptPay',
  summary: "Thailand's national QR code, for every bank there.",
  payerSees:
    'A QR code that can be paid once. The payer scans it in any Thai banking app and pays the amount shown.',
  checkout: { name: 'title', mark: 'qr' },
  flow: 'qr',
  externalReference: 'never',
  refund: byBankPayout,
  fields: { accountNumber: mandatory('1234567890', { label: 'senderAccount' }) },
  receiving: {
    ...receivingAccount({ bankCode: thaiBank, accountNumber: thaiAccount }),
    billerId: { need: 'optional', is: biller, description: 'Biller ID: tax number and suffix, 15 digits' },
    promptPayId: {
      need: 'optional',
      is: promptPayNumber,
      description:
        'Without a biller ID: mobile number (0 and nine digits), tax or citizen number (13 digits), e-wallet (15 digits)',
    },
  },
  ownAccount: { atLeastOneOf: ['billerId', 'promptPayId'], referenceNeeds: 'billerId' },
  responds: {
    account: { is: 'always', parts: ['accountName', 'accountNumber', 'bankCode', 'bankName'] },
    accountCustomer: { is: 'always', parts: ['accountNumber'], optionalParts: ['accountName'] },
    moneyRequired: 'optional',
    qrCode: 'always',
    qrName: 'always',
  },
  currencies: {
    THB: {
      operators: operators('TH_BANKS'),
      operator: 'optional',
      min: '20',
      max: '700000',
      expirySecs: 900,
      matchedBy: 'reference',
      fee: { percent: '1.6', fixed: '0' },
      exampleAmount: 500.25,
    },
  },
  instructions: (context) => {
    const { billerId, promptPayId, accountName: name } = context.receiving
    const amount = payableText(moneyToPay(context))
    // The scheme's reference 1 has at most 20 characters.
    const reference1 = context.reference.slice(0, 20)
    const qrCode =
      billerId === undefined
        ? promptPayTransfer({ ...payeeOf(promptPayId), amount, name })
        : promptPayBill({ billerId, reference1, amount, name })
    return { account: accountOf(context.receiving), qrCode, qrName: 'PromptPay' }
  },
  // No Thai tax number starts with 9.
  sandboxReceiving: ({ reference }) => ({
    accountName: TEST_PAYEE,
    accountNumber: `0000${madeUpDigits(reference, 6)}`,
    bankCode: '000',
    bankName: TEST_BANK,
    billerId: '999999999999900',
  }),
})

/** The three kinds of PromptPay ID have different lengths. */
function payeeOf(promptPayId: string | undefined): Pick<PromptPayTransfer, 'to' | 'number'> {
  assert(promptPayId !== undefined, 'PromptPay has a biller ID or a PromptPay ID')
  if (promptPayId.length === 10) return { to: 'mobile', number: `0066${promptPayId.slice(1)}` }
  return { to: promptPayId.length === 13 ? 'tax-id' : 'e-wallet', number: promptPayId }
}
