/** The problems of a case that cannot be decided as requested. */

import type { Gateway } from '../../api/gateway.ts'
import { moneyWords } from '../../catalogue/amounts.ts'
import type { Money } from '../../foundation/money.ts'
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
      ? `The payin wants ${moneyWords(wanted)}, and this is ${moneyWords(given)}`
      : 'The payin wants another amount'
  return adminProblem(
    'AMOUNT_DIFFERS',
    `${where}${both}: name the part of the money that belongs to it (money, --amount), or say that the gateway bears the gap (acceptDifference, --accept-difference).`,
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
    parts.length > 1 && index !== undefined ? `Part ${index + 1}, after ${settled} that are settled: ` : ''
  if (fault === 'AMOUNT_DIFFERS' && part) return amountDiffers(await amountsOf(gateway, caseKey, part), where)
  return problemOf(fault, where)
}

/** Why a case's money cannot be returned automatically. */
export function returnProblem(fault: ReturnFault): Problem {
  if (typeof fault === 'object')
    return adminProblem(
      'INVALID_STATE',
      `${fault.type === 'BOUND' ? BOUNDS[fault.bound] : `Nobody can send it: ${fault.detail}`}. ${SEND_IT}`,
    )
  switch (fault) {
    case 'NO_CREDIT':
      return adminProblem(
        'INVALID_STATE',
        `No statement of an own account shows it as a payer's credit, and its processor returns no payment by its name. ${SEND_IT}`,
      )
    case 'NO_SENDER':
      return adminProblem(
        'INVALID_STATE',
        `The statement does not name the sender's whole account. ${SEND_IT}`,
      )
    default:
      return problemOf(fault)
  }
}

/** The exceeded limits of the payin's rail. */
const BOUNDS: Readonly<Record<NativeBound, string>> = {
  WINDOW: 'The rail gives nothing back so long after it came',
  TIMES: 'The rail gives a payment back once, and has done so',
  PARTS: 'The rail gives a payment back whole, and not a part of it',
}
const SEND_IT = "Send it yourself, and note the bank's reference of the transfer (reference)."

/** The reason, if it is a state of the case or of the payment. */
const STATES = {
  NO_MONEY: 'This case has no money: close it.',
  HAS_MONEY: 'This case has money: assign, credit, return or write it off.',
  INVALID_STATE: 'The payin cannot become a SUCCESS any more: give the money back, or credit it.',
  STILL_RESERVED:
    "The payout is not over: its merchant's reserve still holds this money. Wait for its end; after SUCCESS it can be credited, after REFUSED or FAILED the merchant has it back by itself.",
  REFUNDED:
    'The payout was given up, and its merchant has the money back already: credited, it would have it twice. Use return, under the reference of the transfer that had gone out; if the merchant was debited for it meanwhile, credit its balance besides.',
  ASSIGNED:
    'An operator gave this payin the money of a case: what its processor denies is not that money. FIRST is right.',
  CORRECTED:
    'Another case about this payment was closed so, and its books were put right: what is left is FIRST, or by hand.',
  AMOUNT_UNKNOWN:
    'This case does not hold the amount that was told later: close it as FIRST, and move the difference by hand.',
  TEST_AND_LIVE: 'Money of tests is not for live merchants, nor the other way round.',
  OTHER_MERCHANT:
    'This money is missing in the books of another merchant: it is taken from that one, or borne by the gateway (write-off).',
} as const satisfies Partial<Record<SettleFault, string>>

const isOfState = (fault: SettleFault): fault is keyof typeof STATES => Object.hasOwn(STATES, fault)

export function problemOf(fault: SettleFault, where = ''): Problem {
  if (isOfState(fault)) return adminProblem('INVALID_STATE', `${where}${STATES[fault]}`)
  switch (fault) {
    case 'NOT_FOUND':
      return notFound('case').problem
    case 'CLOSED':
      return adminProblem('CASE_SETTLED', `${where}This case is closed: nothing of it is left.`)
    case 'RACED':
      return adminProblem('CASE_SETTLED', `${where}Somebody else has just decided about it: read it again.`)
    case 'AMOUNT':
      return invalid(
        '/money',
        'OUT_OF_RANGE',
        `${where}must be of the case's currency, and not more than is left`,
      ).problem
    case 'NO_PAYMENT':
      return adminProblem('NOT_FOUND', `${where}there is no such payin`)
    case 'AMOUNT_DIFFERS':
      return amountDiffers({}, where)
    case 'WHO_WAS_RIGHT':
      return invalid(
        '/right',
        'REQUIRED',
        `${where}must say which of the processor's words was right: FIRST, or LATER (one by one, not in bulk)`,
      ).problem
    case 'NO_CONTRADICTION':
      return invalid('/right', 'CONFLICT', `${where}is for a processor that has contradicted itself`).problem
    case 'SHORT':
      return adminProblem('INSUFFICIENT_BALANCE', `${where}The merchant has not as much available.`)
  }
}
