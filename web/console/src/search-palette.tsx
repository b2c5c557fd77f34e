/**
 * Search from anywhere: any scrap of a payment, a case, a merchant or a bank line, and the places of the console. Dates filter nothing here.
 * One hit and Enter: it is opened.
 */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Drawer } from '../../kit/drawer.tsx'
import { moneyText } from '../../kit/money.tsx'
import type { Answer } from '../../kit/result.ts'
import { Failed } from '../../kit/states.tsx'
import { type AnswerOf, ask } from './api.ts'
import { navigation } from './nav.ts'
import { placeOf } from './places.ts'
import { merchantName, plainWords } from './words.tsx'

export interface Hit {
  readonly href: string
  readonly title: string
  readonly what: string
}

/** All that was found, the likeliest first. */
export function hitsIn(found: AnswerOf<'GET /admin/search'>): readonly Hit[] {
  return [
    ...found.payments.map(({ payment, matched }) => ({
      href: placeOf.payment(payment),
      title: `${payment.id} · ${moneyText(payment.money)}`,
      what: `${plainWords(payment.kind)} of ${payment.merchantCode} · ${plainWords(payment.status)} · by ${matched.map(plainWords).join(', ').toLowerCase()}`,
    })),
    ...found.cases.map(({ id, merchantCode, reason }) => ({
      href: placeOf.case(id),
      title: plainWords(reason),
      what: `Case of ${merchantName(merchantCode)} · ${id}`,
    })),
    ...found.merchants.map(({ merchantCode, name }) => ({
      href: placeOf.merchant(merchantCode),
      title: name,
      what: `Merchant ${merchantCode}`,
    })),
    ...found.bankEntries.map(({ account, reference, money, bookedAt, outcome }) => ({
      href: placeOf.account(account),
      title: `${reference} · ${moneyText(money)}`,
      what: `Bank line of ${account} · ${bookedAt} · ${outcome === undefined ? 'no outcome yet' : plainWords(outcome)}`,
    })),
  ]
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

export function Palette({ onClose }: { readonly onClose: () => void }) {
  const { route } = useLocation()
  const text = useSignal('')
  const found = useSignal<Answer<AnswerOf<'GET /admin/search'>> | undefined>(undefined)
  const wanted = text.value.trim()
  useEffect(() => {
    if (wanted.length < LEAST_CHARACTERS) {
      found.value = undefined
      return
    }
    const mine = new AbortController()
    const timer = setTimeout(async () => {
      const answer = await ask('GET /admin/search', { query: { q: wanted } }, mine.signal)
      if (!mine.signal.aborted) found.value = answer
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      mine.abort()
    }
  }, [wanted])
  const places: readonly Hit[] = navigation()
    .flatMap(({ items }) => items)
    .filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()))
    .map(({ name, href, key }) => ({ href, title: name, what: `Go there: g ${key}` }))
  const hits = [...(found.value?.ok ? hitsIn(found.value.value) : []), ...places]
  const open = (hit: Hit | undefined): void => {
    if (!hit) return
    onClose()
    route(hit.href)
  }
  return (
    <Drawer title="Search" kind="palette" onClose={onClose}>
      <input
        class="palette-input"
        data-first
        type="search"
        aria-label="Search payments, cases, merchants and bank lines"
        placeholder="An ID, a UTR, a name, an amount…"
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
      <ul class="hits" aria-label="Found">
        {hits.map((hit) => (
          <li key={`${hit.href} ${hit.title}`}>
            <a href={hit.href} data-hit onClick={onClose} onKeyDown={moveAmong}>
              <span class="hit-title">{hit.title}</span>
              <span class="hit-what">{hit.what}</span>
            </a>
          </li>
        ))}
      </ul>
      {found.value?.ok && hits.length === 0 && (
        <p class="nothing">Nothing was found. IDs are searched whole, names by word.</p>
      )}
      {found.value?.ok && found.value.value.hasMore && (
        <p class="nothing">There is more: ask more precisely.</p>
      )}
    </Drawer>
  )
}
