/** Own accounts: registered, listed, read and changed. Only administrators decide where money arrives. */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { rawNumber } from '@sluice/core/foundation/json.ts'
import { amountText, type Minor } from '@sluice/core/foundation/money.ts'
import { type Result, succeed } from '@sluice/core/foundation/result.ts'
import { Type } from 'typebox'
import { type Fault, validationFailed } from '../../http/problems.ts'
import {
  type BankConnection,
  NO_CONNECTION,
  possibleConnections,
} from '../../identity/operators/bank-connection.ts'
import type { AccountStatus, ReceivingAccount, StillShown } from '../../processors/own-account/account.ts'
import {
  changeAccount,
  createAccount,
  findAccount,
  readAccounts,
} from '../../processors/own-account/store.ts'
import { type ApprovalRequest, fingerprintOf, mustBeJudged } from '../approval-requests.ts'
import { invalid, notFound, refuse } from '../context.ts'
import { type Call, endpoint } from '../endpoint.ts'
import { adminProblem } from '../problems.ts'
import { CHANGEABLE, changedAccount, newAccount } from './rules.ts'
import { AccountChangeBody, AccountSchema, NewAccount } from './schemas.ts'

const params = { id: Type.String({ description: 'ID of the receiving account.' }) }

/** Fingerprint of the current state. */
const aboutAccount = (account: ReceivingAccount): string => fingerprintOf(account)

/** In the form in which it was entered. */
function accountBody(account: ReceivingAccount) {
  const { id, currency, isTest, name, kind, status, timeZone, methods, openingHours } = account
  const { ledgerDigits } = offered(currency)
  const amount = (minor: Minor | undefined) =>
    minor === undefined ? null : rawNumber(amountText(minor, ledgerDigits))
  return {
    id,
    name,
    kind,
    currencyCode: currency,
    isTest,
    status,
    timeZone,
    methods,
    openingHours,
    min: amount(account.minMinor),
    max: amount(account.maxMinor),
    dayCount: account.dayCount ?? null,
    dayAmount: amount(account.dayAmountMinor),
    merchantShare: account.merchantShare ?? null,
    balances: account.balances,
    bankConnection: account.bankConnection?.name ?? null,
    createdAt: isoTime(account.createdAt),
    updatedAt: isoTime(account.updatedAt),
  }
}

const list = endpoint({
  route: 'GET /admin/accounts',
  role: 'VIEWER',
  summary: 'List the receiving accounts by id',
  answers: { 200: Type.Object({ data: Type.Array(AccountSchema) }) },
  async handle(call) {
    const { gateway } = call.backOffice
    return { data: (await readAccounts(gateway.database)).map(accountBody) }
  },
})

const show = endpoint({
  route: 'GET /admin/accounts/:id',
  role: 'VIEWER',
  summary: 'Read a receiving account',
  params,
  answers: { 200: AccountSchema },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { gateway } = call.backOffice
    const account = await findAccount(gateway.database, call.params.id)
    if (!account) throw notFound('receiving account')
    return accountBody(account)
  },
})

const newAccountNow = async ({
  backOffice: { gateway },
}: Pick<Call<unknown, unknown, unknown>, 'backOffice'>) =>
  newAccount(gateway.deps.clock.now(), await possibleConnections(gateway.database))

/** For the approver: the program that reports for its bank. */
const spokenForBy = (connection: BankConnection | undefined): string =>
  connection ? `, and accept what the program ${connection.name} reports from its bank` : ''

const EXAMPLE = {
  id: 'kbank-main',
  isTest: true,
  currencyCode: 'THB',
  name: 'Main',
  kind: 'BANK_ACCOUNT',
  timeZone: 'Asia/Bangkok',
  methods: [
    {
      code: 'OFFLINE',
      receiving: {
        accountName: 'Siam Shop Co Ltd',
        accountNumber: '0123456789',
        bankCode: '004',
        bankName: 'Kasikornbank',
      },
    },
  ],
}

const create = endpoint({
  route: 'POST /admin/accounts',
  role: 'ADMIN',
  summary: 'Register a receiving account',
  body: NewAccount,
  example: EXAMPLE,
  answers: { 201: AccountSchema },
  problems: ['ALREADY_EXISTS'],
  operations: ['account.details'],
  async operation(call) {
    const { id, isTest, currency, bankConnection } = call.check(await newAccountNow(call))
    if (isTest) return undefined
    const summary = `Register the receiving account ${id} in ${currency}${spokenForBy(bankConnection)}`
    return { operation: 'account.details', summary, about: fingerprintOf(id) }
  },
  async handle(call) {
    const { gateway } = call.backOffice
    const account = call.check(await newAccountNow(call))
    const audit = call.audit({
      action: 'account.create',
      subject: `account ${account.id}`,
      detail: accountBody(account),
    })
    const made = await createAccount(gateway.database, account, audit)
    if (!made.ok)
      throw refuse(adminProblem('ALREADY_EXISTS', 'A receiving account with this ID already exists.'))
    await gateway.receivingAccounts.refresh()
    return accountBody(account)
  },
  location: ({ id }) => `/admin/accounts/${id}`,
})

const check = endpoint({
  route: 'POST /admin/accounts/!check',
  role: 'ADMIN',
  summary: 'Validate a receiving account without storing it',
  body: NewAccount,
  example: EXAMPLE,
  answers: { 200: AccountSchema },
  handle: async (call) => accountBody(call.check(await newAccountNow(call))),
})

const update = endpoint({
  route: 'PATCH /admin/accounts/:id',
  role: 'ADMIN',
  summary: 'Change a receiving account; existing payins keep their details',
  params,
  body: AccountChangeBody,
  example: { dayCount: 50, min: 10 },
  answers: { 200: AccountSchema },
  problems: ['NOT_FOUND'],
  operations: ['account.details'],
  // Needs approval: where money arrives, and which program and whose reports are believed. Pausing only stops money,
  // and limits move none.
  async operation(call) {
    const { database } = call.backOffice.gateway
    const account = await findAccount(database, call.params.id)
    if (!account) throw notFound('receiving account')
    const { bankConnection: named } = call.sent
    const connection =
      typeof named === 'string' ? (await possibleConnections(database)).get(named) : undefined
    if (typeof named === 'string' && !connection)
      throw invalid('/bankConnection', 'UNKNOWN_VALUE', NO_CONNECTION)
    const opens = [
      'methods' in call.sent && 'Change the receiving details',
      connection && 'Accept reports from another program',
      call.sent.balances === 'NOT_PROVIDED_BY_BANK' &&
        account.balances === 'CHECKED' &&
        'Stop comparing balances',
      call.sent.status === 'ACTIVE' && account.status === 'PAUSED' && 'Accept payins again',
    ].filter((what) => typeof what === 'string')
    if (account.isTest || opens.length === 0) return undefined
    return accountApprovalRequest(account, opens.join(', '), spokenForBy(connection))
  },
  async handle(call) {
    const changed = CHANGEABLE.filter((name) => name in call.sent)
    const operation = {
      action: 'account.change',
      detail: { changed },
      changesMethods: changed.includes('methods'),
    }
    const { deps, database } = call.backOffice.gateway
    const terms = { now: deps.clock.now(), connections: await possibleConnections(database) }
    return change(call, operation, (account, shown) => {
      call.still(aboutAccount(account))
      mustBeJudged(call, resuming(account, call.sent.status))
      return call.read(changedAccount(account, { ...terms, shown }))
    })
  },
})

const accountApprovalRequest = (account: ReceivingAccount, what: string, more = ''): ApprovalRequest => ({
  operation: 'account.details',
  summary: `${what}: the account ${account.id}${more}`,
  about: aboutAccount(account),
})

const SETTING = {
  role: 'OPERATOR',
  params,
  answers: { 200: AccountSchema },
  problems: ['NOT_FOUND'],
} as const

const pause = endpoint({
  ...SETTING,
  route: 'POST /admin/accounts/:id/!pause',
  summary: 'Pause an account; it accepts no new payins',
  handle: (call) => setStatus(call, 'account.pause', 'PAUSED'),
})

const resume = endpoint({
  ...SETTING,
  route: 'POST /admin/accounts/:id/!resume',
  summary: 'Resume a paused account',
  operations: ['account.details'],
  // Needs approval: there may have been a reason for the pause.
  async operation(call) {
    const account = await findAccount(call.backOffice.gateway.database, call.params.id)
    if (!account) throw notFound('receiving account')
    return resuming(account, 'ACTIVE')
  },
  handle: (call) => setStatus(call, 'account.resume', 'ACTIVE'),
})

/** Resuming an account needs approval; pausing it, or a test account, does not. */
const resuming = (account: ReceivingAccount, to: unknown): ApprovalRequest | undefined =>
  !account.isTest && account.status === 'PAUSED' && to === 'ACTIVE'
    ? accountApprovalRequest(account, 'Accept payins again')
    : undefined

const setStatus = (call: SettingCall, action: string, status: AccountStatus) =>
  change(call, { action, detail: {} }, (account) => {
    call.still(aboutAccount(account))
    mustBeJudged(call, resuming(account, status))
    return succeed({ ...account, status, updatedAt: call.backOffice.gateway.deps.clock.now() })
  })

type SettingCall = Pick<
  Call<{ readonly id: string }, unknown, unknown>,
  'backOffice' | 'params' | 'audit' | 'still'
>

interface Change {
  readonly action: string
  readonly detail: object
  readonly changesMethods?: boolean
}

async function change(
  {
    backOffice: { gateway },
    params: { id },
    audit,
  }: Pick<Call<{ readonly id: string }, unknown, unknown>, 'backOffice' | 'params' | 'audit'>,
  { action, detail, changesMethods = false }: Change,
  decide: (account: ReceivingAccount, shown: StillShown) => Result<ReceivingAccount, readonly Fault[]>,
) {
  const before = await findAccount(gateway.database, id)
  // The account before and what was changed: a changed account number must be visible.
  const line = audit({
    action,
    subject: `account ${before?.id ?? ''}`,
    detail: { ...detail, ...(before && { before: accountBody(before) }) },
  })
  const changed = await changeAccount(gateway.database, { id, audit: line, changesMethods }, decide)
  if (!changed.ok) {
    throw changed.failure === 'NOT_FOUND'
      ? notFound('receiving account')
      : refuse(validationFailed(changed.failure))
  }
  await gateway.receivingAccounts.refresh()
  return accountBody(changed.value)
}

export const ACCOUNT_ENDPOINTS = [create, check, list, show, update, pause, resume]
