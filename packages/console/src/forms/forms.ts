/** The requests that have a form in the console. The fields are made from the endpoints' declarations (`../../made/bodies.ts`). */
export const FORMS = [
  'POST /admin/merchants',
  'PATCH /admin/merchants/{merchantCode}',
  'POST /admin/accounts',
  'PATCH /admin/accounts/{id}',
  'POST /admin/debtor-accounts',
  'PATCH /admin/debtor-accounts/{id}',
  'POST /admin/connectors',
  'PATCH /admin/connectors/{name}',
  'POST /admin/networks',
  'PATCH /admin/networks/{chainId}',
  'PUT /admin/fx-rate-pairs',
  'PUT /admin/settlement-calendars/{code}',
  'PUT /admin/merchants/{merchantCode}/settlement-terms/{currencyCode}',
  'POST /admin/invoices',
  'PUT /admin/billing',
  'PUT /admin/merchants/{merchantCode}/billing',
  'PUT /admin/approval-policy',
  'PUT /admin/alerts/rules/{rule}',
  'PATCH /admin/people/{id}',
  'POST /admin/operators',
  'PUT /admin/privacy/terms',
  'POST /admin/privacy/holds',
] as const

export type FormName = (typeof FORMS)[number]
