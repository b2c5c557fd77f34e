/**
 * A form that somebody has open while another person is first: it says who did what and when, as soon as that is known, and what was typed
 * stays. What a form sends names the state that was seen when it was opened, never a newer one that nobody has looked at.
 */
import { timeText, zone } from './time.tsx'
import { say } from './words.ts'

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
      {earlier
        ? say('staleBy', {
            who: earlier.who,
            what: earlier.what,
            time: `${timeText(earlier.at, zone.value)} ${zone.value}`,
          })
        : say('stale')}
    </p>
  )
}
