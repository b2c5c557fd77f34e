/** Who works on a case, and what they have noted. */
import { useSignal } from '@preact/signals'
import { Button, Field, Form, Refused, useAct } from '../../../kit/form.tsx'
import { refresh } from '../../../kit/query.ts'
import { Section } from '../../../kit/small.tsx'
import { Time } from '../../../kit/time.tsx'
import { ask } from '../api.ts'
import { may, myName } from '../rights.ts'
import type { CaseFile } from './case.tsx'

export function CaseWork({ file: { id, owner, notes, closedAt } }: { readonly file: CaseFile }) {
  const act = useAct()
  const note = useSignal('')
  const path = { id }
  const me = myName()
  const isMine = owner !== undefined && owner === me
  const take = (): void =>
    void act.run(() => ask('PATCH /admin/cases/{id}', { path, body: { owner: isMine ? null : me } }), refresh)
  const write = (): void =>
    void act.run(
      () => ask('POST /admin/cases/{id}/!note', { path, body: { note: note.value.trim() } }),
      () => {
        note.value = ''
        refresh()
      },
    )
  return (
    <Section
      title="Notes"
      count={notes.length}
      aside={
        closedAt === undefined &&
        may('cases:act') && (
          <Button acting={act.now} onClick={take}>
            {isMine
              ? 'Give it back to the queue'
              : owner === undefined
                ? 'I work on it'
                : `Take it over from ${owner}`}
          </Button>
        )
      }
    >
      <Refused refusal={act.now.refusal} />
      <ul class="items">
        {notes.map(({ id: key, note: text, operator, at }) => (
          <li key={key}>
            {text}{' '}
            <span class="quiet">
              {operator}, <Time at={at} />
            </span>
          </li>
        ))}
      </ul>
      {may('cases:act') && (
        <Form label="Note something" onSend={write}>
          <Field
            label="Note"
            value={note}
            fault={act.faultAt('note')}
            hint="Nothing personal."
            maxLength={500}
            required
          />
          <Button type="submit" acting={act.now}>
            Note it
          </Button>
        </Form>
      )}
    </Section>
  )
}
