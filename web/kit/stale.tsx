/**
 * A form that somebody has open while another person is first: it says who did what and when, as soon as that is known, and what was typed
 * stays. What a form sends names the state that was seen when it was opened, never a newer one that nobody has looked at.
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

/** @param earlier left out: it is only known that something has changed */
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

/** @param named the field as its label says it */
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
