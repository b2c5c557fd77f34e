/** Who works on a case, and their notes. */
import { useSignal } from '@preact/signals'
import { Button, Field, Form, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { refresh } from '@sluice/ui-kit/query.ts'
import { Section } from '@sluice/ui-kit/small.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import { ask } from '../api.ts'
import { may, myName } from '../rights.ts'
import type { CaseFile } from './case-file.ts'

export function CaseWork({ file: { id, owner, notes, closedAt } }: { readonly file: CaseFile }) {
  const action = useAction()
  const note = useSignal('')
  const path = { id }
  const me = myName()
  const isMine = owner !== undefined && owner === me
  const take = (): void =>
    void action.run(
      () => ask('PATCH /admin/cases/{id}', { path, body: { owner: isMine ? null : me } }),
      refresh,
    )
  const write = (): void =>
    void action.run(
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
          <Button acting={action.now} onClick={take}>
            {isMine ? 'Unassign me' : owner === undefined ? 'Assign to me' : `Take over from ${owner}`}
          </Button>
        )
      }
    >
      <Refused refusal={action.now.refusal} />
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
        <Form label="Add note" onSend={write}>
          <Field
            label="Note"
            value={note}
            fault={action.faultAt('note')}
            hint="Do not enter personal data."
            maxLength={500}
            required
          />
          <Button type="submit" acting={action.now}>
            Add note
          </Button>
        </Form>
      )}
    </Section>
  )
}
