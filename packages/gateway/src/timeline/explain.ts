/**
 * Explains a payment: what happened, why, who has to act, what comes next and when. Read this file first.
 *
 *   snapshot, read-snapshot   everything stored about it, read by keys
 *   holders       what kind of processor has it: own account, bank file, chain, provider, sandbox
 *   standing, held   its current state, by kind and status, and while it is open by holder
 *   case-texts, failure-texts   what each case and each failure means
 *   evidence      every fact with its time, for operators and for merchants
 *   views, routes   the answer, and the merchants' endpoints
 *
 * Promises: pure, from rows alone, and complete: everything that can be stored has its sentence, and a new value
 * without one does not compile. A merchant reads the same story about its own payment, without the gateway's internals:
 * no processor, operator, account or case ID, and nothing about others. Decides nothing and changes nothing.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { type EvidenceType, factsIn, type KnownFact } from './evidence.ts'
import type { PaymentSnapshot } from './snapshot.ts'
import { standingOf } from './standing.ts'
import { type Next, type NextAction, timeWords, type Voice, type WaitingFor } from './texts.ts'

export interface EvidenceLine {
  readonly type: EvidenceType
  readonly at: Instant
  readonly text: string
  readonly ref?: string
}

export interface PaymentExplanation {
  /** Its current state and the reason, in a sentence or two. */
  readonly summary: string
  /** The whole story in order: what happened, its current state, who has to act. */
  readonly sentences: readonly string[]
  readonly waitingFor: WaitingFor
  readonly next: Next | undefined
  readonly evidence: readonly EvidenceLine[]
}

export function explain(snapshot: PaymentSnapshot, voice: Voice): PaymentExplanation {
  const { text, waitingFor, next } = standingOf(snapshot)
  const evidence = factsIn(snapshot).flatMap((fact) => reported(fact, voice))
  const summary = text[voice]
  return {
    summary,
    sentences: [
      ...evidence.map(({ at, text: what }) => `${timeWords(at)}: ${what}`),
      summary,
      waits(waitingFor, voice),
      ...(next ? [comes(next, voice)] : []),
    ],
    waitingFor,
    next,
    evidence,
  }
}

function reported({ type, at, operator, merchant, ref }: KnownFact, voice: Voice): readonly EvidenceLine[] {
  if (voice === 'operator') return [{ type, at, text: operator, ...(ref !== undefined && { ref }) }]
  return merchant === undefined ? [] : [{ type, at, text: merchant }]
}

const WAITS: Readonly<Record<WaitingFor, Readonly<Record<Voice, string>>>> = {
  PAYER: { operator: 'The payer has to act.', merchant: 'The payer has to act.' },
  MERCHANT: { operator: 'The merchant has to act.', merchant: 'You have to act.' },
  OPERATOR: {
    operator: "You, the gateway's operator, have to act.",
    merchant: "The gateway's operator has to act.",
  },
  PROVIDER: {
    operator: 'The processor has to act.',
    merchant: 'The provider has to act.',
  },
  BANK: { operator: 'The bank has to act.', merchant: 'The bank has to act.' },
  NOBODY: { operator: 'No action is needed.', merchant: 'No action is needed.' },
}

const waits = (waitingFor: WaitingFor, voice: Voice): string => WAITS[waitingFor][voice]

/** What comes next, as the end of a sentence. */
const OPERATIONS: Readonly<Record<NextAction, Readonly<Record<Voice, string>>>> = {
  PAY: { operator: 'the payer pays', merchant: 'the payer pays' },
  BRING_REFERENCE: {
    operator: 'the payer enters the number of the transfer',
    merchant: 'the payer gives you the number of the transfer, and you set it as the external reference',
  },
  ACCEPT: {
    operator: 'its processor gets another status inquiry',
    merchant: 'the provider gets another status inquiry',
  },
  STATUS_OUTCOME: { operator: 'its processor reports', merchant: 'the provider reports' },
  CONFIRM_TRANSFER: {
    operator: 'the network confirms the transfer',
    merchant: 'the network confirms the transfer',
  },
  PREPARE_FILE: {
    operator: 'an operator prepares a bank file (`sluice bank-files prepare`)',
    merchant: 'the transfer is prepared for the bank',
  },
  RELEASE_FILE: {
    operator: 'another operator releases the file (`sluice bank-files release`)',
    merchant: 'the transfer is approved for the bank',
  },
  SUBMIT_FILE_TO_BANK: {
    operator: 'an operator downloads the file and sends it to the bank (`sluice bank-files download`)',
    merchant: 'the transfer is sent to the bank',
  },
  CLEAR_DOUBT: {
    operator: 'an operator checks with the bank and clears it (`sluice bank-files clear`)',
    merchant: 'the transfer is checked',
  },
  BANK_CONFIRMS: {
    operator: "the bank's answer or statement is imported",
    merchant: 'the bank confirms it',
  },
  CLAIM: {
    operator: 'the payer chooses the account with the claim link',
    merchant: 'the payer chooses the account with the claim link: make sure that the payer has it',
  },
  APPROVE_CLAIM: {
    operator: 'an operator compares the names and approves or rejects it (`sluice approvals get`)',
    merchant: 'the operator approves or rejects it',
  },
  APPROVE_REFUND: {
    operator: 'an operator approves or rejects it (`sluice approvals list --status WAITING`)',
    merchant: 'the operator approves or rejects it',
  },
  SEND_BY_HAND: {
    operator: 'an operator sends the money and marks it as paid',
    merchant: "the gateway's operator sends the money",
  },
  SETTLE_CASE: {
    operator: 'an operator settles the case (`sluice cases show`)',
    merchant: "the gateway's operator decides",
  },
}

const comes = ({ operation, at }: Next, voice: Voice): string =>
  `Next: ${OPERATIONS[operation][voice]}${at === undefined ? '' : `, by ${timeWords(at)}`}.`
