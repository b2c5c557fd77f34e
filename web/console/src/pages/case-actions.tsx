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
      <Notice tone="info">You may read cases. To decide about them you need the right “cases:act”.</Notice>
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
          Another operator must approve it. <a href={placeOf.approval(waiting.value)}>Look at the approval</a>
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
                Send {sum} back to {shortened(sender)}
              </button>
            )}
            {cameByRail(file) && (
              <button type="button" class={tone('send-back')} onClick={choose('send-back')}>
                Send {sum} back the way it came
              </button>
            )}
            <button type="button" class={tone('return')} onClick={choose('return')}>
              Note that {sum} went back
            </button>
            {giving?.fit === 'BEYOND' && candidate && takesMoney(candidate) && (
              <button type="button" class="button" onClick={choose('assign-whole')}>
                Give {candidate.id} all {sum}, and keep {moneyText(giving.gap)} for the gateway
              </button>
            )}
            <button type="button" class="button" onClick={choose('assign-other')}>
              Give {sum} to another payin…
            </button>
            <button type="button" class="button" onClick={choose('credit')}>
              Credit {sum} to a merchant
            </button>
            <button type="button" class="button danger" onClick={choose('write-off')}>
              Write {sum} off
            </button>
          </>
        )}
        {!left && (
          <button type="button" class={tone('close')} onClick={choose('close')}>
            Close the case
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
      return `Give ${sum} of it to ${candidate.id}, and leave ${moneyText(giving.gap)} in the case`
    case 'SHORT':
      return `Give ${sum} to ${candidate.id} as its ${moneyText(candidate.wanted)}`
    case 'EXACT':
    case undefined:
      return `Give ${sum} to ${candidate.id}`
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
      `The payin ${candidate?.id} of ${candidate?.merchantCode} becomes a success, and the merchant is told.${
        giving === undefined || giving.fit === 'EXACT'
          ? ''
          : giving.fit === 'SHORT'
            ? ` It is credited in full, and the gateway bears the ${moneyText(giving.gap)} that are missing.`
            : ` The case stays open with ${moneyText(giving.gap)}: give that back next.`
      }`,
    ],
    'assign-whole': [
      `Give ${candidate?.id} all ${sum}`,
      `The payin becomes a success, and ${candidate?.merchantCode} gets what it asked for. The gateway keeps ${giving ? moneyText(giving.gap) : 'the rest'}: nothing goes back to the payer.`,
    ],
    'assign-other': [
      `Give ${sum} to another payin`,
      'The payin becomes a success, and its merchant is told. Where it wanted another amount, you are told so, and nothing is done.',
    ],
    credit: [`Credit ${sum}`, 'The money becomes the merchant’s, without a payment.'],
    'send-back': [
      `Send ${sum} back`,
      cameByRail(file)
        ? 'Its processor gives this very payment back, where it can do so: nobody names an account. The merchant reads it as a refund that costs it nothing.'
        : `It goes by a bank file to the account that the bank named as its sender, ${file.entry?.sender?.name ?? ''} ${file.entry?.sender?.accountNumber ?? ''}. The bank’s debit closes it.`,
    ],
    return: [
      `Note that ${sum} went back`,
      'It is noted with the bank’s reference of the transfer that you made. Nothing is sent by this.',
    ],
    'write-off': [
      `Write ${sum} off`,
      'It becomes the gateway’s own gain, or its loss where money is missing.',
    ],
    close: ['Close the case', 'There is no money in it. It is settled with what you note.'],
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
          <Field label="ID of the payin" value={idPayin} fault={action.faultAt('idPayin')} required />
        )}
        {decision === 'return' && (
          <Field
            label="Bank’s reference of the transfer back"
            value={reference}
            fault={action.faultAt('reference')}
            maxLength={140}
            required
          />
        )}
        <Field
          label={wantsNote ? 'Why' : 'Why (may be left out)'}
          value={note}
          fault={action.faultAt('note')}
          hint="Nothing personal: it stays in the audit log."
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
              Go on with how it is now
            </Button>
          )}
          <Button onClick={onClose}>Leave it</Button>
        </p>
      </Form>
    </Drawer>
  )
}
