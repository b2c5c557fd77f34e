/** Events in order, each with its time and its source. */
import type { ComponentChildren } from 'preact'
import type { Tone } from './small.tsx'
import { Time } from './time.tsx'

export interface Event {
  readonly at: string
  readonly source: string
  readonly text: ComponentChildren
  readonly tone: Tone
}

export function Timeline({
  events,
  next,
}: {
  readonly events: readonly Event[]
  readonly next?: ComponentChildren
}) {
  return (
    <ol class="timeline">
      {events.map(({ at, source, text, tone }, index) => (
        <li key={`${at}-${index}`} class={tone}>
          <p class="event-text">{text}</p>
          <p class="event-facts">
            <Time at={at} /> · {source}
          </p>
        </li>
      ))}
      {next !== undefined && <li class="next">{next}</li>}
    </ol>
  )
}
