/** What a screen shows follows from its address: a view is a URL, and Back works. */
import { useLocation } from 'preact-iso'

export type View = Readonly<Record<string, string>>

/** `/console/payments?status=PENDING`: what is empty is left out. */
export function viewOf(place: string, view: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(view).flatMap(([key, value]) => (value ? [[key, value]] : []))
  const search = new URLSearchParams(given).toString()
  return search === '' ? place : `${place}?${search}`
}

/** What the address says, and a way to another view of the same place. */
export function useView(): {
  readonly view: View
  readonly show: (change: Readonly<Record<string, string | undefined>>) => void
} {
  const { query, path, route } = useLocation()
  return { view: query, show: (change) => route(viewOf(path, { ...query, ...change })) }
}
