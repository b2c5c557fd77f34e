/**
 * Search from anywhere, for partial matches in the application's data, and for its pages. Filters by date do not apply.
 * With a single hit, Enter opens it.
 */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Drawer } from './drawer.tsx'
import type { NavGroup } from './nav.ts'
import type { Answer } from './result.ts'
import { Failed } from './states.tsx'
import { say } from './texts.ts'

export interface Hit {
  readonly href: string
  readonly title: string
  readonly what: string
}

export interface Finds {
  readonly hits: readonly Hit[]
  readonly hasMore: boolean
}

/** Finds what contains this text. */
export type Find = (text: string, signal: AbortSignal) => Promise<Answer<Finds>>

interface PaletteProps {
  readonly find: Find
  readonly groups: readonly NavGroup[]
  readonly onClose: () => void
}

const LEAST_CHARACTERS = 2
const PAUSE_MS = 120
/**
 * New payments are indexed some seconds later, under load a minute later: while it is open, the search is repeated
 * after these intervals.
 */
const AGAIN_AFTER_MS = [1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 21_000, 34_000] as const

const keyOf = ({ href, title }: Hit): string => `${href} ${title}`

/** Later hits are added below the shown ones, so that nothing moves under the pointer. */
function below(shown: Finds, later: Finds): Finds {
  const laterByKey = new Map(later.hits.map((hit) => [keyOf(hit), hit]))
  const kept = shown.hits.map((hit) => laterByKey.get(keyOf(hit)) ?? hit)
  const keptKeys = new Set(kept.map(keyOf))
  return { hits: [...kept, ...later.hits.filter((hit) => !keptKeys.has(keyOf(hit)))], hasMore: later.hasMore }
}

const pause = (durationMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, durationMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/**
 * Repeats the search until it is aborted. A refusal ends it; a refusal of a repetition keeps what was found.
 * @param show called whenever the result may have changed
 */
async function askAgain(
  find: Find,
  wanted: string,
  signal: AbortSignal,
  show: (answer: Answer<Finds>) => void,
): Promise<void> {
  await pause(PAUSE_MS, signal)
  if (signal.aborted) return
  const first = await find(wanted, signal)
  if (signal.aborted) return
  show(first)
  if (!first.ok) return
  let shown = first.value
  for (const durationMs of AGAIN_AFTER_MS) {
    await pause(durationMs, signal)
    if (signal.aborted) return
    const later = await find(wanted, signal)
    if (signal.aborted || !later.ok) return
    shown = below(shown, later.value)
    show({ ok: true, value: shown })
  }
}

/** Arrow keys move from the field to the hits and along them. */
function moveAmong(event: KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const hits = [...document.querySelectorAll<HTMLElement>('[data-hit]')]
  const here = document.activeElement
  const at = here instanceof HTMLElement ? hits.indexOf(here) : -1
  hits[Math.min(Math.max(at + step, 0), hits.length - 1)]?.focus()
}

export function Palette({ find, groups, onClose }: PaletteProps) {
  const { route } = useLocation()
  const text = useSignal('')
  const found = useSignal<Answer<Finds> | undefined>(undefined)
  const wanted = text.value.trim()
  useEffect(() => {
    if (wanted.length < LEAST_CHARACTERS) {
      found.value = undefined
      return
    }
    const mine = new AbortController()
    void askAgain(find, wanted, mine.signal, (answer) => (found.value = answer))
    return () => mine.abort()
  }, [find, wanted])
  const places: readonly Hit[] = groups
    .flatMap(({ items }) => items)
    .filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()))
    .map(({ name, href, key }) => ({ href, title: name, what: say('goThere', { keys: `g ${key}` }) }))
  const hits = [...(found.value?.ok ? found.value.value.hits : []), ...places]
  const open = (hit: Hit | undefined): void => {
    if (!hit) return
    onClose()
    route(hit.href)
  }
  return (
    <Drawer title={say('search')} kind="palette" onClose={onClose}>
      <input
        class="palette-input"
        data-first
        type="search"
        aria-label={say('search')}
        placeholder={say('searchHint')}
        autocomplete="off"
        value={text.value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return moveAmong(event)
          event.preventDefault()
          open(hits[0])
        }}
      />
      {found.value && !found.value.ok && <Failed refusal={found.value.refusal} />}
      <ul class="hits" aria-label={say('found')}>
        {hits.map((hit) => (
          <li key={keyOf(hit)}>
            <a href={hit.href} data-hit onClick={onClose} onKeyDown={moveAmong}>
              <span class="hit-title">{hit.title}</span>
              <span class="hit-what">{hit.what}</span>
            </a>
          </li>
        ))}
      </ul>
      {found.value?.ok && hits.length === 0 && <p class="nothing">{say('searchNothing')}</p>}
      {found.value?.ok && found.value.value.hasMore && <p class="nothing">{say('searchMore')}</p>}
    </Drawer>
  )
}
