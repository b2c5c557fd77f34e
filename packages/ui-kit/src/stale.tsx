/**
 * Warns about an open form when another person was faster: says who did what and when, as soon as it is known, and
 * keeps what was typed. The form sends the ETag of the state that was seen when it was opened, never a newer one that
 * the user has not seen.
 */
import type { ChangedField } from './seen.ts'
import { say } from './texts.ts'
import { timeText, zone } from './time.tsx'

/** What somebody else has done meanwhile. */
export interface Earlier {
  readonly who: string
  readonly what: string
  readonly at: string
}

/** @param earlier missing: it is only known that something has changed */
export function Stale({ earlier }: { readonly earlier?: Earlier | undefined }) {
  return (
    <p class="banner warn" role="alert">
      {staleText(earlier)}
    </p>
  )
}

const staleText = (earlier: Earlier | undefined): string =>
  earlier
    ? say('staleBy', {
        who: earlier.who,
        what: earlier.what,
        time: `${timeText(earlier.at, zone.value)} ${zone.value}`,
      })
    : say('stale')

const MOST_SHOWN = 80

/** @param named the label of a field */
export function StaleFields({
  changed,
  named,
  earlier,
}: {
  readonly changed: readonly ChangedField<unknown>[]
  readonly named: (name: string) => string
  readonly earlier?: Earlier | undefined
}) {
  if (changed.length === 0) return null
  const shown = (value: unknown): string | undefined =>
    typeof value !== 'string' || value.length > MOST_SHOWN ? undefined : value === '' ? '–' : `“${value}”`
  return (
    <div role="alert">
      <p class="banner warn">{staleText(earlier)}</p>
      <ul class="changed-fields">
        {changed.map(({ name, was, is }) => {
          const [before, after] = [shown(was), shown(is)]
          return (
            <li key={name} class="breaks">
              {named(name)}
              {before !== undefined && after !== undefined && (
                <>
                  : <del>{before}</del> → <ins>{after}</ins>
                </>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
