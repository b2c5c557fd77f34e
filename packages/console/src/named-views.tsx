/** The named views of a list, its columns, and the totals of its rows. A view is stored entirely in its address. */
import { useSignal } from '@preact/signals'
import { Button, Field, Form } from '@sluice/ui-kit/form.tsx'
import { Amount, type MoneyText } from '@sluice/ui-kit/money.tsx'
import { totalsOf } from '@sluice/ui-kit/totals.ts'
import { useView } from '@sluice/ui-kit/view.ts'
import { useLocation } from 'preact-iso'
import { HIDDEN, hiddenIn } from './listed.ts'
import { forgetView, LONGEST_NAME, nameView, viewsOf } from './views-kept.ts'

export function ViewBar({ columns }: { readonly columns: readonly { readonly name: string }[] }) {
  const { path } = useLocation()
  const { view, show } = useView()
  const name = useSignal('')
  const { cursor: _, ...lasting } = view
  const query = new URLSearchParams(lasting).toString()
  const named = viewsOf(path)
  const hidden = hiddenIn(view)
  const toggle = (column: string): void => {
    const next = hidden.includes(column) ? hidden.filter((each) => each !== column) : [...hidden, column]
    show({ [HIDDEN]: next.join(',') || undefined })
  }
  const save = (): void => {
    const wanted = name.value.trim()
    if (wanted === '') return
    nameView(path, { name: wanted, query })
    name.value = ''
  }
  return (
    <div class="view-bar">
      {named.length > 0 && (
        <ul class="named-views" aria-label="Saved views">
          {named.map((each) => (
            <li key={each.name}>
              <a
                href={each.query === '' ? path : `${path}?${each.query}`}
                aria-current={each.query === query ? 'true' : undefined}
              >
                {each.name}
              </a>
              <button
                type="button"
                class="close"
                aria-label={`Delete view ${each.name}`}
                onClick={() => forgetView(path, each.name)}
              >
                ✕
              </button>
            </li>
          ))}
        </ul>
      )}
      <details class="picker">
        <summary>Columns{hidden.length > 0 && `: ${hidden.length} hidden`}</summary>
        <fieldset>
          <legend class="hidden">Visible columns</legend>
          {columns.slice(1).map((column) => (
            <label key={column.name}>
              <input
                type="checkbox"
                aria-label={`Column ${column.name}`}
                checked={!hidden.includes(column.name)}
                onChange={() => toggle(column.name)}
              />{' '}
              {column.name}
            </label>
          ))}
        </fieldset>
      </details>
      <details class="picker">
        <summary>Save view</summary>
        <Form label="Save view" onSend={save}>
          <Field
            label="View name"
            value={name}
            maxLength={LONGEST_NAME}
            hint="Saved in this browser. To share the view with a colleague, share the page address."
            required
          />
          <Button type="submit">Save</Button>
        </Form>
      </details>
    </div>
  )
}

/** Totals of the rows on this page, by kind and currency: incoming and outgoing money are not added up. */
export function Totals({
  of,
  isAll,
}: {
  readonly of: readonly { readonly name: string; readonly money: MoneyText }[]
  readonly isAll: boolean
}) {
  const names = [...new Set(of.map(({ name }) => name))]
  const totals = names.flatMap((name) =>
    totalsOf(of.filter((row) => row.name === name).map(({ money }) => money)).map((money) => ({
      name,
      money,
    })),
  )
  if (of.length < 2 || totals.length === 0) return null
  return (
    <p class="list-totals">
      <span class="quiet">
        {isAll ? 'All' : 'This page'} {of.length} together
      </span>{' '}
      {totals.map(({ name, money }) => (
        <span key={`${name} ${money.currencyCode}`}>
          {name}{' '}
          <strong>
            <Amount money={money} />
          </strong>
        </span>
      ))}
    </p>
  )
}
