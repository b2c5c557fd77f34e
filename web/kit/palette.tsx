/**
 * Search from anywhere: any scrap of what the application knows, and its places. Dates filter nothing here. One hit and Enter: it is opened.
 */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Drawer } from './drawer.tsx'
import type { NavGroup } from './nav.ts'
import type { Answer } from './result.ts'
import { Failed } from './states.tsx'
import { say } from './words.ts'

export interface Hit {
  readonly href: string
  readonly title: string
  readonly what: string
}

export interface Finds {
  readonly hits: readonly Hit[]
  readonly hasMore: boolean
}

/** Asks for what has this scrap. */
export type Find = (text: string, signal: AbortSignal) => Promise<Answer<Finds>>

interface PaletteProps {
  readonly find: Find
  readonly groups: readonly NavGroup[]
  readonly onClose: () => void
}

const LEAST_CHARACTERS = 2
const PAUSE_MS = 120

/** Arrows lead from the field to what was found, and along it. */
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
    const timer = setTimeout(async () => {
      const answer = await find(wanted, mine.signal)
      if (!mine.signal.aborted) found.value = answer
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      mine.abort()
    }
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
          <li key={`${hit.href} ${hit.title}`}>
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
