/** The bodies of decisions about a case. */
import {
  isMerchantCode,
  isMerchantOrderId,
  type MerchantCode,
  type MerchantOrderId,
} from '@sluice/core/foundation/identifiers.ts'
import { type Money, negate } from '@sluice/core/foundation/money.ts'
import { succeed } from '@sluice/core/foundation/result.ts'
import { type Static, Type } from 'typebox'
import { isObject, readMoney } from '../../api/requests.ts'
import { readAs, worded } from '../../http/reading.ts'
import { RIGHT_REPORTS } from '../../payments/contradicted-reports.ts'
import { choice, formed } from '../fields.ts'

const MAX_PARTS = 100

/** In major units with the ledger's decimals; negative for a case of missing money. */
const signedMoney = (description: string, missing: string) =>
  readAs<Money>(
    Type.Object({ amount: Type.Number(), currencyCode: Type.String() }, { description }),
    (given, { path, imprecise }) => {
      const isMissing = isObject(given) && typeof given.amount === 'number' && given.amount < 0
      const value = isMissing ? { ...given, amount: -Number(given.amount) } : given
      const money = readMoney(value, path, imprecise, 'ledger')
      if (!money.ok || !isMissing) return money
      const { currency, amountMinor } = money.value
      return succeed({ currency, amountMinor: negate(amountMinor) })
    },
    missing,
  )

/** Missing: all that is left. */
export const money = Type.Optional(signedMoney('Default: the whole rest.', ''))

export const merchantCode = worded(
  Type.Unsafe<MerchantCode>(Type.Refine(Type.String(), isMerchantCode)),
  'INVALID_FORMAT',
  "must be a merchant's code",
)

const idPayin = worded(
  Type.Unsafe<MerchantOrderId>(Type.Refine(Type.String(), isMerchantOrderId)),
  'INVALID_FORMAT',
  'must be the ID of a payin',
)
const acceptDifference = Type.Optional(
  Type.Boolean({
    description: "Accept more or less than the payin's amount; the gateway bears or keeps the difference.",
  }),
)

const Assignment = Type.Object({ merchantCode, money, idPayin, acceptDifference })

export const ASSIGNMENT = Assignment.properties

const PartOfSplit = worded(
  Type.Object({
    merchantCode,
    money: signedMoney('The part of the money for this payin.', 'is mandatory: the part of the money for it'),
    idPayin,
    acceptDifference,
  }),
  'WRONG_TYPE',
  'must be an object with merchantCode, idPayin and money',
  { whole: false },
)

export const parts = worded(
  Type.Array(PartOfSplit, { minItems: 2, maxItems: MAX_PARTS }),
  'WRONG_TYPE',
  `must be a list of 2 to ${MAX_PARTS} parts, each with merchantCode, idPayin and money`,
  { whole: false },
)

export const REFERENCE_WANTED = "must be the bank's reference of the outgoing transfer, 1 to 140 characters"

export const reference = formed(/^[^\p{Cc}\p{Cs}]{1,140}$/u, REFERENCE_WANTED, { maxLength: 140 })

export const returnedBy = Type.Optional(
  choice(['PROCESSOR', 'NOTED'], {
    description:
      "PROCESSOR: the gateway returns it, through the payin's rail if its processor refunds payments by reference, otherwise by a bank file to the sender's account in the bank's statement. NOTED: you returned it yourself, and set the bank's `reference`. Default: NOTED.",
  }),
)

export const rightReport = Type.Optional(
  choice(RIGHT_REPORTS, {
    description:
      'Mandatory for `REJECTED_AFTER_SUCCESS` and `AMOUNT_CONTRADICTED`: which report of the processor was right. FIRST: the first one. LATER: the last one; the books are corrected, and a case holds the difference.',
  }),
)

export const note = formed(
  /^[^\p{Cc}\p{Cs}]{1,500}$/u,
  'must be a reason of 1 to 500 characters, without personal data, because it stays in the audit log',
  { maxLength: 500, description: 'The reason. Do not include personal data.' },
)

export const part = Type.Optional(
  Type.Integer({
    minimum: 1,
    description:
      'The number of this decision, from 1. Any other number is refused, so it is safe to repeat the request.',
  }),
)

export type Assignment = Static<typeof Assignment>

/** In the form that deciding takes. */
export const assignmentOf = <Some extends Money | undefined>({
  merchantCode: merchantId,
  idPayin: id,
  money: some,
  acceptDifference = false,
}: Omit<Assignment, 'money'> & { readonly money: Some }) => ({
  to: { merchantId, id },
  money: some,
  acceptDifference,
})
