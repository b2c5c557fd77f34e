/** The operator's own bank accounts that payouts are paid from: registered, read, changed, closed. */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import { amountText } from '@sluice/core/foundation/money.ts'
import { Type } from 'typebox'
import { moneyBody } from '../../api/views.ts'
import { validationFailed } from '../../http/problems.ts'
import { readByRules } from '../../http/reading.ts'
import { NO_CONNECTION, possibleConnections } from '../../identity/operators/bank-connection.ts'
import type { DebtorAccount } from '../../processors/bank-file/debtor-account.ts'
import { fingerprintOf } from '../approval-requests.ts'
import { invalid, notFound, refuse } from '../context.ts'
import { type Call, endpoint } from '../endpoint.ts'
import { adminProblem } from '../problems.ts'
import { changedDebtorAccount, newDebtorAccount } from './rules.ts'
import {
  CHANGEABLE,
  DEBTOR_ACCOUNT_ID,
  DebtorAccountChange,
  DebtorAccountSaid,
  DebtorAccountSchema,
  NewDebtorAccount,
} from './schemas.ts'

const params = { id: Type.String({ description: 'Your ID: 1 to 40 of a-z, 0-9 and -.' }) }

/** Fingerprint of the current state. */
const aboutDebtor = (account: DebtorAccount): string => fingerprintOf(account)

const connectionsOf = ({ backOffice }: Pick<Call<unknown, unknown, unknown>, 'backOffice'>) =>
  possibleConnections(backOffice.gateway.database)

/** For the approver: the program that reports for its bank. */
const answeredBy = (connection: string | undefined): string =>
  connection === undefined ? '' : `, and accept the answers that the program ${connection} sends`

/** The response body of the account. */
const bodyOf = ({ currency: code, maxTotalMinor, bankConnection, ...account }: DebtorAccount) => ({
  ...account,
  ...(bankConnection && { bankConnection: bankConnection.name }),
  currencyCode: code,
  ...(maxTotalMinor !== undefined && {
    maxTotal: moneyBody({ currency: code, amountMinor: maxTotalMinor }),
  }),
})

const register = endpoint({
  route: 'POST /admin/debtor-accounts',
  role: 'ADMIN',
  summary: 'Register a bank account from which bank files pay payouts',
  body: NewDebtorAccount,
  example: {
    id: 'bangkok',
    isTest: true,
    currencyCode: 'THB',
    name: 'Sluice Trading Co., Ltd.',
    accountNumber: '1112223334',
    bankCode: '004',
    formats: ['pain.001.001.12'],
    calendar: { zone: 'Asia/Bangkok', cutOff: '15:00' },
  },
  answers: { 201: DebtorAccountSchema },
  problems: ['ALREADY_EXISTS'],
  operations: ['debtor-account.change'],
  async operation(call) {
    const { id, isTest, currency, bankConnection } = call.check(newDebtorAccount(await connectionsOf(call)))
    if (isTest) return undefined
    const summary = `Add the payout account ${id} in ${currency}${answeredBy(bankConnection?.name)}`
    return { operation: 'debtor-account.change', summary, about: fingerprintOf(id) }
  },
  async handle(call) {
    const { id, status, ...terms } = call.check(newDebtorAccount(await connectionsOf(call)))
    const audit = call.audit({
      action: 'debtor-account.register',
      subject: `debtor account ${id}`,
      detail: { currencyCode: terms.currency, isTest: terms.isTest, formats: terms.formats },
    })
    if (!(await call.backOffice.gateway.bankFiles.accounts.add(id, terms, audit)))
      throw refuse(adminProblem('ALREADY_EXISTS', 'A debtor account with this ID already exists.'))
    return bodyOf({ id, status, ...terms })
  },
})

const list = endpoint({
  route: 'GET /admin/debtor-accounts',
  role: 'VIEWER',
  summary: 'List the debtor accounts',
  answers: { 200: Type.Object({ data: Type.Array(DebtorAccountSchema) }) },
  handle: async ({ backOffice }) => ({
    data: (await backOffice.gateway.bankFiles.accounts.all()).map(bodyOf),
  }),
})

const show = endpoint({
  route: 'GET /admin/debtor-accounts/:id',
  role: 'VIEWER',
  summary: 'Read a debtor account',
  params,
  answers: { 200: DebtorAccountSchema },
  problems: ['NOT_FOUND'],
  async handle({ backOffice, params: { id } }) {
    const account = await backOffice.gateway.bankFiles.accounts.find(id)
    if (!account) throw notFound('debtor account')
    return bodyOf(account)
  },
})

const change = endpoint({
  route: 'PATCH /admin/debtor-accounts/:id',
  role: 'ADMIN',
  summary: 'Change a debtor account; prepared files stay as they are',
  params,
  body: DebtorAccountChange,
  example: { maxPayments: 50 },
  answers: { 200: DebtorAccountSchema },
  problems: ['NOT_FOUND'],
  operations: ['debtor-account.change'],
  async operation(call) {
    const account = await call.backOffice.gateway.bankFiles.accounts.find(call.params.id)
    if (!account) throw notFound('debtor account')
    const closes =
      call.sent.status === 'CLOSED' && !CHANGEABLE.some((name) => name in call.sent && name !== 'status')
    if (account.isTest || closes) return undefined
    const { bankConnection: named } = call.sent
    if (typeof named === 'string' && !(await connectionsOf(call)).has(named))
      throw invalid('/bankConnection', 'UNKNOWN_VALUE', NO_CONNECTION)
    const answers = typeof named === 'string' ? answeredBy(named) : ''
    const summary = `Change the payout account ${account.id}${answers}`
    return { operation: 'debtor-account.change', summary, about: aboutDebtor(account) }
  },
  async handle(call) {
    const { id } = call.params
    if (!DEBTOR_ACCOUNT_ID.test(id)) throw notFound('debtor account')
    const changes = Object.entries(call.sent).filter(
      ([name]) => name === 'status' || CHANGEABLE.includes(name),
    )
    const status =
      call.sent.status === 'ACTIVE' || call.sent.status === 'CLOSED' ? call.sent.status : undefined
    const audit = call.audit({
      action: 'debtor-account.change',
      subject: `debtor account ${id}`,
      detail: { changed: changes.map(([name]) => name), ...(status !== undefined && { status }) },
    })
    const { imprecise } = call
    const connections = await connectionsOf(call)
    const changed = await call.backOffice.gateway.bankFiles.accounts.change(id, audit, (account) => {
      if (!account) return { outcome: undefined }
      call.still(aboutDebtor(account))
      const said = Object.entries({ ...saidOf(account), ...Object.fromEntries(changes) })
      const body = Object.fromEntries(said.filter(([name, value]) => value !== null || name === 'status'))
      const next = readByRules(
        DebtorAccountSaid,
        { body, imprecise },
        changedDebtorAccount(account, connections),
      )
      if (!next.ok) throw refuse(validationFailed(next.failure))
      return { account: next.value, outcome: next.value }
    })
    if (!changed) throw notFound('debtor account')
    return bodyOf(changed)
  },
})

/** In the form of a request. At most 15 digits, so the number is exact. */
function saidOf({ id: _, currency, maxTotalMinor, bankConnection, ...terms }: DebtorAccount) {
  const { ledgerDigits } = offered(currency)
  return {
    ...terms,
    ...(bankConnection && { bankConnection: bankConnection.name }),
    currencyCode: currency,
    ...(maxTotalMinor !== undefined && {
      maxTotal: { amount: Number(amountText(maxTotalMinor, ledgerDigits)), currencyCode: currency },
    }),
  }
}

export const DEBTOR_ACCOUNT_ENDPOINTS = [register, list, show, change]
