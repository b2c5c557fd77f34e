/**
 * Keys that work everywhere except in fields: `j` and `k` move along the rows, `x` chooses one, `c` copies the page's
 * ID, and the app's own ones.
 */

const inField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.matches('input, textarea, select') || target.isContentEditable)

/** Moves along the rows of the page, from the first. */
function moveBy(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const here = document.activeElement
  const at = here instanceof HTMLElement ? rows.indexOf(here) : -1
  const next = rows[at === -1 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

/** Chooses the focused row of a list whose rows can be chosen. */
const chooseRow = (): void =>
  document.activeElement?.closest('tr')?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click()

const copyName = (): void => document.querySelector<HTMLButtonElement>('.page-acts .copy')?.click()

export type Keys = Readonly<Record<string, () => void>>

const LEADING = 'g'
const LEAD_MS = 1_500

/**
 * Handles keys until the returned function is called.
 * @param keys by key; `g p` is `g` and then `p`; `mod+k` is ⌘K or Ctrl+K, and works in fields, too
 */
export function handleKeys(keys: Keys): () => void {
  let ledAt = Number.NEGATIVE_INFINITY
  const pressed = (event: KeyboardEvent): void => {
    const { key } = event
    const action = (name: string): boolean => {
      const found = keys[name]
      if (!found) return false
      event.preventDefault()
      found()
      return true
    }
    if (event.metaKey || event.ctrlKey) return void action(`mod+${key.toLowerCase()}`)
    if (event.altKey || inField(event.target) || document.querySelector('dialog[open]')) return
    const isLed = event.timeStamp - ledAt < LEAD_MS
    ledAt = key === LEADING && !isLed ? event.timeStamp : Number.NEGATIVE_INFINITY
    if (isLed && action(`${LEADING} ${key}`)) return
    if (key === 'j') moveBy(1)
    else if (key === 'k') moveBy(-1)
    else if (key === 'x') chooseRow()
    else if (key === 'c' && !keys.c) copyName()
    else action(key)
  }
  document.addEventListener('keydown', pressed)
  return () => document.removeEventListener('keydown', pressed)
}
