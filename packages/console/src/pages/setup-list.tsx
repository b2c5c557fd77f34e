/** A settings screen: the items of one kind, a form to add one, and a form to change the chosen one. */
import { useSignal } from '@preact/signals'
import { Drawer } from '@sluice/ui-kit/drawer.tsx'
import { Button } from '@sluice/ui-kit/form.tsx'
import { Page } from '@sluice/ui-kit/page.tsx'
import { setTo } from '@sluice/ui-kit/set-to.ts'
import { Section, TextButton } from '@sluice/ui-kit/small.tsx'
import { type Column, Table } from '@sluice/ui-kit/table.tsx'
import type { ComponentChildren } from 'preact'
import type { AnswerOf } from '../api.ts'
import type { Customs } from '../forms/fields.tsx'
import type { FormName } from '../forms/forms.ts'
import { OperationForm } from '../forms/operation-form.tsx'
import { placeOf } from '../places.ts'
import { type Capability, may } from '../rights.ts'

interface FormOf<Name extends FormName> {
  readonly name: Name
  readonly title: string
  readonly customs?: Customs
  readonly start?: object
  readonly effect: ComponentChildren
  readonly button: string
  /** Shown after success; undefined: the form closes. */
  readonly after?: (answer: AnswerOf<Name>) => ComponentChildren
}

interface SetupFormProps<Name extends FormName> extends FormOf<Name> {
  readonly path?: Readonly<Record<string, string>>
  readonly onClose: () => void
}

/** A form beside the page. */
export function SetupForm<Name extends FormName>(props: SetupFormProps<Name>) {
  const { name, path, title, customs, start, effect, button, after, onClose } = props
  const said = useSignal<ComponentChildren>(undefined)
  return (
    <Drawer title={title} onClose={onClose}>
      {said.value ?? (
        <OperationForm
          name={name}
          label={title}
          {...(path && { path })}
          {...(customs && { customs })}
          {...(start && { start })}
          button={() => button}
          effect={effect}
          onDone={(answer) => {
            said.value = after?.(answer)
            if (said.peek() === undefined) onClose()
          }}
        />
      )}
    </Drawer>
  )
}

interface SetupListProps<Row, Add extends FormName> {
  readonly title: string
  /** Its purpose, in a sentence or two. */
  readonly about: ComponentChildren
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string
  readonly nothing: string
  /** The right to add and change. */
  readonly needs: Capability
  readonly add?: FormOf<Add>
  /** Opens when a row is changed. */
  readonly change?: (row: Row, onClose: () => void) => ComponentChildren
  readonly byCommand?: ComponentChildren
}

export function SetupList<Row, Add extends FormName>(props: SetupListProps<Row, Add>) {
  const { title, about, rows, columns, keyOf, nothing, needs, add, change, byCommand } = props
  const isAdding = useSignal(false)
  const chosen = useSignal<Row | undefined>(undefined)
  const mayChange = may(needs)
  const all: readonly Column<Row>[] =
    change && mayChange
      ? [
          ...columns,
          {
            name: 'Change',
            cell: (row) => (
              <TextButton label={`Change… ${keyOf(row)}`} onClick={setTo(chosen, row)}>
                Change…
              </TextButton>
            ),
          },
        ]
      : columns
  return (
    <Page
      title={title}
      above={<a href={placeOf.setup}>Settings</a>}
      actions={
        add &&
        mayChange && (
          <Button tone="primary" onClick={setTo(isAdding, true)}>
            {add.title}
          </Button>
        )
      }
    >
      <p class="quiet">{about}</p>
      <Section title={title} count={rows.length}>
        <Table nothing={nothing} label={title} columns={all} rows={rows} keyOf={keyOf} />
      </Section>
      {byCommand}
      {add && isAdding.value && <SetupForm {...add} onClose={setTo(isAdding, false)} />}
      {chosen.value !== undefined &&
        change?.(chosen.value, () => {
          chosen.value = undefined
        })}
    </Page>
  )
}
