/** Where everything is in the console. All that a screen shows follows from its address: a view is a URL, and Back works. */
import { useLocation } from 'preact-iso'

export const ROOT = '/console'

const part = encodeURIComponent

export const placeOf = {
  today: `${ROOT}/`,
  payments: `${ROOT}/payments`,
  payment: ({
    merchantCode,
    kind,
    id,
  }: {
    readonly merchantCode: string
    readonly kind: string
    readonly id: string
  }) => `${ROOT}/payments/${part(merchantCode)}/${part(kind)}/${part(id)}`,
  cases: `${ROOT}/cases`,
  case: (id: string) => `${ROOT}/cases/${part(id)}`,
  approvals: `${ROOT}/approvals`,
  approval: (id: string) => `${ROOT}/approvals/${part(id)}`,
  bankFiles: `${ROOT}/bank-files`,
  bankFile: (id: string) => `${ROOT}/bank-files/${part(id)}`,
  merchants: `${ROOT}/merchants`,
  merchant: (code: string) => `${ROOT}/merchants/${part(code)}`,
  accounts: `${ROOT}/accounts`,
  account: (id: string) => `${ROOT}/accounts/${part(id)}`,
  reconcile: `${ROOT}/reconcile`,
  reconcileDay: (account: string, day: string) => `${ROOT}/reconcile/${part(account)}/${part(day)}`,
  settlements: `${ROOT}/settlements`,
  settlement: (id: string) => `${ROOT}/settlements/${part(id)}`,
  statements: `${ROOT}/statements`,
  statement: (merchantCode: string, id: string) => `${ROOT}/statements/${part(merchantCode)}/${part(id)}`,
  callbacks: `${ROOT}/callbacks`,
  processors: `${ROOT}/processors`,
  health: `${ROOT}/health`,
  alerts: `${ROOT}/alerts`,
  audit: `${ROOT}/audit`,
  people: `${ROOT}/people`,
  settings: `${ROOT}/settings`,
  search: (text: string) => `${ROOT}/search?q=${part(text)}`,
} as const

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
