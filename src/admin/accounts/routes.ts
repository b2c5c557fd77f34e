/** Receiving accounts: registered, listed, read and changed. Where an operator's money arrives is for administrators to say. */
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { offered } from '../../catalogue/currencies.ts'
import { isoTime } from '../../foundation/instants.ts'
import { amountText, type Minor } from '../../foundation/money.ts'
import { rawNumber } from '../../http/json.ts'
import { validationFailed } from '../../http/problems.ts'
import { isObject } from '../../intake/requests.ts'
import {
  ACCOUNT_KINDS,
  ACCOUNT_STATUSES,
  type AccountStatus,
  BALANCE_RULES,
  MERCHANT_SHARES,
  type ReceivingAccount,
  type StillShown,
  WEEKDAYS,
} from '../../processors/own-account/account.ts'
import {
  changeAccount,
  createAccount,
  findAccount,
  readAccounts,
} from '../../processors/own-account/store.ts'
import { type AdminContext, auditLine, described, instant, notFound, refuse } from '../context.ts'
import { adminProblem } from '../problems.ts'
import { CHANGEABLE, readAccountPatch, readNewAccount } from './request.ts'

const literals = (values: readonly string[]) => Type.Union(values.map((each) => Type.Literal(each)))
const orNull = <Schema extends ReturnType<typeof Type.Number>>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]))

const MethodSchema = Type.Object({
  code: Type.String({ description: 'paymentMethodCode of a payin.' }),
  operators: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Left out: all. For P2A_V2 it says which of the two is meant.',
    }),
  ),
  receiving: Type.Record(Type.String(), Type.String(), {
    description: 'What payers are shown: the details that this method needs, by name.',
  }),
  recognisedBy: Type.Optional(literals(['reference', 'amount', 'account', 'external-reference'])),
  virtualDigits: Type.Optional(
    Type.Integer({ description: 'Virtual numbers: digits that follow receiving.accountNumber.' }),
  ),
})

const PARTS = {
  name: Type.String({ maxLength: 140 }),
  kind: literals(ACCOUNT_KINDS),
  timeZone: Type.String({ description: 'IANA name: of opening hours, daily limits and statements.' }),
  methods: Type.Array(MethodSchema),
}
const LIMITS = {
  status: Type.Optional(literals(ACCOUNT_STATUSES)),
  openingHours: Type.Optional(
    Type.Array(
      Type.Object({ days: Type.Array(literals(WEEKDAYS)), from: Type.String(), to: Type.String() }),
      { description: 'Empty: always open.' },
    ),
  ),
  min: orNull(Type.Number({ description: 'Of one payin, in major units.' })),
  max: orNull(Type.Number()),
  dayCount: orNull(Type.Number({ description: 'Payins of a day that are open or paid.' })),
  dayAmount: orNull(Type.Number({ description: 'Their sum, in major units.' })),
  merchantShare: Type.Optional(
    Type.Union([literals(MERCHANT_SHARES), Type.Null()], {
      description:
        'How much of its unique amounts and of its day one merchant may have. Null: half, or all while there is one merchant only.',
    }),
  ),
  balances: Type.Optional(
    Type.Union(
      BALANCE_RULES.map((rule) => Type.Literal(rule)),
      {
        description:
          '`CHECKED`: a statement whose entries do not lead from its opening to its closing balance is refused. `NOT_GIVEN_BY_BANK`: its bank makes them up; nothing proves its files, and each import says so.',
      },
    ),
  ),
}
const FIXED = {
  id: Type.String({ maxLength: 40 }),
  currencyCode: Type.String(),
  isTest: Type.Boolean({ description: 'For ever.' }),
}
const AccountSchema = Type.Object(
  { ...FIXED, ...PARTS, ...LIMITS, createdAt: instant(), updatedAt: instant() },
  { description: 'The account as it is now.' },
)
const params = { id: Type.String({ description: "The account's id." }) }

/** As it was put in. */
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
    createdAt: isoTime(account.createdAt),
    updatedAt: isoTime(account.updatedAt),
  }
}

export function registerAccountRoutes(context: AdminContext): void {
  registerReads(context)
  registerCreate(context)
  registerChange(context)
  registerStatus(context, '!pause', 'PAUSED', 'Pause an account: it takes on nothing new')
  registerStatus(context, '!resume', 'ACTIVE', 'Let a paused account take on payins again')
}

function registerReads(context: AdminContext): void {
  const { app, gateway } = context
  app.get<{ Reply: unknown }>(
    '/admin/accounts',
    described(context, {
      role: 'VIEWER',
      summary: 'List the receiving accounts by id',
      answers: { 200: Type.Object({ data: Type.Array(AccountSchema) }) },
    }),
    async () => ({ data: (await readAccounts(gateway.database)).map(accountBody) }),
  )

  app.get<{ Params: { id: string }; Reply: unknown }>(
    '/admin/accounts/:id',
    described(context, {
      role: 'VIEWER',
      summary: 'Read a receiving account',
      params,
      answers: { 200: AccountSchema },
      problems: ['NOT_FOUND'],
    }),
    async (request) => {
      const account = await findAccount(gateway.database, request.params.id)
      if (!account) throw notFound('receiving account')
      return accountBody(account)
    },
  )
}

function registerCreate(context: AdminContext): void {
  const { app, gateway } = context
  app.post<{ Body: unknown; Reply: unknown }>(
    '/admin/accounts',
    described(context, {
      role: 'ADMIN',
      summary: 'Register a receiving account',
      body: Type.Object({ ...FIXED, ...PARTS, ...LIMITS }),
      answers: { 201: AccountSchema },
      problems: ['ALREADY_EXISTS'],
    }),
    async (request, reply) => {
      const input = { value: request.body, imprecise: request.impreciseNumbers }
      const read = readNewAccount(input, gateway.deps.clock.now())
      if (!read.ok) throw refuse(validationFailed(read.failure))
      const audit = auditLine(gateway, request, {
        action: 'account.create',
        subject: `account ${read.value.id}`,
        detail: accountBody(read.value),
      })
      const made = await createAccount(gateway.database, read.value, audit)
      if (!made.ok) throw refuse(adminProblem('ALREADY_EXISTS', 'There is a receiving account with this id.'))
      await gateway.receivingAccounts.refresh()
      reply.code(201).header('location', `/admin/accounts/${read.value.id}`)
      return accountBody(read.value)
    },
  )
}

function registerChange(context: AdminContext): void {
  const { app, gateway } = context
  app.patch<{ Params: { id: string }; Body: unknown; Reply: unknown }>(
    '/admin/accounts/:id',
    described(context, {
      role: 'ADMIN',
      summary: 'Change a receiving account; payins keep what they were shown',
      params,
      body: Type.Object({ ...LIMITS, ...Type.Partial(Type.Object(PARTS)).properties }),
      answers: { 200: AccountSchema },
      problems: ['NOT_FOUND'],
    }),
    async (request) => {
      const { body: value, impreciseNumbers: imprecise } = request
      const changed = isObject(value) ? CHANGEABLE.filter((name) => name in value) : []
      const act = {
        action: 'account.change',
        detail: { changed },
        changesMethods: changed.includes('methods'),
      }
      return change(context, request, act, (account, shown) =>
        readAccountPatch(account, { value, imprecise }, gateway.deps.clock.now(), shown),
      )
    },
  )
}

function registerStatus(context: AdminContext, act: string, status: AccountStatus, summary: string): void {
  const { app, gateway } = context
  app.post<{ Params: { id: string }; Reply: unknown }>(
    `/admin/accounts/:id/${act}`,
    described(context, {
      role: 'OPERATOR',
      summary,
      params,
      answers: { 200: AccountSchema },
      problems: ['NOT_FOUND'],
    }),
    async (request) =>
      change(context, request, { action: `account.${act.slice(1)}`, detail: {} }, (account) => ({
        ok: true,
        value: { ...account, status, updatedAt: gateway.deps.clock.now() },
      })),
  )
}

async function change(
  { gateway }: AdminContext,
  request: FastifyRequest<{ Params: { id: string } }>,
  act: { readonly action: string; readonly detail: object; readonly changesMethods?: boolean },
  decide: (account: ReceivingAccount, shown: StillShown) => ReturnType<typeof readAccountPatch>,
) {
  const { id } = request.params
  const before = await findAccount(gateway.database, id)
  // What it was, and what of it was changed: a changed account number must be seen.
  const audit = auditLine(gateway, request, {
    action: act.action,
    subject: `account ${before?.id ?? ''}`,
    detail: { ...act.detail, ...(before && { before: accountBody(before) }) },
  })
  const { changesMethods = false } = act
  const changed = await changeAccount(gateway.database, { id, audit, changesMethods }, decide)
  if (!changed.ok) {
    throw changed.failure === 'NOT_FOUND'
      ? notFound('receiving account')
      : refuse(validationFailed(changed.failure))
  }
  await gateway.receivingAccounts.refresh()
  return accountBody(changed.value)
}
