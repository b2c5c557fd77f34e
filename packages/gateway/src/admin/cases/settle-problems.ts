/** The problems of a case that cannot be decided as requested. */
import { moneyWords } from '@sluice/core/catalogue/amounts.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import type { Gateway } from '../../api/gateway.ts'
import type { Problem } from '../../http/problems.ts'
import type { SettleFault, Settlement } from '../../payments/case-decision.ts'
import { findCase } from '../../payments/cases.ts'
import { wantedOf } from '../../payments/plans.ts'
import { findPayment } from '../../payments/reading.ts'
import type { SplitFault } from '../../payments/splitting.ts'
import type { NativeBound } from '../../refunds/refund-route.ts'
import type { ReturnFault } from '../../refunds/return-to-send.ts'
import { invalid, notFound } from '../context.ts'
import { adminProblem } from '../problems.ts'

type Assigning = Omit<Extract<Settlement, { action: 'assign' }>, 'action' | 'acceptDifference'>

interface Amounts {
  readonly given?: Money | undefined
  readonly wanted?: Money
}

/** The amount for the payin, and the amount that it wants. */
async function amountsOf({ database }: Gateway, caseKey: string, { to, money }: Assigning): Promise<Amounts> {
  const [found, payment] = await Promise.all([
    findCase(database, caseKey),
    findPayment(database, to.merchantId, 'payin', to.id),
  ])
  const left = found?.money && { currency: found.money.currency, amountMinor: found.leftMinor }
  return { given: money ?? left, ...(payment && { wanted: wantedOf(payment) }) }
}

function amountDiffers({ given, wanted }: Amounts, where = ''): Problem {
  const both =
    given && wanted
      ? `The payin is for ${moneyWords(wanted)}, but this is ${moneyWords(given)}`
      : 'The payin is for a different amount'
  return adminProblem(
    'AMOUNT_DIFFERS',
    `${where}${both}. Set the part of the money that belongs to it (money, --amount), or accept that the gateway bears the difference (acceptDifference, --accept-difference).`,
  )
}

/** For a split: which part failed, and how many before it are done. */
export async function splitProblem(
  gateway: Gateway,
  caseKey: string,
  parts: readonly Assigning[],
  { fault, part: index, settled }: SplitFault,
): Promise<Problem> {
  const part = index === undefined ? undefined : parts[index]
  const where =
    parts.length > 1 && index !== undefined ? `Part ${index + 1}, after ${settled} settled parts: ` : ''
  if (fault === 'AMOUNT_DIFFERS' && part) return amountDiffers(await amountsOf(gateway, caseKey, part), where)
  return problemOf(fault, where)
}

/** Why a case's money cannot be returned automatically. */
export function returnProblem(fault: ReturnFault): Problem {
  if (typeof fault === 'object')
    return adminProblem(
      'INVALID_STATE',
      `${fault.type === 'BOUND' ? BOUNDS[fault.bound] : `It cannot be sent: ${fault.detail}`}. ${SEND_IT}`,
    )
  switch (fault) {
    case 'NO_CREDIT':
      return adminProblem(
        'INVALID_STATE',
        `No own account's statement shows it as a payer's credit, and its processor does not refund payments by reference. ${SEND_IT}`,
      )
    case 'NO_SENDER':
      return adminProblem(
        'INVALID_STATE',
        `The statement does not show the sender's full account. ${SEND_IT}`,
      )
    default:
      return problemOf(fault)
  }
}

/** The exceeded limits of the payin's rail. */
const BOUNDS: Readonly<Record<NativeBound, string>> = {
  WINDOW: 'The refund period of the rail has passed',
  TIMES: 'The rail refunds a payment only once and has already done so',
  PARTS: 'The rail has no partial refunds',
}
const SEND_IT = "Send it yourself and record the bank's reference of the transfer (reference)."

/** The reason, if it is a state of the case or of the payment. */
const STATES = {
  NO_MONEY: 'This case has no money: close it.',
  HAS_MONEY: 'This case has money: assign, credit, return or write it off.',
  INVALID_STATE: 'The payin can no longer become SUCCESS: return the money or credit it.',
  STILL_RESERVED:
    "The payout is not final, and its money is still reserved on the merchant's balance. Wait for the final status: after SUCCESS it can be credited; after REFUSED or FAILED the merchant gets it back automatically.",
  REFUNDED:
    'The payout was abandoned and the merchant already has the money back, so a credit would pay it twice. Use return with the reference of the outgoing transfer. If the merchant was debited for it in the meantime, also credit its balance.',
  ASSIGNED:
    'An operator assigned the money of a case to this payin, so its processor denies other money. FIRST is right.',
  CORRECTED:
    'Another case about this payment was closed in this way and the books were corrected. Use FIRST, or correct by hand.',
  AMOUNT_UNKNOWN:
    'This case does not contain the amount that was reported later: close it as FIRST and move the difference by hand.',
  TEST_AND_LIVE: 'Test money cannot go to live merchants, nor live money to test merchants.',
  OTHER_MERCHANT:
    'This money is missing in the books of another merchant: debit that merchant, or let the gateway bear it (write-off).',
} as const satisfies Partial<Record<SettleFault, string>>

const isOfState = (fault: SettleFault): fault is keyof typeof STATES => Object.hasOwn(STATES, fault)

export function problemOf(fault: SettleFault, where = ''): Problem {
  if (isOfState(fault)) return adminProblem('INVALID_STATE', `${where}${STATES[fault]}`)
  switch (fault) {
    case 'NOT_FOUND':
      return notFound('case').problem
    case 'CLOSED':
      return adminProblem('CASE_SETTLED', `${where}This case is closed.`)
    case 'RACED':
      return adminProblem('CASE_SETTLED', `${where}It has just been decided by someone else: read it again.`)
    case 'AMOUNT':
      return invalid(
        '/money',
        'OUT_OF_RANGE',
        `${where}must be in the case's currency and not more than the rest`,
      ).problem
    case 'NO_PAYMENT':
      return adminProblem('NOT_FOUND', `${where}this payin does not exist`)
    case 'AMOUNT_DIFFERS':
      return amountDiffers({}, where)
    case 'WHO_WAS_RIGHT':
      return invalid(
        '/right',
        'REQUIRED',
        `${where}must say which report of the processor was right: FIRST or LATER (one by one, not in bulk)`,
      ).problem
    case 'NO_CONTRADICTION':
      return invalid('/right', 'CONFLICT', `${where}is only for a processor that has contradicted itself`)
        .problem
    case 'SHORT':
      return adminProblem('INSUFFICIENT_BALANCE', `${where}The merchant's available balance is too low.`)
  }
}
