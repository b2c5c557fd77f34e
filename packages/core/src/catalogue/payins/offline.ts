import { moneyToPay, payableText } from '../amounts.ts'
import { definePayin } from '../define-method.ts'
import { accountOf, receivingAccount } from '../flow-presets.ts'
import { ownClabe, ownNuban, vietnameseAccount } from '../identifiers/account-numbers.ts'
import { ownCbu } from '../identifiers/argentina.ts'
import {
  laoIin,
  napasBin,
  philippineBic,
  southernAfricanBranch,
  zenginAccount,
  zenginBank,
  zenginBranch,
} from '../identifiers/bank-codes.ts'
import { instruction } from '../instruction-texts.ts'
import { madeUpDigits, TEST_BANK, TEST_BIC_PH, TEST_PAYEE } from '../made-up-details.ts'
import { mandatory, optional } from '../method-fields.ts'
import { operators } from '../operators.ts'
import type { InstructionContext, PayinContext, ReceivingOf } from '../payment-method.ts'
import { PHILIPPINE_RAILS, philippineRail } from '../philippine-rails.ts'
import { byBankPayout } from '../refund-rules.ts'
import { laoQr } from '../schemes/laoqr.ts'
import { vietQr } from '../schemes/vietqr.ts'

const receiving = {
  ...receivingAccount({ bankCode: 'by-currency', accountNumber: 'by-currency' }),
  branchCode: { need: 'optional', is: 'text', description: 'Branch, where transfers name it: JPY' },
  accountType: { need: 'optional', is: 'text', description: 'Kind of account, where transfers name it: JPY' },
  qrReceiver: {
    need: 'optional',
    is: 'text',
    description: 'LAK: number of the receiver at the bank; with it comes a LaoQR',
  },
} as const

type Details = ReceivingOf<typeof receiving>

/**
 * A transfer that the payer makes elsewhere, with the details shown here. Only the responses for VND and LAK have `qrCode` and
 * `qrName`. `bankCode` is what a transfer form asks for: branch code (ZAR, NAD), BIN (VND), IIN (LAK), BIC (PHP).
 */
export const offline = definePayin({
  code: 'OFFLINE',
  object: 'OfflineMethod',
  title: 'Bank transfer',
  summary:
    'The payer transfers to the account shown, in twelve currencies. Slower, and more often abandoned.',
  payerSees:
    'The details of an account, with a QR code in Vietnam and Laos. The payer transfers the exact amount with the ' +
    'reference; it can take minutes until the money is seen.',
  checkout: { name: { word: 'bankTransfer' }, mark: 'transfer' },
  flow: 'instructions',
  externalReference: 'never',
  refund: byBankPayout,
  fields: { productId: optional('SKU-4711'), taxId: optional('20301234563', { identifier: 'taxNumber' }) },
  receiving,
  ownAccount: 'served',
  responds: {
    account: {
      is: 'always',
      parts: ['accountName', 'accountNumber', 'bankCode', 'bankName'],
      optionalParts: ['branchCode', 'accountType'],
    },
    accountCustomer: { is: 'optional', parts: [], optionalParts: ['accountName', 'accountNumber'] },
    moneyRequired: 'optional',
    paymentOperator: 'optional',
    qrCode: 'optional',
    qrName: 'optional',
    taxId: 'optional',
    productId: 'optional',
    phoneNumber: 'optional',
    paymentInstructionList: 'optional',
  },
  currencies: {
    ARS: {
      operators: operators('AR_BANKS'),
      operator: 'optional',
      fields: { taxId: mandatory('20301234563', { label: 'cuit', identifier: 'taxNumber' }) },
      receives: { bankCode: 'text', accountNumber: ownCbu },
      min: '100',
      max: '5000000',
      expirySecs: 86400,
      matchedBy: 'account',
      fee: { percent: '0.8', fixed: '0' },
      exampleAmount: 15000.5,
    },
    CNY: {
      operators: operators('CN_BANKS'),
      operator: 'optional',
      receives: { bankCode: 'text', accountNumber: 'text' },
      min: '100',
      max: '50000',
      expirySecs: 1800,
      matchedBy: 'amount',
      fee: { percent: '2.5', fixed: '0' },
      exampleAmount: 688,
    },
    JPY: {
      operators: operators('JP_BANKS'),
      operator: 'optional',
      fields: { emailAddress: mandatory('taro.test@example.com') },
      receives: {
        bankCode: zenginBank,
        branchCode: { is: zenginBranch, need: 'own-account' },
        accountType: { is: 'text', need: 'own-account' },
        accountNumber: zenginAccount,
      },
      min: '1000',
      max: '1000000',
      expirySecs: 604800,
      matchedBy: 'reference',
      fee: { percent: '1.5', fixed: '0' },
      exampleAmount: 9800,
    },
    KRW: {
      operators: operators('KR_BANKS'),
      operator: 'optional',
      fields: { accountName: mandatory('김민수', { label: 'senderName' }) },
      receives: { bankCode: 'text', accountNumber: 'text' },
      min: '10000',
      max: '5000000',
      expirySecs: 3600,
      matchedBy: 'amount',
      fee: { percent: '2', fixed: '0' },
      exampleAmount: 30000,
    },
    LAK: {
      operators: operators('LA_BANKS'),
      operator: 'optional',
      receives: { bankCode: laoIin, accountNumber: 'text' },
      min: '10000',
      max: '50000000',
      expirySecs: 900,
      matchedBy: 'reference',
      fee: { percent: '1', fixed: '0' },
      exampleAmount: 250000,
    },
    MXN: {
      operators: operators('MX_CLABE_BANKS'),
      operator: 'optional',
      receives: { bankCode: 'text', accountNumber: ownClabe },
      min: '10',
      max: '400000',
      expirySecs: 259200,
      matchedBy: 'account',
      fee: { percent: '1', fixed: '5' },
      exampleAmount: 899.5,
    },
    NAD: {
      operators: operators('NA_BANKS'),
      operator: 'optional',
      receives: { bankCode: southernAfricanBranch, accountNumber: 'text' },
      min: '10',
      max: '50000',
      expirySecs: 86400,
      matchedBy: 'reference',
      fee: { percent: '2', fixed: '0' },
      exampleAmount: 350,
    },
    NGN: {
      operators: operators('NG_BANKS'),
      operator: 'optional',
      receives: { bankCode: 'text', accountNumber: ownNuban },
      min: '100',
      max: '5000000',
      expirySecs: 1800,
      matchedBy: 'account',
      fee: { percent: '1', fixed: '0', cap: '300' },
      exampleAmount: 12500,
    },
    PHP: {
      operators: operators('PH_INSTAPAY'),
      operator: 'optional',
      receives: { bankCode: philippineBic, accountNumber: 'text' },
      min: '100',
      max: '1000000',
      expirySecs: 3600,
      matchedBy: 'amount',
      fee: { percent: '0', fixed: '15' },
      rails: PHILIPPINE_RAILS,
      exampleAmount: 1250,
    },
    THB: {
      operators: operators('TH_BANKS'),
      operator: 'optional',
      receives: { bankCode: 'text', accountNumber: 'text' },
      min: '100',
      max: '200000',
      expirySecs: 900,
      matchedBy: 'amount',
      fee: { percent: '1.8', fixed: '0' },
      exampleAmount: 500.25,
    },
    VND: {
      operators: operators('VN_NAPAS'),
      operator: 'optional',
      receives: { bankCode: napasBin, accountNumber: vietnameseAccount },
      min: '10000',
      max: '300000000',
      expirySecs: 900,
      matchedBy: 'reference',
      fee: { percent: '1.2', fixed: '0' },
      exampleAmount: 150000,
    },
    ZAR: {
      operators: operators('ZA_BANKS'),
      operator: 'optional',
      receives: { bankCode: southernAfricanBranch, accountNumber: 'text' },
      min: '10',
      max: '100000',
      expirySecs: 259200,
      matchedBy: 'reference',
      fee: { percent: '1', fixed: '0' },
      exampleAmount: 499.5,
    },
  },
  instructions: (context) => {
    const { branchCode, accountType } = context.receiving
    const account = {
      ...accountOf(context.receiving),
      ...(branchCode && { branchCode }),
      ...(accountType && { accountType }),
    }
    return { account, ...qrOf(context), ...railSteps(context) }
  },
  sandboxReceiving: (context) => ({ accountName: TEST_PAYEE, bankName: TEST_BANK, ...testAccount(context) }),
})

function qrOf(context: InstructionContext<Details>) {
  const { bankCode, accountNumber, accountName, qrReceiver } = context.receiving
  const amount = payableText(moneyToPay(context))
  const code: string = context.currency.code
  switch (code) {
    case 'VND':
      return {
        qrCode: vietQr({ bin: bankCode, account: accountNumber, amount, content: context.reference }),
        qrName: 'VietQR',
      }
    case 'LAK':
      if (qrReceiver === undefined) return {}
      return {
        qrCode: laoQr({
          iin: bankCode,
          receiver: { kind: 'merchant', id: qrReceiver },
          amount,
          name: accountName,
          reference: context.reference,
        }),
        qrName: 'LaoQR',
      }
    default:
      return {}
  }
}

/** For payers whose bank offers two rails and accepts this amount on only one of them. */
function railSteps(context: InstructionContext<Details>) {
  const money = moneyToPay(context)
  const rail = context.currency.code === 'PHP' ? philippineRail(money.amountMinor) : undefined
  if (!rail) return {}
  const { accountNumber, accountName, bankName } = context.receiving
  const amount = `${payableText(money)} ${context.currency.code}`
  const steps = [
    instruction('stepRail', { rail }),
    instruction('stepSend', { amount, accountNumber, bankName, accountName }),
    instruction('stepReference', { reference: context.reference }),
  ]
  return { paymentInstructionList: [{ title: rail, steps }] }
}

/**
 * Accounts with each country's length at a bank that does not exist. The check digits of CVU and CLABE are wrong too in nine of
 * ten cases, but only the bank code ensures that they cannot be paid.
 */
function testAccount({ currency, reference }: PayinContext): Omit<Details, 'accountName' | 'bankName'> {
  const digits = (count: number) => madeUpDigits(reference, count)
  const code: string = currency.code
  switch (code) {
    case 'ARS':
      return { bankCode: '000', accountNumber: `0000000${digits(15)}` }
    case 'CNY':
      return { bankCode: 'TEST', accountNumber: `000000${digits(13)}` }
    case 'JPY':
      return {
        bankCode: '0000',
        branchCode: '000',
        accountType: 'ordinary',
        accountNumber: `0000${digits(3)}`,
      }
    case 'KRW':
      return { bankCode: '000', accountNumber: `0000${digits(10)}` }
    case 'LAK':
      return { bankCode: '00000418', accountNumber: `0000${digits(14)}`, qrReceiver: 'TESTDONOTPAY' }
    case 'MXN':
      return { bankCode: '000', accountNumber: `000${digits(15)}` }
    case 'NAD':
    case 'ZAR':
      return { bankCode: '000000', accountNumber: `0000${digits(6)}` }
    case 'PHP':
      return { bankCode: TEST_BIC_PH, accountNumber: `0000${digits(8)}` }
    case 'VND':
      return { bankCode: '000000', accountNumber: `0000${digits(10)}` }
    default:
      return { bankCode: '000', accountNumber: `0000${digits(6)}` }
  }
}
