/**
 * What each case means, in a sentence for each reader: a new reason without words does not compile.
 *
 * A merchant learns that money of its own payment waits for the gateway's operator, and in what way it does not fit; not on which
 * account, from whom, or what else it may be for.
 */
import {
  CASE_REASONS_BY_STATUS,
  type CaseReasonByStatus,
  PLAIN_CASE_REASONS,
  type PlainCaseReason,
} from '../payments/case-reasons.ts'
import type { Said } from './texts.ts'

const UNCLEAR_MONEY =
  'Money came of which it is not certain what it is for. The gateway’s operator finds out.'

export const CASE_WORDS: Readonly<Record<PlainCaseReason | CaseReasonByStatus, Said>> = {
  SECOND_PAYMENT: {
    operator: 'It was paid a second time. Credit the merchant, or give it back.',
    merchant:
      'It was paid a second time. The gateway’s operator decides whether you are credited or the payer gets it back.',
  },
  AMOUNT_DIFFERS: {
    operator: 'Another amount came than was asked for. Assign it with the difference, or give it back.',
    merchant: 'Another amount came than was asked for. The gateway’s operator decides what becomes of it.',
  },
  REFERENCE_MISSING: {
    operator: 'The money came, and the external reference that this method needs was never given.',
    merchant:
      'The money came, and the external reference that this method needs was never given. The gateway’s operator decides what becomes of it.',
  },
  PAID_TO_ANOTHER_PROCESSOR: {
    operator: 'A processor that had declined it was paid for it all the same.',
    merchant: UNCLEAR_MONEY,
  },
  RETURNED_BY_ANOTHER_PROCESSOR: {
    operator: 'A processor that had declined it says that its money came back.',
    merchant: 'Money of it is said to have come back. The gateway’s operator finds out.',
  },
  DELIVERED_BY_ANOTHER_PROCESSOR: {
    operator: 'A processor that had declined it delivered it all the same: that money is missing.',
    merchant: 'It is not certain how often it was delivered. The gateway’s operator finds out.',
  },
  NO_SUCH_PAYMENT: {
    operator: 'A processor told of money for an ID that was not created within a day.',
    merchant: UNCLEAR_MONEY,
  },
  NO_STATUS_UPDATE: {
    operator: 'Nobody knows what became of it: ask whoever carries it.',
    merchant: 'Nothing has been heard of it for too long. The gateway’s operator asks.',
  },
  REJECTED_AFTER_SUCCESS: {
    operator: 'Its processor had said that the money moved, and now says that it did not. Ask which is true.',
    merchant:
      'It was said to be done, and later that it was not. The gateway’s operator finds out which is true.',
  },
  AMOUNT_CONTRADICTED: {
    operator: 'The money that paid it is told again with another amount. Ask which is true.',
    merchant: 'The amount that was paid is told in two ways. The gateway’s operator finds out which is true.',
  },
  FUNDS_NOT_RECEIVED: {
    operator: 'Its money, or a part of it, never came: take it from the merchant, or bear it.',
    merchant: 'Its money, or a part of it, never came. The gateway’s operator decides who bears that.',
  },
  NEVER_LEFT: {
    operator: 'Its money never left, though the merchant has paid for it: credit the merchant.',
    merchant: 'Its money never left. The gateway’s operator gives it back to you.',
  },
  OVERPAID: {
    operator: 'More came for it than was said: credit the merchant, or give it back.',
    merchant: 'More came for it than was said. The gateway’s operator decides what becomes of the rest.',
  },
  CONFLICTING_STATUS_UPDATE: {
    operator:
      'Its processor says of it what a payment of this kind cannot be: it may have mistaken one ID for another.',
    merchant: 'Something was told of it that does not fit. The gateway’s operator finds out.',
  },
  ANSWER_AMOUNT_DIFFERS: {
    operator: "The bank's answer names another amount than the file.",
    merchant: 'The bank names another amount. The gateway’s operator finds out.',
  },
  UNKNOWN_CREDIT: { operator: 'Money came, and nothing says for what.', merchant: UNCLEAR_MONEY },
  AMBIGUOUS_CREDIT: { operator: 'Money came that may be for several payins.', merchant: UNCLEAR_MONEY },
  UTR_CLAIMED_TWICE: {
    operator: 'Several payins claim the number of one transfer.',
    merchant: UNCLEAR_MONEY,
  },
  UTR_CLAIMED_LATE: {
    operator:
      'The number of the transfer was told after the payin had expired: it may be true, and nobody vouches for it.',
    merchant:
      'The number of the transfer was told too late to count by itself. The gateway’s operator finds out.',
  },
  UTR_CLAIMED_AGAIN: {
    operator: 'The number of a transfer that has paid another payin was claimed again.',
    merchant: 'The number of the transfer that was told has been used. The gateway’s operator finds out.',
  },
  UTR_AMOUNT_DIFFERS: {
    operator: 'The transfer whose number was told has another amount.',
    merchant:
      'The transfer whose number was told has another amount. The gateway’s operator decides what becomes of it.',
  },
  SENDER_DIFFERS: {
    operator: 'The money came from somebody else than the one who was named.',
    merchant:
      'The money came from somebody else than the one who was named. The gateway’s operator decides what becomes of it.',
  },
  CREDIT_REVERSED: {
    operator: 'The bank took money back that it had credited.',
    merchant: 'A bank took money back. The gateway’s operator finds out.',
  },
  RETURN_FAILED: {
    operator: "A case's money that was sent back did not arrive: it waits for a decision again.",
    merchant: UNCLEAR_MONEY,
  },
  PAYOUT_AMOUNT_DIFFERS: {
    operator: 'The bank debited another amount for it.',
    merchant: 'The bank moved another amount. The gateway’s operator finds out.',
  },
  PAYOUT_DEBITED_TWICE: {
    operator: 'The bank debited it a second time: that money is missing.',
    merchant: 'It may have been paid twice. The gateway’s operator finds out.',
  },
  BANK_REFERENCE_REUSED: {
    operator: 'The bank used one reference for two movements.',
    merchant: UNCLEAR_MONEY,
  },
  NOT_ALLOWED: {
    operator: 'The bank shows a movement for it that its status does not allow.',
    merchant: UNCLEAR_MONEY,
  },
  WRONG_TOKEN: {
    operator: 'Another token was sent to its address.',
    merchant: 'Another token was sent than was asked for. The gateway’s operator decides what becomes of it.',
  },
  WRONG_NETWORK: {
    operator: 'The token was sent on another network.',
    merchant: 'The token was sent on another network. The gateway’s operator decides what becomes of it.',
  },
  NOT_ITS_PAYMENT: {
    operator: 'Its address was paid after it had passed to another processor.',
    merchant: UNCLEAR_MONEY,
  },
  CHAIN_REORG: {
    operator: 'The chain took back a transfer that had been counted for it.',
    merchant: 'The network took back a transfer that had been counted. The gateway’s operator finds out.',
  },
  PAID_AFTER: {
    operator: 'Money came for it after it was over. Credit the merchant, or give it back.',
    merchant:
      'Money came for it after it was over. The gateway’s operator decides whether you are credited or the payer gets it back.',
  },
  RETURNED_WHILE: {
    operator: 'Its money came back before its end was told. Wait for its end.',
    merchant: 'Its money is said to have come back before its end. The gateway’s operator waits for its end.',
  },
  RETURNED_AFTER: {
    operator: 'Its money came back after its end. Only after a SUCCESS is it the merchant’s.',
    merchant: 'Its money came back. The gateway’s operator decides what becomes of it.',
  },
  DELIVERED_AFTER: {
    operator: 'It was delivered although its end had been told: that money is missing.',
    merchant: 'It may have been delivered after its end was told. The gateway’s operator finds out.',
  },
}

const BY_NAME: ReadonlyMap<string, Said> = new Map(Object.entries(CASE_WORDS))

/** Of a reason that an older version wrote, and that there is no more. */
const UNKNOWN: Said = { operator: 'No rule settles it.', merchant: UNCLEAR_MONEY }

/** @param reason as the case has it */
export function caseWords(reason: string): Said {
  const name = PLAIN_CASE_REASONS.some((plain) => plain === reason)
    ? reason
    : CASE_REASONS_BY_STATUS.find((begin) => reason.startsWith(`${begin}_`))
  return BY_NAME.get(name ?? '') ?? UNKNOWN
}
