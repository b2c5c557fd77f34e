/**
 * Actions on a case. Each button names the effect and the amount, and each request the number of the decision: if two operators decide at
 * the same time, the second is refused, and nothing happens twice.
 */
import { type Signal, useSignal } from '@preact/signals'
import { Drawer } from '@sluice/ui-kit/drawer.tsx'
import { Button, Field, Form, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { moneyText } from '@sluice/ui-kit/money.tsx'
import { refresh } from '@sluice/ui-kit/query.ts'
import { setTo } from '@sluice/ui-kit/set-to.ts'
import { Notice, Section } from '@sluice/ui-kit/small.tsx'
import { type Earlier, Stale } from '@sluice/ui-kit/stale.tsx'
import { useEffect } from 'preact/hooks'
import { approvalIn } from '../approval-in.tsx'
import { acceptsMoney, cameByRail, type LeadingAction, leadingAction, refundingOf } from '../case-sense.ts'
import { placeOf } from '../places.ts'
import { may } from '../rights.ts'
import { plainWords } from '../texts.tsx'
import { allocationText, type Decision, sendDecision, type TypedDecision, wordsOf } from './case-decisions.ts'
import type { Candidate, CaseFile } from './case-file.ts'

/** `…4321`: enough to recognise an account. */
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
  // An open form stays, with what was typed, even if somebody else has closed the case.
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
  const allocation = candidate && refundingOf(file, candidate)
  const tone = (action: LeadingAction) => (action === leading ? 'button primary' : 'button')
  return (
    <Section title="Decide">
      {waiting.value !== undefined && (
        <Notice tone="info">
          Another operator must approve it. <a href={placeOf.approval(waiting.value)}>View approval</a>
        </Notice>
      )}
      <div class="decide" hidden={!isOpen}>
        {left && candidate && acceptsMoney(candidate) && (
          <button type="button" class={tone('assign')} onClick={choose('assign')}>
            {allocationText(file, candidate)}
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
            {allocation?.fit === 'BEYOND' && candidate && acceptsMoney(candidate) && (
              <button type="button" class="button" onClick={choose('assign-whole')}>
                Assign all {sum} to {candidate.id}, and keep the {moneyText(allocation.gap)} surplus
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
          onClose={setTo(chosen, undefined)}
          onWaiting={(id) => {
            waiting.value = id
          }}
        />
      )}
    </Section>
  )
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
  // Send the decision for the case as the operator saw it.
  const seen = useSignal({ file: latest, candidate: likeliest })
  const { file, candidate } = seen.value
  const { refusal } = action.now
  const isBeaten = refusal?.kind === 'refused' && refusal.code === 'CASE_SETTLED'
  const isStale = isBeaten || latest.decisions.length > file.decisions.length
  const earlier = latest.decisions.length > file.decisions.length ? latest.decisions.at(-1) : undefined
  useEffect(() => {
    if (isBeaten) refresh()
  }, [isBeaten])
  const typed = {
    note: useSignal(''),
    reference: useSignal(''),
    idPayin: useSignal(''),
    merchantCode: useSignal(candidate?.merchantCode ?? ''),
  }
  const { title, effect } = wordsOf(decision, seen.value)
  const send = (): void => {
    if (isStale) return
    void action.run(
      () => sendDecision(decision, seen.value, trimmed(typed)),
      (answer) => {
        const waits = approvalIn(answer)
        if (waits !== undefined) onWaiting(waits)
        onClose()
        refresh()
      },
    )
  }
  return (
    <Drawer title={title} onClose={onClose}>
      <p>{effect}</p>
      <Form label={title} onSend={send}>
        {isStale ? <Stale earlier={earlier && earlierOf(earlier)} /> : <Refused refusal={refusal} />}
        <DecisionFields decision={decision} typed={typed} faultAt={action.faultAt} />
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

type TypedSignals = { readonly [Name in keyof TypedDecision]: Signal<string> }

const trimmed = ({ note, reference, idPayin, merchantCode }: TypedSignals): TypedDecision => ({
  note: note.value.trim(),
  reference: reference.value.trim(),
  idPayin: idPayin.value.trim(),
  merchantCode: merchantCode.value.trim(),
})

interface DecisionFieldsProps {
  readonly decision: Decision
  readonly typed: TypedSignals
  readonly faultAt: (path: string) => string | undefined
}

function DecisionFields({ decision, typed, faultAt }: DecisionFieldsProps) {
  const { note, reference, idPayin, merchantCode } = typed
  const wantsNote = decision === 'credit' || decision === 'write-off' || decision === 'close'
  return (
    <>
      {(decision === 'credit' || decision === 'assign-other') && (
        <Field label="Merchant" value={merchantCode} fault={faultAt('merchantCode')} required />
      )}
      {decision === 'assign-other' && (
        <Field label="Payin ID" value={idPayin} fault={faultAt('idPayin')} required />
      )}
      {decision === 'return' && (
        <Field
          label="Bank reference of the refund"
          value={reference}
          fault={faultAt('reference')}
          maxLength={140}
          required
        />
      )}
      <Field
        label={wantsNote ? 'Reason' : 'Reason (optional)'}
        value={note}
        fault={faultAt('note')}
        hint="Saved in the audit log. Do not enter personal data."
        lines={3}
        maxLength={500}
        required={wantsNote}
      />
    </>
  )
}
