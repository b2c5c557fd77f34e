/**
 * A bar of filters. Their values are only in the address: the form is filled from it, and submitting leads to another
 * address. So a view can be bookmarked, sent and returned to.
 */
import { useId } from 'preact/hooks'
import { say } from './texts.ts'

export interface Filter {
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'date'
  /** Missing: free text. */
  readonly choices?: readonly (readonly [value: string, words: string])[]
}

/** A report's link may contain a time to the second, which is shown and kept unchanged. */
const DAY_OR_NONE = /^(?:\d{4}-\d\d-\d\d)?$/

interface FilterBarProps {
  readonly label: string
  readonly filters: readonly Filter[]
  readonly view: Readonly<Record<string, string>>
  readonly onShow: (view: Readonly<Record<string, string | undefined>>) => void
}

export function FilterBar({ label, filters, view, onShow }: FilterBarProps) {
  const id = useId()
  const isFiltered = filters.some(({ name }) => view[name])
  const send = (form: HTMLFormElement): void => {
    const said = new FormData(form)
    const chosen = filters.map(({ name }) => [name, String(said.get(name) ?? '').trim()] as const)
    // Another view begins on its first page.
    onShow({ ...Object.fromEntries(chosen), cursor: undefined })
  }
  return (
    <form
      class="filters"
      aria-label={label}
      // A change of the address fills the form again.
      key={JSON.stringify(view)}
      onSubmit={(event) => {
        event.preventDefault()
        send(event.currentTarget)
      }}
    >
      {filters.map(({ name, label: words, type = 'text', choices }) => (
        <div class="filter" key={name}>
          <label for={`${id}-${name}`}>{words}</label>
          {choices ? (
            <select
              id={`${id}-${name}`}
              name={name}
              onChange={({ currentTarget }) => currentTarget.form && send(currentTarget.form)}
            >
              {choices.map(([value, shown]) => (
                <option key={value} value={value} selected={value === (view[name] ?? '')}>
                  {shown}
                </option>
              ))}
            </select>
          ) : type === 'date' && DAY_OR_NONE.test(view[name] ?? '') ? (
            <input id={`${id}-${name}`} name={name} type="date" defaultValue={view[name] ?? ''} />
          ) : (
            <input
              id={`${id}-${name}`}
              name={name}
              type="text"
              defaultValue={view[name] ?? ''}
              autocomplete="off"
            />
          )}
        </div>
      ))}
      <div class="filter-acts">
        <button type="submit" class="button">
          {say('show')}
        </button>
        {isFiltered && (
          <button
            type="button"
            class="button quiet-button"
            onClick={() =>
              onShow(
                Object.fromEntries([...filters.map(({ name }) => [name, undefined]), ['cursor', undefined]]),
              )
            }
          >
            {say('clear')}
          </button>
        )}
      </div>
    </form>
  )
}
