/**
 * What can be decided about a case. Each button says what it does and with how much, and each act names the number of the decision: of two
 * who decide at once, the second is told so, and nothing is done twice.
 */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Drawer } from '../../../kit/drawer.tsx'
import { exactly } from '../../../kit/exact.ts'
import { Button, Field, Form, Refused, useAction } from '../../../kit/form.tsx'
import { type MoneyText, moneyText } from '../../../kit/money.tsx'
import { refresh } from '../../../kit/query.ts'
import { Notice, Section } from '../../../kit/small.tsx'
import { type Earlier, Stale } from '../../../kit/stale.tsx'
import { ask } from '../api.ts'
import { approvalIn } from '../approval-in.tsx'
import { cameByRail, type LeadingAction, leadingAction, refundingOf, takesMoney } from '../case-sense.ts'
import { placeOf } from '../places.ts'
import { may } from '../rights.ts'
import { plainWords } from '../texts.tsx'
import type { Candidate, CaseFile } from './case.tsx'

type Decision =
  | 'assign'
  | 'assign-whole'
  | 'assign-other'
  | 'credit'
  | 'send-back'
  | 'return'
  | 'write-off'
  | 'close'

const exactMoney = ({ amount, currencyCode }: MoneyText) => ({ amount: exactly(amount), currencyCode })

/** `…4321`: enough to know an account by. */
const shortened = (account: string): string => `…${account.slice(-4)}`

export function CaseActions({
  file,
  candidate,
}: {
  readonly file: CaseFile
  readonly candidate: Candidate | undefined
}) {
  const chosen = useSignal<Decision | undefined>(undefined)
  const waiting = useSignal<string | undefined>(undefined)
  const isOpen = file.closedAt === undefined
  // A form that is open stays, with what was typed, though somebody else has closed the case.
  if (!isOpen && chosen.value === undefined) return null
  if (!may('cases:act'))
    return (
      <Notice tone="info">You can view cases. To settle them, you need the permission “cases:act”.</Notice>
    )
  const { left } = file
  const sum = left ? moneyText(left) : ''
  const choose = (decision: Decision) => () => {
    chosen.value = decision
  }
  const sender = file.entry?.sender?.accountNumber
  const leading = leadingAction(file, candidate)
  const giving = candidate && refundingOf(file, candidate)
  const tone = (action: LeadingAction) => (action === leading ? 'button primary' : 'button')
  return (
    <Section title="Decide">
      {waiting.value !== undefined && (
        <Notice tone="info">
          Another operator must approve it. <a href={placeOf.approval(waiting.value)}>View approval</a>
        </Notice>
      )}
      <div class="decide" hidden={!isOpen}>
        {left && candidate && takesMoney(candidate) && (
          <button type="button" class={tone('assign')} onClick={choose('assign')}>
            {givingWords(file, candidate)}
          </button>
        )}
        {left && (
          <>
            {sender !== undefined && (
              <button type="button" class={tone('send-back')} onClick={choose('send-back')}>
                Refund {sum} to {shortened(sender)}
              </button>
            )}
            {cameByRail(file) && (
              <button type="button" class={tone('send-back')} onClick={choose('send-back')}>
                Refund {sum} through its processor
              </button>
            )}
            <button type="button" class={tone('return')} onClick={choose('return')}>
              Record a refund of {sum}
            </button>
            {giving?.fit === 'BEYOND' && candidate && takesMoney(candidate) && (
              <button type="button" class="button" onClick={choose('assign-whole')}>
                Assign all {sum} to {candidate.id}, and keep the {moneyText(giving.gap)} surplus
              </button>
            )}
            <button type="button" class="button" onClick={choose('assign-other')}>
              Assign {sum} to another payin…
            </button>
            <button type="button" class="button" onClick={choose('credit')}>
              Credit {sum} to a merchant
            </button>
            <button type="button" class="button danger" onClick={choose('write-off')}>
              Write off {sum}
            </button>
          </>
        )}
        {!left && (
          <button type="button" class={tone('close')} onClick={choose('close')}>
            Close case
          </button>
        )}
      </div>
      {chosen.value && (
        <Decide
          file={file}
          candidate={candidate}
          decision={chosen.value}
          onClose={() => {
            chosen.value = undefined
          }}
          onWaiting={(id) => {
            waiting.value = id
          }}
        />
      )}
    </Section>
  )
}

/** What the act that gives the money to a payin does first, with how much. */
function givingWords(file: CaseFile, candidate: Candidate): string {
  const giving = refundingOf(file, candidate)
  const sum = moneyText(giving?.gives ?? file.left ?? candidate.wanted)
  switch (giving?.fit) {
    case 'BEYOND':
      return `Assign ${sum} to ${candidate.id}, and leave ${moneyText(giving.gap)} in the case`
    case 'SHORT':
      return `Assign ${sum} to ${candidate.id} as full payment of ${moneyText(candidate.wanted)}`
    case 'EXACT':
    case undefined:
      return `Assign ${sum} to ${candidate.id}`
  }
}

const earlierOf = ({ operator, action, money, at }: CaseFile['decisions'][number]): Earlier => ({
  who: operator,
  what: `${plainWords(action)}${money ? ` ${moneyText(money)}` : ''}`,
  at,
})

interface DecideProps {
  readonly file: CaseFile
  readonly candidate: Candidate | undefined
  readonly decision: Decision
  readonly onClose: () => void
  readonly onWaiting: (id: string) => void
}

function Decide({ file: latest, candidate: likeliest, decision, onClose, onWaiting }: DecideProps) {
  const action = useAction()
  // What is sent is about the case as it was when somebody looked at it.
  const seen = useSignal({ file: latest, candidate: likeliest })
  const { file, candidate } = seen.value
  const { refusal } = action.now
  const isBeaten = refusal?.kind === 'refused' && refusal.code === 'CASE_SETTLED'
  const isStale = isBeaten || latest.decisions.length > file.decisions.length
  const earlier = latest.decisions.length > file.decisions.length ? latest.decisions.at(-1) : undefined
  useEffect(() => {
    if (isBeaten) refresh()
  }, [isBeaten])
  const note = useSignal('')
  const reference = useSignal('')
  const idPayin = useSignal('')
  const merchantCode = useSignal(candidate?.merchantCode ?? '')
  const path = { id: file.id }
  const part = file.decisions.length + 1
  const sum = file.left ? moneyText(file.left) : ''
  const giving = candidate && refundingOf(file, candidate)
  const said = note.value.trim() === '' ? {} : { note: note.value.trim() }
  const sends = {
    assign: () =>
      ask('POST /admin/cases/{id}/!assign', {
        path,
        body: {
          merchantCode: candidate?.merchantCode,
          idPayin: candidate?.id,
          part,
          ...(giving?.fit === 'BEYOND' && { money: exactMoney(giving.gives) }),
          ...(giving?.fit === 'SHORT' && { acceptDifference: true }),
          ...said,
        },
      }),
    'assign-whole': () =>
      ask('POST /admin/cases/{id}/!assign', {
        path,
        body: {
          merchantCode: candidate?.merchantCode,
          idPayin: candidate?.id,
          part,
          acceptDifference: true,
          ...said,
        },
      }),
    'assign-other': () =>
      ask('POST /admin/cases/{id}/!assign', {
        path,
        body: { merchantCode: merchantCode.value.trim(), idPayin: idPayin.value.trim(), part, ...said },
      }),
    credit: () =>
      ask('POST /admin/cases/{id}/!credit', {
        path,
        body: { merchantCode: merchantCode.value.trim(), part, ...said },
      }),
    'send-back': () =>
      ask('POST /admin/cases/{id}/!return', { path, body: { by: 'PROCESSOR', part, ...said } }),
    return: () =>
      ask('POST /admin/cases/{id}/!return', {
        path,
        body: { reference: reference.value.trim(), part, ...said },
      }),
    'write-off': () => ask('POST /admin/cases/{id}/!write-off', { path, body: { part, ...said } }),
    close: () => ask('POST /admin/cases/{id}/!close', { path, body: { part, ...said } }),
  } as const
  const words: Readonly<Record<Decision, readonly [title: string, effect: string]>> = {
    assign: [
      candidate ? givingWords(file, candidate) : '',
      `Payin ${candidate?.id} of ${candidate?.merchantCode} succeeds, and the merchant is notified.${
        giving === undefined || giving.fit === 'EXACT'
          ? ''
          : giving.fit === 'SHORT'
            ? ` The merchant is credited in full. You bear the missing ${moneyText(giving.gap)}.`
            : ` The case stays open with the remaining ${moneyText(giving.gap)}. Refund it next.`
      }`,
    ],
    'assign-whole': [
      `Assign all ${sum} to ${candidate?.id}`,
      `The payin succeeds, and ${candidate?.merchantCode} is credited the amount due. You keep ${giving ? moneyText(giving.gap) : 'the surplus'}. Nothing is refunded to the payer.`,
    ],
    'assign-other': [
      `Assign ${sum} to another payin`,
      'The payin succeeds, and its merchant is notified. If the payin is for a different amount, you see an error and nothing happens.',
    ],
    credit: [`Credit ${sum}`, 'The money is added to the merchant’s balance, without a payment.'],
    'send-back': [
      `Refund ${sum}`,
      cameByRail(file)
        ? 'The processor refunds this payment if it can; no account is needed. The merchant sees a refund without a fee.'
        : `The refund is sent in a bank file to the sender’s account, ${file.entry?.sender?.name ?? ''} ${file.entry?.sender?.accountNumber ?? ''}. It completes when the debit appears on the bank statement.`,
    ],
    return: [
      `Record a refund of ${sum}`,
      'Records a refund that you sent yourself, with the bank’s reference. No money is sent.',
    ],
    'write-off': [
      `Write off ${sum}`,
      'The amount is booked as your gain, or as your loss if money is missing.',
    ],
    close: ['Close case', 'The case holds no money. It is settled with your note.'],
  }
  const [title, effect] = words[decision]
  const send = (): void => {
    if (isStale) return
    void action.run<object>(sends[decision], (answer) => {
      const waits = approvalIn(answer)
      if (waits !== undefined) onWaiting(waits)
      onClose()
      refresh()
    })
  }
  const wantsNote = decision === 'credit' || decision === 'write-off' || decision === 'close'
  return (
    <Drawer title={title} onClose={onClose}>
      <p>{effect}</p>
      <Form label={title} onSend={send}>
        {isStale ? <Stale earlier={earlier && earlierOf(earlier)} /> : <Refused refusal={refusal} />}
        {(decision === 'credit' || decision === 'assign-other') && (
          <Field label="Merchant" value={merchantCode} fault={action.faultAt('merchantCode')} required />
        )}
        {decision === 'assign-other' && (
          <Field label="Payin ID" value={idPayin} fault={action.faultAt('idPayin')} required />
        )}
        {decision === 'return' && (
          <Field
            label="Bank reference of the refund"
            value={reference}
            fault={action.faultAt('reference')}
            maxLength={140}
            required
          />
        )}
        <Field
          label={wantsNote ? 'Reason' : 'Reason (optional)'}
          value={note}
          fault={action.faultAt('note')}
          hint="Saved in the audit log. Do not enter personal data."
          lines={3}
          maxLength={500}
          required={wantsNote}
        />
        <p class="row-acts">
          {!isStale && (
            <Button type="submit" tone={decision === 'write-off' ? 'danger' : 'primary'} acting={action.now}>
              {title}
            </Button>
          )}
          {isStale && earlier && latest.closedAt === undefined && (
            <Button
              onClick={() => {
                action.forget()
                seen.value = { file: latest, candidate: likeliest }
              }}
            >
              Continue with the latest version
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
        </p>
      </Form>
    </Drawer>
  )
}
