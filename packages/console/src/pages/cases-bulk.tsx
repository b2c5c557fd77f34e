/**
 * Decides many cases together. A dry run of each comes first, so that the button can say how many it applies to and why others are refused;
 * each case is then decided once, by the number of its decision.
 */
import { useSignal } from '@preact/signals'
import { Drawer } from '@sluice/ui-kit/drawer.tsx'
import { Button, Form, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { moneyText } from '@sluice/ui-kit/money.tsx'
import { refresh } from '@sluice/ui-kit/query.ts'
import { Notice } from '@sluice/ui-kit/small.tsx'
import { totalsOf } from '@sluice/ui-kit/totals.ts'
import { type AnswerOf, ask } from '../api.ts'
import { approvalIn } from '../approval-in.tsx'
import { Note } from '../forms/note.tsx'
import { placeOf } from '../places.ts'
import { myName } from '../rights.ts'
import { counted, plainWords } from '../texts.tsx'

export type CaseLine = AnswerOf<'GET /admin/cases'>['data'][number]
type Reported = Extract<AnswerOf<'POST /admin/cases/!write-off'>, { readonly done: number }>
type Action = 'take' | 'release' | 'write-off' | 'close'

/** The number of the next decision: if two operators decide at the same time, the second is refused. */
const partOf = ({ decisions }: CaseLine): number => decisions.length + 1

const send = (action: Action, cases: readonly CaseLine[], note: string, dryRun: boolean) => {
  const ids = cases.map(({ id }) => ({ id }))
  const parts = cases.map((one) => ({ id: one.id, part: partOf(one) }))
  switch (action) {
    case 'take':
      return ask('PATCH /admin/cases', { body: { cases: ids, owner: myName(), dryRun } })
    case 'release':
      return ask('PATCH /admin/cases', { body: { cases: ids, owner: null, dryRun } })
    case 'write-off':
      return ask('POST /admin/cases/!write-off', { body: { cases: parts, note, dryRun } })
    case 'close':
      return ask('POST /admin/cases/!close', { body: { cases: parts, note, dryRun } })
  }
}

export function BulkActions({
  cases,
  onDone,
}: {
  readonly cases: readonly CaseLine[]
  readonly onDone: () => void
}) {
  const chosen = useSignal<Action | undefined>(undefined)
  const said = useSignal<string | undefined>(undefined)
  const waiting = useSignal<string | undefined>(undefined)
  const action = useAction()
  const withMoney = cases.filter(({ left }) => left !== undefined)
  const without = cases.filter(({ left }) => left === undefined)
  const sums = totalsOf(withMoney.flatMap(({ left }) => left ?? []))
    .map(moneyText)
    .join(' + ')
  const work = (which: 'take' | 'release'): void =>
    void action.run<object>(
      () => send(which, cases, '', false),
      (answer) => {
        said.value = doneWords(answer)
        onDone()
        refresh()
      },
    )
  return (
    <section class="bulk" aria-label="Actions for selected cases">
      <div aria-live="polite">
        {said.value !== undefined && <Notice tone="info">{said.value}</Notice>}
        {waiting.value !== undefined && (
          <Notice tone="info">
            Another operator must approve it. <a href={placeOf.approval(waiting.value)}>View approval</a>
          </Notice>
        )}
      </div>
      <Refused refusal={action.now.refusal} />
      {cases.length > 0 && (
        <p class="row-acts">
          <span class="quiet">{counted(cases.length, 'case')} selected</span>
          <Button acting={action.now} onClick={() => work('take')}>
            Assign {cases.length === 1 ? 'case' : `${cases.length} cases`} to me
          </Button>
          <Button acting={action.now} onClick={() => work('release')}>
            Unassign
          </Button>
          {without.length > 0 && (
            <Button onClick={() => (chosen.value = 'close')}>Close {counted(without.length, 'case')}…</Button>
          )}
          {withMoney.length > 0 && (
            <Button tone="danger" onClick={() => (chosen.value = 'write-off')}>
              Write off {sums}…
            </Button>
          )}
        </p>
      )}
      {(chosen.value === 'write-off' || chosen.value === 'close') && (
        <Decide
          action={chosen.value}
          cases={chosen.value === 'close' ? without : withMoney}
          sums={sums}
          onClose={() => (chosen.value = undefined)}
          onSaid={(words, approval) => {
            said.value = words
            waiting.value = approval
            onDone()
          }}
        />
      )}
    </section>
  )
}

/** How many succeeded, and which failed and why. */
function doneWords(answer: object): string {
  if (!isReported(answer)) return 'Another operator must approve it.'
  const { done, already, refused, data } = answer
  const why = data.flatMap(({ outcome, code, detail }) =>
    outcome === 'REFUSED' ? [detail || plainWords(code ?? '')] : [],
  )
  return [
    `${done} done`,
    already > 0 && `${already} unchanged`,
    refused > 0 && `${refused} refused: ${[...new Set(why)].join(' · ')}`,
  ]
    .filter(Boolean)
    .join(', ')
}

const isReported = (answer: object): answer is Reported => 'done' in answer && 'refused' in answer

interface DecideProps {
  readonly action: 'write-off' | 'close'
  readonly cases: readonly CaseLine[]
  readonly sums: string
  readonly onClose: () => void
  readonly onSaid: (words: string, approval: string | undefined) => void
}

function Decide({ action: which, cases, sums, onClose, onSaid }: DecideProps) {
  const action = useAction()
  const note = useSignal('')
  const rehearsed = useSignal<Reported | undefined>(undefined)
  const many = counted(cases.length, 'case')
  const title = which === 'close' ? `Close ${many}` : `Write off ${sums} in ${many}`
  const run = (dryRun: boolean): void =>
    void action.run<object>(
      () => send(which, cases, note.value.trim(), dryRun),
      (answer) => {
        if (dryRun && isReported(answer)) {
          rehearsed.value = answer
          return
        }
        onSaid(doneWords(answer), approvalIn(answer))
        onClose()
        refresh()
      },
    )
  const reported = rehearsed.value
  return (
    <Drawer title={title} kind="question" onClose={onClose}>
      <p>
        {which === 'close'
          ? 'These cases hold no money. They are settled with your note.'
          : 'The remaining amounts are booked as your gain, or as your loss if money is missing. Nothing is credited to merchants.'}
      </p>
      <Form label={title} onSend={() => run(reported === undefined)}>
        <Refused refusal={action.now.refusal} />
        <Note value={note} fault={action.faultAt('note')} />
        <div aria-live="polite">
          {reported && (
            <Notice tone={reported.refused > 0 ? 'warn' : 'info'}>
              {reported.refused > 0
                ? `Result: ${doneWords(reported)}.`
                : `All ${cases.length} cases can be processed.`}
            </Notice>
          )}
        </div>
        <p class="row-acts">
          <Button
            type="submit"
            tone={reported && which === 'write-off' ? 'danger' : 'primary'}
            acting={action.now}
          >
            {reported ? title : 'Preview'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </p>
      </Form>
    </Drawer>
  )
}
