/**
 * The command of `sluice` that asks what an operation of the operators' API answers: where each part of the request goes. Made from the
 * commands by `node tools/console-commands.ts`, and each is run by a test. Never changed by hand.
 */

export interface CommandFacts {
  /** `cases list`. */
  readonly words: string
  /** Its arguments in their order, by what they fill; `file` is the body. */
  readonly takes: readonly string[]
  /** Options that take a value, by what they fill. */
  readonly options: Readonly<Record<string, string>>
  /** Options that say `true`, by what they fill. */
  readonly flags: Readonly<Record<string, string>>
}

export const COMMANDS = {
  'GET /admin/accounts': { words: 'accounts list', takes: [], options: {}, flags: {} },
  'GET /admin/alerts': {
    words: 'alerts list',
    takes: [],
    options: { from: '--from', to: '--to', cursor: '--cursor', limit: '--limit' },
    flags: { open: '--open' },
  },
  'GET /admin/alerts/rules': { words: 'alerts rules', takes: [], options: {}, flags: {} },
  'GET /admin/approval-policy': { words: 'approval-policy get', takes: [], options: {}, flags: {} },
  'GET /admin/approvals': {
    words: 'approvals list',
    takes: [],
    options: { status: '--status', cursor: '--cursor', limit: '--limit' },
    flags: {},
  },
  'GET /admin/approvals/{id}': { words: 'approvals get', takes: ['id'], options: {}, flags: {} },
  'GET /admin/audit': {
    words: 'audit list',
    takes: [],
    options: {
      operator: '--operator',
      action: '--action',
      subject: '--subject',
      merchantCode: '--merchant',
      from: '--from',
      to: '--to',
      cursor: '--cursor',
      limit: '--limit',
    },
    flags: {},
  },
  'GET /admin/bank-feeds/{account}/csv-mapping': {
    words: 'feed mapping',
    takes: [],
    options: { account: '--account' },
    flags: {},
  },
  'GET /admin/bank-feeds/{account}/entries': {
    words: 'feed entries',
    takes: [],
    options: {
      account: '--account',
      state: '--state',
      outcome: '--outcome',
      from: '--from',
      to: '--to',
      cursor: '--cursor',
      limit: '--limit',
    },
    flags: {},
  },
  'GET /admin/bank-files': {
    words: 'bank-files list',
    takes: [],
    options: { status: '--status', from: '--from', to: '--to', cursor: '--cursor', limit: '--limit' },
    flags: {},
  },
  'GET /admin/bank-files/{id}': { words: 'bank-files show', takes: ['id'], options: {}, flags: {} },
  'GET /admin/billing': { words: 'billing show', takes: [], options: {}, flags: {} },
  'GET /admin/callbacks': {
    words: 'callbacks list',
    takes: [],
    options: {
      merchantCode: '--merchant',
      status: '--status',
      from: '--from',
      to: '--to',
      cursor: '--cursor',
      limit: '--limit',
    },
    flags: {},
  },
  'GET /admin/cases': {
    words: 'cases list',
    takes: [],
    options: {
      merchantCode: '--merchant',
      reason: '--reason',
      owner: '--owner',
      olderThanHours: '--older-than-hours',
      sort: '--sort',
      from: '--from',
      to: '--to',
      cursor: '--cursor',
      limit: '--limit',
    },
    flags: { open: '--open', unowned: '--unowned', overdue: '--overdue' },
  },
  'GET /admin/cases/{id}': { words: 'cases show', takes: ['id'], options: {}, flags: {} },
  'GET /admin/connectors': { words: 'connectors list', takes: [], options: {}, flags: {} },
  'GET /admin/debtor-accounts': { words: 'debtor-accounts list', takes: [], options: {}, flags: {} },
  'GET /admin/doctor': { words: 'doctor', takes: [], options: {}, flags: {} },
  'GET /admin/invariants': { words: 'invariants', takes: [], options: {}, flags: {} },
  'GET /admin/merchants': {
    words: 'merchants list',
    takes: [],
    options: { cursor: '--cursor', limit: '--limit' },
    flags: {},
  },
  'GET /admin/merchants/{merchantCode}': {
    words: 'merchants show',
    takes: ['merchantCode'],
    options: {},
    flags: {},
  },
  'GET /admin/networks': { words: 'networks list', takes: [], options: {}, flags: {} },
  'GET /admin/payments': {
    words: 'payments list',
    takes: [],
    options: {
      merchantCode: '--merchant',
      kind: '--kind',
      status: '--status',
      currencyCode: '--currency',
      paymentMethodCode: '--method',
      paymentOperatorCode: '--operator',
      from: '--from',
      to: '--to',
      cursor: '--cursor',
      limit: '--limit',
    },
    flags: { isTest: '--is-test' },
  },
  'GET /admin/payments/{merchantCode}/{kind}/{id}/!explain': {
    words: 'explain',
    takes: ['kind', 'id'],
    options: { merchantCode: '--merchant' },
    flags: {},
  },
  'GET /admin/people': { words: 'people list', takes: [], options: {}, flags: {} },
  'GET /admin/processors': { words: 'processors list', takes: [], options: {}, flags: {} },
  'GET /admin/providers': { words: 'providers list', takes: [], options: {}, flags: {} },
  'GET /admin/reconciliations': {
    words: 'reconciliations',
    takes: ['account'],
    options: { from: '--from', to: '--to' },
    flags: {},
  },
  'GET /admin/reconciliations/{account}': {
    words: 'reconcile',
    takes: ['account'],
    options: { day: '--day' },
    flags: {},
  },
  'GET /admin/reports/volume': {
    words: 'reports volume',
    takes: [],
    options: {
      merchantCode: '--merchant',
      firstDay: '--from',
      lastDay: '--to',
      by: '--by',
      kind: '--kind',
      currencyCode: '--currency',
      paymentMethodCode: '--method',
    },
    flags: { isTest: '--is-test' },
  },
  'GET /admin/search': { words: 'search', takes: ['q'], options: {}, flags: {} },
  'GET /admin/settlement-calendars': { words: 'settlements calendars', takes: [], options: {}, flags: {} },
  'GET /admin/settlement-runs': {
    words: 'settlements list',
    takes: [],
    options: { state: '--state', cursor: '--cursor', limit: '--limit' },
    flags: {},
  },
  'GET /admin/settlement-runs/{id}': { words: 'settlements show', takes: ['id'], options: {}, flags: {} },
  'GET /admin/statements': {
    words: 'statements list',
    takes: [],
    options: {
      merchantCode: '--merchant',
      currencies: '--currencies',
      from: '--from',
      to: '--to',
      cursor: '--cursor',
      limit: '--limit',
    },
    flags: {},
  },
  'GET /admin/statements/{merchantCode}/{idStatement}': {
    words: 'statements get',
    takes: ['idStatement'],
    options: { merchantCode: '--merchant' },
    flags: {},
  },
  'PATCH /admin/accounts/{id}': { words: 'accounts update', takes: ['id', 'file'], options: {}, flags: {} },
  'PATCH /admin/debtor-accounts/{id}': {
    words: 'debtor-accounts change',
    takes: ['id', 'file'],
    options: {},
    flags: {},
  },
  'PATCH /admin/people/{id}': { words: 'people change', takes: ['id', 'file'], options: {}, flags: {} },
  'POST /admin/accounts': { words: 'accounts add', takes: ['file'], options: {}, flags: {} },
  'POST /admin/debtor-accounts': {
    words: 'debtor-accounts register',
    takes: ['file'],
    options: {},
    flags: {},
  },
  'PUT /admin/alerts/rules/{rule}': { words: 'alerts set', takes: ['rule', 'file'], options: {}, flags: {} },
  'PUT /admin/approval-policy': { words: 'approval-policy set', takes: ['file'], options: {}, flags: {} },
  'PUT /admin/billing': { words: 'billing put', takes: ['file'], options: {}, flags: {} },
  'PUT /admin/merchants/{merchantCode}/billing': {
    words: 'billing put-merchant',
    takes: ['file'],
    options: { merchantCode: '--merchant' },
    flags: {},
  },
  'PUT /admin/merchants/{merchantCode}/settlement-terms/{currencyCode}': {
    words: 'settlements set-terms',
    takes: ['currencyCode', 'file'],
    options: { merchantCode: '--merchant' },
    flags: {},
  },
  'PUT /admin/settlement-calendars/{code}': {
    words: 'settlements set-calendar',
    takes: ['code', 'file'],
    options: {},
    flags: {},
  },
} as const satisfies Readonly<Record<string, CommandFacts>>
