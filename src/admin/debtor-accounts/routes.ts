/** The operator's own bank accounts that payouts are paid from: registered, read, changed, closed. */
import { Type } from 'typebox'
import { offered } from '../../catalogue/currencies.ts'
import { amountText } from '../../foundation/money.ts'
import { validationFailed } from '../../http/problems.ts'
import type { Body } from '../../intake/requests.ts'
import {
  CHARACTER_SETS,
  CHARGE_BEARERS,
  type DebtorAccount,
  type DebtorAccountTerms,
  FORMATS,
} from '../../processors/bank-file/debtor-account.ts'
import {
  type AdminContext,
  auditLine,
  described,
  invalid,
  MoneySchema,
  notFound,
  objectOf,
  refuse,
} from '../context.ts'
import { adminProblem } from '../problems.ts'
import { DEBTOR_ACCOUNT_ID, debtorAccountBody, readDebtorAccount } from './request.ts'

const literals = (values: readonly string[]) => Type.Union(values.map((value) => Type.Literal(value)))

const Calendar = Type.Object(
  {
    zone: Type.String({ description: 'Time zone of the bank: Asia/Bangkok.' }),
    cutOff: Type.String({
      description: 'HH:MM in that zone: what comes later counts for the next business day.',
    }),
    leadDays: Type.Optional(
      Type.Integer({ description: 'Business days between the file and its execution.', default: 0 }),
    ),
    closedWeekdays: Type.Optional(
      Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), {
        description: '0 is Sunday; left out, Saturday and Sunday.',
      }),
    ),
    holidays: Type.Optional(Type.Array(Type.String({ format: 'date' }))),
  },
  { description: "The bank's days and hours, as data: keep the holidays up to date." },
)
const Zengin = Type.Object(
  {
    clientCode: Type.String({ description: 'Ten digits, given by the bank (委託者コード).' }),
    accountType: Type.Optional(literals(['1', '2', '9'])),
    bankName: Type.Optional(Type.String()),
    branchName: Type.Optional(Type.String()),
    lineBreaks: Type.Optional(Type.Boolean({ description: 'CR LF after each record; left out, true.' })),
    ediReference: Type.Optional(
      Type.Boolean({ description: 'Our reference as EDI information; left out, true.' }),
    ),
  },
  { description: 'For the format zengin.' },
)
const PARTS = {
  name: Type.String({ maxLength: 140, description: 'The holder, as the bank has it.' }),
  iban: Type.Optional(Type.String()),
  accountNumber: Type.Optional(Type.String({ maxLength: 34 })),
  bankCode: Type.Optional(Type.String({ maxLength: 35 })),
  branchCode: Type.Optional(Type.String({ maxLength: 35 })),
  bic: Type.Optional(Type.String({ maxLength: 11 })),
  clearingSystem: Type.Optional(
    Type.String({
      maxLength: 5,
      description:
        "ISO 20022's code of the clearing system that bank codes belong to, where it is not the usual one.",
    }),
  ),
  formats: Type.Array(literals(FORMATS), { minItems: 1, description: 'The first is the usual one.' }),
  characterSet: Type.Optional(literals(CHARACTER_SETS)),
  maxNameCharacters: Type.Optional(Type.Integer({ minimum: 1, maximum: 140 })),
  batchBooking: Type.Optional(Type.Boolean({ description: 'One booking for the whole batch.' })),
  chargeBearer: Type.Optional(literals(CHARGE_BEARERS)),
  serviceLevel: Type.Optional(Type.String({ maxLength: 4 })),
  localInstrument: Type.Optional(Type.String({ maxLength: 35 })),
  calendar: Calendar,
  maxPayments: Type.Optional(Type.Integer({ minimum: 1, description: 'In one file.' })),
  maxTotal: Type.Optional(MoneySchema),
  zengin: Type.Optional(Zengin),
}
const ID = Type.String({ description: 'Yours: 1 to 40 of a-z, 0-9 and -.' })
const FIXED = { isTest: Type.Boolean(), currencyCode: Type.String() }
const Status = literals(['ACTIVE', 'CLOSED'])
const AccountSchema = Type.Object({ id: ID, status: Status, ...FIXED, ...PARTS })

const CHANGEABLE = Object.keys(PARTS)

export function registerDebtorAccountRoutes(context: AdminContext): void {
  const { app, gateway } = context
  const { accounts } = gateway.bankFiles

  app.post<{ Body: unknown; Reply: unknown }>(
    '/admin/debtor-accounts',
    described(context, {
      role: 'ADMIN',
      summary: 'Register an own bank account that payouts are paid from by bank files',
      body: Type.Object({ id: ID, ...FIXED, ...PARTS }),
      answers: { 201: AccountSchema },
      problems: ['ALREADY_EXISTS'],
    }),
    async (request, reply) => {
      const { id, ...body } = objectOf(request.body)
      if (typeof id !== 'string' || !DEBTOR_ACCOUNT_ID.test(id)) {
        throw invalid(
          '/id',
          id === undefined ? 'REQUIRED' : 'INVALID_FORMAT',
          'must be 1 to 40 of a-z, 0-9 and -, beginning and ending with a letter or digit',
        )
      }
      const terms = termsOf(body, request.impreciseNumbers)
      const audit = auditLine(gateway, request, {
        action: 'debtor-account.register',
        subject: `debtor account ${id}`,
        detail: { currencyCode: terms.currency, isTest: terms.isTest, formats: terms.formats },
      })
      if (!(await accounts.add(id, terms, audit)))
        throw refuse(adminProblem('ALREADY_EXISTS', 'A debtor account has this id.'))
      reply.code(201)
      return debtorAccountBody({ id, status: 'ACTIVE', ...terms })
    },
  )

  app.get<{ Reply: unknown }>(
    '/admin/debtor-accounts',
    described(context, {
      role: 'VIEWER',
      summary: 'List the debtor accounts',
      answers: { 200: Type.Object({ data: Type.Array(AccountSchema) }) },
    }),
    async () => ({ data: (await accounts.all()).map(debtorAccountBody) }),
  )

  app.get<{ Params: { id: string }; Reply: unknown }>(
    '/admin/debtor-accounts/:id',
    described(context, {
      role: 'VIEWER',
      summary: 'Read a debtor account',
      params: { id: ID },
      answers: { 200: AccountSchema },
      problems: ['NOT_FOUND'],
    }),
    async ({ params }) => {
      const account = await accounts.find(params.id)
      if (!account) throw notFound('debtor account')
      return debtorAccountBody(account)
    },
  )

  registerChange(context)
}

function registerChange(context: AdminContext): void {
  const { app, gateway } = context
  app.patch<{ Params: { id: string }; Body: unknown; Reply: unknown }>(
    '/admin/debtor-accounts/:id',
    described(context, {
      role: 'ADMIN',
      summary: 'Change a debtor account; files that are prepared stay as they are',
      params: { id: ID },
      body: Type.Partial(Type.Object({ status: Status, ...PARTS }), {
        description: 'What is left out stays; null takes an optional property away.',
      }),
      answers: { 200: AccountSchema },
      problems: ['NOT_FOUND'],
    }),
    async (request) => {
      const { id } = request.params
      if (!DEBTOR_ACCOUNT_ID.test(id)) throw notFound('debtor account')
      const changes = objectOf(request.body)
      const status = statusOf(changes.status)
      const named = Object.keys(changes).filter((name) => name === 'status' || CHANGEABLE.includes(name))
      const audit = auditLine(gateway, request, {
        action: 'debtor-account.change',
        subject: `debtor account ${id}`,
        detail: { changed: named, ...(status !== undefined && { status }) },
      })
      const changed = await gateway.bankFiles.accounts.change(id, audit, (account) => {
        if (!account) return { outcome: undefined }
        const body = Object.entries({ ...inputOf(account), ...pick(changes, CHANGEABLE) })
        const terms = termsOf(
          Object.fromEntries(body.filter(([, value]) => value !== null)),
          request.impreciseNumbers,
        )
        const next: DebtorAccount = { id, status: status ?? account.status, ...terms }
        return { account: next, outcome: next }
      })
      if (!changed) throw notFound('debtor account')
      return debtorAccountBody(changed)
    },
  )
}

/** @throws ProblemError 400 */
function termsOf(body: Body, imprecise: readonly string[]): DebtorAccountTerms {
  const terms = readDebtorAccount(body, imprecise)
  if (!terms.ok) throw refuse(validationFailed(terms.failure))
  return terms.value
}

function statusOf(value: unknown): DebtorAccount['status'] | undefined {
  if (value === undefined || value === 'ACTIVE' || value === 'CLOSED') return value
  throw invalid('/status', 'UNKNOWN_VALUE', 'must be ACTIVE or CLOSED')
}

const pick = (body: Body, names: readonly string[]): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)))

/** As a request would say it: at most 15 digits, so the number is exact. */
function inputOf({ id: _, status: __, currency, maxTotalMinor, ...terms }: DebtorAccount): Body {
  const { ledgerDigits } = offered(currency)
  return {
    ...terms,
    currencyCode: currency,
    ...(maxTotalMinor !== undefined && {
      maxTotal: { amount: Number(amountText(maxTotalMinor, ledgerDigits)), currencyCode: currency },
    }),
  }
}
