import { moneyToPay, payableText } from '../amounts.ts'
import { definePayin } from '../define-method.ts'
import { approving } from '../flow-presets.ts'
import { formOf } from '../identifiers/identifier.ts'
import { instruction } from '../instruction-texts.ts'
import { mandatory, optional } from '../method-fields.ts'
import { operators } from '../operators.ts'
import type { InstructionContext } from '../payment-method.ts'
import { natively } from '../refund-rules.ts'

/** Safaricom's till numbers have five to seven digits. Other networks publish no rule, so the bounds are wide. */
const tillNumber = formOf(
  /^\d{4,12}$/,
  'a paybill or till number of 4 to 12 digits',
  'Safaricom: M-PESA paybill and Buy Goods numbers; other networks publish none',
)

/** A provider sends a prompt to the phone. For an operator's own till the payer enters till number and reference instead. */
export const mobileMoney = definePayin({
  ...approving,
  code: 'MOBILE_MONEY',
  object: 'MobileMoneyMethod',
  title: 'Mobile money',
  summary: 'Money on the phone: M-Pesa, MTN, Airtel and others in Ghana, Kenya, Tanzania and Zambia.',
  payerSees: "A prompt appears on the payer's phone. The payer enters the PIN, usually within a minute.",
  checkout: { name: { word: 'mobileMoney' }, mark: 'phone' },
  externalReference: 'never',
  // By deposit or reversal. The networks publish no common time limit; 30 days is a cautious choice.
  refund: natively({ windowDays: 30, partial: false, times: 'once' }, 'wallet payout'),
  fields: { accountName: mandatory('Ama Mensah') },
  receiving: {
    tillNumber: {
      need: 'own-account',
      is: tillNumber,
      description: 'Paybill or till number that asks the payer for a reference',
    },
    tillName: { need: 'own-account', is: 'text', description: 'Name that the phone shows for the till' },
  },
  ownAccount: 'served',
  responds: {
    accountCustomer: { is: 'always', parts: ['accountName'], optionalParts: ['accountNumber'] },
    paymentInstructionList: 'optional',
  },
  instructions: (context) => tillSteps(context),
  currencies: {
    GHS: {
      operators: operators('GH_MOMO'),
      operator: 'optional',
      fields: { phoneNumber: optional('+233241234567') },
      min: '1',
      max: '10000',
      expirySecs: 300,
      matchedBy: 'scheme',
      fee: { percent: '2.5', fixed: '0' },
      exampleAmount: 75.5,
    },
    KES: {
      operators: operators('KE_MOMO'),
      operator: 'optional',
      fields: { phoneNumber: optional('+254712345678') },
      min: '1',
      max: '250000',
      expirySecs: 300,
      matchedBy: 'scheme',
      fee: { percent: '2.5', fixed: '0' },
      exampleAmount: 1500,
    },
    TZS: {
      operators: operators('TZ_MOMO'),
      operator: 'optional',
      fields: { phoneNumber: optional('+255754123456') },
      min: '100',
      max: '3000000',
      expirySecs: 300,
      matchedBy: 'scheme',
      fee: { percent: '2.5', fixed: '0' },
      exampleAmount: 25000,
    },
    ZMW: {
      operators: operators('ZM_MOMO'),
      operator: 'optional',
      fields: { phoneNumber: optional('+260971234567') },
      min: '1',
      max: '20000',
      expirySecs: 300,
      matchedBy: 'scheme',
      fee: { percent: '2.5', fixed: '0' },
      exampleAmount: 180.75,
    },
  },
})

function tillSteps(
  context: InstructionContext<{ readonly tillNumber?: string; readonly tillName?: string }>,
) {
  const { tillNumber, tillName } = context.receiving
  if (tillNumber === undefined) return {}
  const { operator, reference, merchantName } = context
  const amount = `${payableText(moneyToPay(context))} ${context.currency.code}`
  const steps = [
    operator ? instruction('stepMenuOf', { operator: operator.name }) : instruction('stepMenu'),
    instruction('stepTill', { tillNumber }),
    instruction('stepTillPay', { reference, amount }),
    instruction('stepTillCheck', { tillName: tillName ?? merchantName }),
  ]
  return { paymentInstructionList: [{ title: instruction('stepsPhone'), steps }] }
}
