/** The addresses of the dashboard's screens, for the merchant in the address. */
import { here } from './merchant.ts'

export { useView, type View, viewOf } from '@sluice/ui-kit/view.ts'

export const ROOT = '/dashboard'

const part = encodeURIComponent
/** The home of one merchant, ending with a slash. */
export const homeOf = (merchantCode: string): string => `${ROOT}/at/${part(merchantCode)}/`
const under = (rest: string): string => homeOf(here.value?.merchantCode ?? '') + rest

export type Kind = 'payin' | 'payout' | 'refund'
const FOLDERS = { payin: 'payments', payout: 'payouts', refund: 'refunds' } as const

export const placeOf = {
  home: () => under(''),
  list: (kind: Kind) => under(FOLDERS[kind]),
  payment: (kind: Kind, id: string) => under(`${FOLDERS[kind]}/${part(id)}`),
  payoutFile: () => under('payouts-by-file'),
  links: () => under('links'),
  link: (id: string) => under(`links/${part(id)}`),
  balances: () => under('balances'),
  statements: () => under('statements'),
  statement: (id: string) => under(`statements/${part(id)}`),
  reports: () => under('reports'),
  settlements: () => under('settlements'),
  invoices: () => under('invoices'),
  creditNotes: () => under('credit-notes'),
  keys: () => under('keys'),
  callbacks: () => under('callbacks'),
  requests: () => under('requests'),
  team: () => under('team'),
  settings: () => under('settings'),
  own: () => under('you'),
} as const
