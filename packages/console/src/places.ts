/** The addresses of the console's screens. */
export { useView, type View, viewOf } from '@sluice/ui-kit/view.ts'

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
  newMerchant: `${ROOT}/merchants/!new`,
  merchant: (code: string) => `${ROOT}/merchants/${part(code)}`,
  accounts: `${ROOT}/accounts`,
  newAccount: `${ROOT}/accounts/!new`,
  account: (id: string) => `${ROOT}/accounts/${part(id)}`,
  reconcile: `${ROOT}/reconcile`,
  reconcileDay: (account: string, day: string) => `${ROOT}/reconcile/${part(account)}/${part(day)}`,
  reports: `${ROOT}/reports`,
  settlements: `${ROOT}/settlements`,
  newSettlement: `${ROOT}/settlements/!new`,
  settlement: (id: string) => `${ROOT}/settlements/${part(id)}`,
  statements: `${ROOT}/statements`,
  statement: (merchantCode: string, id: string) => `${ROOT}/statements/${part(merchantCode)}/${part(id)}`,
  invoices: `${ROOT}/invoices`,
  newInvoice: `${ROOT}/invoices/!new`,
  invoice: (merchantCode: string, id: string) => `${ROOT}/invoices/${part(merchantCode)}/${part(id)}`,
  creditNotes: `${ROOT}/credit-notes`,
  creditNote: (merchantCode: string, id: string) => `${ROOT}/credit-notes/${part(merchantCode)}/${part(id)}`,
  callbacks: `${ROOT}/callbacks`,
  processors: `${ROOT}/processors`,
  providers: `${ROOT}/processors/providers`,
  health: `${ROOT}/health`,
  alerts: `${ROOT}/alerts`,
  audit: `${ROOT}/audit`,
  people: `${ROOT}/people`,
  privacy: `${ROOT}/privacy`,
  settings: `${ROOT}/settings`,
  setup: `${ROOT}/setup`,
  debtorAccounts: `${ROOT}/setup/debtor-accounts`,
  connectors: `${ROOT}/setup/connectors`,
  networks: `${ROOT}/setup/networks`,
  rates: `${ROOT}/setup/rates`,
  calendars: `${ROOT}/setup/calendars`,
  policy: `${ROOT}/setup/policy`,
  alertRules: `${ROOT}/setup/alert-rules`,
  billing: `${ROOT}/setup/billing`,
  privacyTerms: `${ROOT}/setup/privacy`,
  search: (text: string) => `${ROOT}/search?q=${part(text)}`,
} as const
