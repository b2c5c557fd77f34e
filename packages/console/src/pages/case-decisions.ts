/** The decisions that can be made about a case: their labels, effects and requests. */
import { exactly } from '@sluice/ui-kit/exact.ts'
import { type MoneyText, moneyText } from '@sluice/ui-kit/money.tsx'
import type { Answer } from '@sluice/ui-kit/result.ts'
import { ask } from '../api.ts'
import { cameByRail, refundingOf } from '../case-sense.ts'
import type { Candidate, CaseFile } from './case-file.ts'

export type Decision =
  | 'assign'
  | 'assign-whole'
  | 'assign-other'
  | 'credit'
  | 'send-back'
  | 'return'
  | 'write-off'
  | 'close'

/** The case as the operator saw it. */
export interface SeenCase {
  readonly file: CaseFile
  readonly candidate: Candidate | undefined
}

/** The effect and amount of crediting the money to a payin. */
export function allocationText(file: CaseFile, candidate: Candidate): string {
  const allocation = refundingOf(file, candidate)
  const sum = moneyText(allocation?.gives ?? file.left ?? candidate.wanted)
  switch (allocation?.fit) {
    case 'BEYOND':
      return `Assign ${sum} to ${candidate.id}, and leave ${moneyText(allocation.gap)} in the case`
    case 'SHORT':
      return `Assign ${sum} to ${candidate.id} as full payment of ${moneyText(candidate.wanted)}`
    case 'EXACT':
    case undefined:
      return `Assign ${sum} to ${candidate.id}`
  }
}

interface DecisionWords {
  readonly title: string
  readonly effect: string
}

export function wordsOf(decision: Decision, { file, candidate }: SeenCase): DecisionWords {
  const sum = file.left ? moneyText(file.left) : ''
  switch (decision) {
    case 'assign':
      return {
        title: candidate ? allocationText(file, candidate) : '',
        effect: effectOfAssigning(file, candidate),
      }
    case 'assign-whole':
      return { title: `Assign all ${sum} to ${candidate?.id}`, effect: effectOfAssigningAll(file, candidate) }
    case 'assign-other':
      return {
        title: `Assign ${sum} to another payin`,
        effect:
          'The payin succeeds, and its merchant is notified. If the payin is for a different amount, you see an error and nothing happens.',
      }
    case 'credit':
      return {
        title: `Credit ${sum}`,
        effect: 'The money is added to the merchant’s balance, without a payment.',
      }
    case 'send-back':
      return { title: `Refund ${sum}`, effect: effectOfSendingBack(file) }
    case 'return':
      return {
        title: `Record a refund of ${sum}`,
        effect: 'Records a refund that you sent yourself, with the bank’s reference. No money is sent.',
      }
    case 'write-off':
      return {
        title: `Write off ${sum}`,
        effect: 'The amount is booked as your gain, or as your loss if money is missing.',
      }
    case 'close':
      return {
        title: 'Close case',
        effect: 'The case holds no money. It is settled with your note.',
      }
  }
}

function effectOfAssigning(file: CaseFile, candidate: Candidate | undefined): string {
  const allocation = candidate && refundingOf(file, candidate)
  const effect = `Payin ${candidate?.id} of ${candidate?.merchantCode} succeeds, and the merchant is notified.`
  switch (allocation?.fit) {
    case 'SHORT':
      return `${effect} The merchant is credited in full. You bear the missing ${moneyText(allocation.gap)}.`
    case 'BEYOND':
      return `${effect} The case stays open with the remaining ${moneyText(allocation.gap)}. Refund it next.`
    case 'EXACT':
    case undefined:
      return effect
  }
}

function effectOfAssigningAll(file: CaseFile, candidate: Candidate | undefined): string {
  const allocation = candidate && refundingOf(file, candidate)
  return `The payin succeeds, and ${candidate?.merchantCode} is credited the amount due. You keep ${allocation ? moneyText(allocation.gap) : 'the surplus'}. Nothing is refunded to the payer.`
}

const effectOfSendingBack = (file: CaseFile): string =>
  cameByRail(file)
    ? 'The processor refunds this payment if it can; no account is needed. The merchant sees a refund without a fee.'
    : `The refund is sent in a bank file to the sender’s account, ${file.entry?.sender?.name ?? ''} ${file.entry?.sender?.accountNumber ?? ''}. It completes when the debit appears on the bank statement.`

export type TypedDecision = Readonly<Record<'note' | 'reference' | 'idPayin' | 'merchantCode', string>>

const exactMoney = ({ amount, currencyCode }: MoneyText) => ({ amount: exactly(amount), currencyCode })

/**
 * The request names the number of the decision: if two operators decide at the same time, the second is refused, and nothing happens twice.
 */
export function sendDecision(
  decision: Decision,
  { file, candidate }: SeenCase,
  { note, reference, idPayin, merchantCode }: TypedDecision,
): Promise<Answer<object>> {
  const path = { id: file.id }
  const said = { part: file.decisions.length + 1, ...(note !== '' && { note }) }
  switch (decision) {
    case 'assign':
    case 'assign-whole': {
      const whose = { merchantCode: candidate?.merchantCode, idPayin: candidate?.id }
      const allocation = candidate && refundingOf(file, candidate)
      const isPart = decision === 'assign' && allocation?.fit === 'BEYOND'
      const isAccepted = decision === 'assign-whole' || allocation?.fit === 'SHORT'
      return ask('POST /admin/cases/{id}/!assign', {
        path,
        body: {
          ...whose,
          ...(isPart && { money: exactMoney(allocation.gives) }),
          ...(isAccepted && { acceptDifference: true }),
          ...said,
        },
      })
    }
    case 'assign-other':
      return ask('POST /admin/cases/{id}/!assign', { path, body: { merchantCode, idPayin, ...said } })
    case 'credit':
      return ask('POST /admin/cases/{id}/!credit', { path, body: { merchantCode, ...said } })
    case 'send-back':
      return ask('POST /admin/cases/{id}/!return', { path, body: { by: 'PROCESSOR', ...said } })
    case 'return':
      return ask('POST /admin/cases/{id}/!return', { path, body: { reference, ...said } })
    case 'write-off':
      return ask('POST /admin/cases/{id}/!write-off', { path, body: said })
    case 'close':
      return ask('POST /admin/cases/{id}/!close', { path, body: said })
  }
}
