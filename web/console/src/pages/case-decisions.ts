/** What can be decided about a case: what each decision is called, what comes of it, and what is sent for it. */
import { exactly } from '../../../kit/exact.ts'
import { type MoneyText, moneyText } from '../../../kit/money.tsx'
import type { Answer } from '../../../kit/result.ts'
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

/** The case as it was when somebody looked at it. */
export interface SeenCase {
  readonly file: CaseFile
  readonly candidate: Candidate | undefined
}

/** What the act that gives the money to a payin does first, with how much. */
export function givingWords(file: CaseFile, candidate: Candidate): string {
  const giving = refundingOf(file, candidate)
  const sum = moneyText(giving?.gives ?? file.left ?? candidate.wanted)
  switch (giving?.fit) {
    case 'BEYOND':
      return `Give ${sum} of it to ${candidate.id}, and leave ${moneyText(giving.gap)} in the case`
    case 'SHORT':
      return `Give ${sum} to ${candidate.id} as its ${moneyText(candidate.wanted)}`
    case 'EXACT':
    case undefined:
      return `Give ${sum} to ${candidate.id}`
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
        title: candidate ? givingWords(file, candidate) : '',
        effect: effectOfAssigning(file, candidate),
      }
    case 'assign-whole':
      return { title: `Give ${candidate?.id} all ${sum}`, effect: effectOfAssigningAll(file, candidate) }
    case 'assign-other':
      return {
        title: `Give ${sum} to another payin`,
        effect:
          'The payin becomes a success, and its merchant is told. Where it wanted another amount, you are told so, and nothing is done.',
      }
    case 'credit':
      return { title: `Credit ${sum}`, effect: 'The money becomes the merchant’s, without a payment.' }
    case 'send-back':
      return { title: `Send ${sum} back`, effect: effectOfSendingBack(file) }
    case 'return':
      return {
        title: `Note that ${sum} went back`,
        effect:
          'It is noted with the bank’s reference of the transfer that you made. Nothing is sent by this.',
      }
    case 'write-off':
      return {
        title: `Write ${sum} off`,
        effect: 'It becomes the gateway’s own gain, or its loss where money is missing.',
      }
    case 'close':
      return {
        title: 'Close the case',
        effect: 'There is no money in it. It is settled with what you note.',
      }
  }
}

function effectOfAssigning(file: CaseFile, candidate: Candidate | undefined): string {
  const giving = candidate && refundingOf(file, candidate)
  const effect = `The payin ${candidate?.id} of ${candidate?.merchantCode} becomes a success, and the merchant is told.`
  switch (giving?.fit) {
    case 'SHORT':
      return `${effect} It is credited in full, and the gateway bears the ${moneyText(giving.gap)} that are missing.`
    case 'BEYOND':
      return `${effect} The case stays open with ${moneyText(giving.gap)}: give that back next.`
    case 'EXACT':
    case undefined:
      return effect
  }
}

function effectOfAssigningAll(file: CaseFile, candidate: Candidate | undefined): string {
  const giving = candidate && refundingOf(file, candidate)
  return `The payin becomes a success, and ${candidate?.merchantCode} gets what it asked for. The gateway keeps ${giving ? moneyText(giving.gap) : 'the rest'}: nothing goes back to the payer.`
}

const effectOfSendingBack = (file: CaseFile): string =>
  cameByRail(file)
    ? 'Its processor gives this very payment back, where it can do so: nobody names an account. The merchant reads it as a refund that costs it nothing.'
    : `It goes by a bank file to the account that the bank named as its sender, ${file.entry?.sender?.name ?? ''} ${file.entry?.sender?.accountNumber ?? ''}. The bank’s debit closes it.`

export type TypedDecision = Readonly<Record<'note' | 'reference' | 'idPayin' | 'merchantCode', string>>

const exactMoney = ({ amount, currencyCode }: MoneyText) => ({ amount: exactly(amount), currencyCode })

/** It names the number of the decision: of two who decide at once, the second is refused, and nothing is done twice. */
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
      const giving = candidate && refundingOf(file, candidate)
      const isPart = decision === 'assign' && giving?.fit === 'BEYOND'
      const isAccepted = decision === 'assign-whole' || giving?.fit === 'SHORT'
      return ask('POST /admin/cases/{id}/!assign', {
        path,
        body: {
          ...whose,
          ...(isPart && { money: exactMoney(giving.gives) }),
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
