/** Named views: a view is the query of an address, and this browser stores its name. */
import { signal } from '@preact/signals'

export interface NamedView {
  readonly name: string
  /** The query of the address, without the page of the list. */
  readonly query: string
}

const KEPT_AS = 'sluice.views'
const MOST = 20
export const LONGEST_NAME = 40

type ByPlace = Readonly<Record<string, readonly NamedView[]>>

/** The stored text may be anything by now. */
export function viewsIn(text: string | null): ByPlace {
  try {
    const kept: unknown = JSON.parse(text ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(
      Object.entries(kept).map(([place, views]) => [
        place,
        Array.isArray(views) ? views.filter(isNamed).slice(0, MOST) : [],
      ]),
    )
  } catch {
    return {}
  }
}

const isNamed = (view: unknown): view is NamedView =>
  typeof view === 'object' &&
  view !== null &&
  'name' in view &&
  typeof view.name === 'string' &&
  'query' in view &&
  typeof view.query === 'string'

const kept = signal<ByPlace>(viewsIn(readKept()))

function readKept(): string | null {
  try {
    return localStorage.getItem(KEPT_AS)
  } catch {
    return null
  }
}

function keep(views: ByPlace): void {
  kept.value = views
  try {
    localStorage.setItem(KEPT_AS, JSON.stringify(views))
  } catch {
    // A browser without storage keeps them until the page is closed.
  }
}

export const viewsOf = (place: string): readonly NamedView[] => kept.value[place] ?? []

/** Saving under an existing name replaces that view; the latest come first. */
export function nameView(place: string, view: NamedView): void {
  const others = viewsOf(place).filter(({ name }) => name !== view.name)
  keep({ ...kept.value, [place]: [view, ...others].slice(0, MOST) })
}

export function forgetView(place: string, name: string): void {
  keep({ ...kept.value, [place]: viewsOf(place).filter((view) => view.name !== name) })
}
