/** A screen's content follows from its address, so a view is a URL and the back button works. */
import { useLocation } from 'preact-iso'

export type View = Readonly<Record<string, string>>

/** `/console/payments?status=PENDING`: empty values are left out. */
export function viewOf(place: string, view: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(view).flatMap(([key, value]) => (value ? [[key, value]] : []))
  const search = new URLSearchParams(given).toString()
  return search === '' ? place : `${place}?${search}`
}

/** The view in the address, and a function that opens another view of the same place. */
export function useView(): {
  readonly view: View
  readonly show: (change: Readonly<Record<string, string | undefined>>) => void
} {
  const { query, path, route } = useLocation()
  return { view: query, show: (change) => route(viewOf(path, { ...query, ...change })) }
}
