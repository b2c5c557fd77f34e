/** Imports bank entries as JSON, and statement files. `import-approval.ts` decides whether they need approval. */
import { moneyWords } from '@sluice/core/catalogue/amounts.ts'
import type { FileFault } from '@sluice/core/foundation/xml.ts'
import { type Static, Type } from 'typebox'
import { notRead } from '../../http/parse-in-worker.ts'
import { type Fault, validationFailed } from '../../http/problems.ts'
import { worded } from '../../http/reading.ts'
import { isOvertaken } from '../../reconciliation/closings.ts'
import { MAX_FILE_BYTES } from '../../reconciliation/entry.ts'
import { compareAccounts } from '../../reconciliation/evidence.ts'
import type { FeedAccount, Feeds } from '../../reconciliation/feeds.ts'
import { named } from '../../reconciliation/naming.ts'
import { readStatementApart } from '../../reconciliation/parse-in-worker.ts'
import { type FileFormat, FORMATS } from '../../reconciliation/read-file.ts'
import { gapsOn } from '../../reconciliation/reconciliation.ts'
import { statementDays } from '../../reconciliation/statement-days.ts'
import { readMapping } from '../../reconciliation/store.ts'
import { type ApprovalRequests, oncePerCall } from '../approval-requests.ts'
import { invalid, refuse } from '../context.ts'
import { type Call, endpoint } from '../endpoint.ts'
import { choice } from '../fields.ts'
import { adminProblem } from '../problems.ts'
import { type AccountParams, accountOf, FEED_PARAMS } from './account.ts'
import { EntryList, entriesOf } from './entry-list.ts'
import { type BankDelivery, type JudgedDelivery, judge } from './import-approval.ts'
import { TakenSchema, takenBody } from './views.ts'

const JSON_LIMIT_BYTES = 1024 * 1024
const DryRun = Type.Optional(
  Type.Boolean({ description: 'Report what would happen, without storing anything.' }),
)

/** Checks the first days of a longer statement, because only its beginning has to connect. */
const MOST_DAYS_LOOKED_AT = 7
/**
 * How often a bank connection retries after another import came first. Its imports need no approval, so the order does
 * not matter.
 */
const MOST_TRIES = 5

type TakingCall = Pick<
  Call<unknown, { readonly dryRun?: boolean }, unknown>,
  'backOffice' | 'query' | 'audit' | 'operator'
>

/** An import and whether it is believed, computed once. */
interface Reported {
  readonly delivery: BankDelivery
  judged(): Promise<JudgedDelivery>
}

function reported(call: TakingCall, delivery: BankDelivery): Reported {
  let judged: Promise<JudgedDelivery> | undefined
  return {
    delivery,
    judged() {
      judged ??= judge(call, delivery)
      return judged
    },
  }
}

/** A dry run needs no approval. */
const approvalRequestsOf = async ({ query }: TakingCall, { judged }: Reported): Promise<ApprovalRequests> =>
  query.dryRun === true ? undefined : (await judged()).approvalRequests

async function takeIn(call: TakingCall, { delivery, judged }: Reported) {
  const { backOffice, query } = call
  const { feeds, gateway } = backOffice
  const { account, entries, skipped, balances, days } = delivery
  const about = { skipped, balances, dryRun: query.dryRun === true }
  if (about.dryRun) return takenBody(await feeds.tryOut(account, entries), { ...about, gaps: [] })
  const taken = await takeJudged(call, delivery, await judged())
  const looked = days.slice(0, MOST_DAYS_LOOKED_AT).map(({ day }) => day)
  const gaps = await gapsOn(gateway.database, account, looked)
  return takenBody(taken, { ...about, gaps })
}

/** @throws ProblemError 409 if another statement came first and this one may no longer follow */
async function takeJudged(call: TakingCall, delivery: BankDelivery, judged: JudgedDelivery, tries = 1) {
  const { account, source, entries, balances, days } = delivery
  const { believed, money } = judged
  const paying = money.amountMinor === 0n ? {} : { money: moneyWords(money) }
  const line = call.audit({
    action: 'bank-feed.import',
    subject: `receiving account ${account.id}`,
    detail: { source, entries: entries.length, balances, believed, ...paying },
  })
  try {
    return await call.backOffice.feeds.take(account, entries, line, days, judged.closing)
  } catch (error) {
    if (!isOvertaken(error)) throw error
    if (judged.approvalRequests === undefined && tries < MOST_TRIES) {
      const again = await judge(call, delivery)
      if (again.approvalRequests === undefined) return takeJudged(call, delivery, again, tries + 1)
    }
    throw refuse(adminProblem('INVALID_STATE', OVERTAKEN))
  }
}

const OVERTAKEN =
  'Another statement of this account was imported at the same time. Nothing was done. Send this one again.'

type TypedCall = Call<AccountParams, { readonly dryRun?: boolean }, Static<typeof EntryList>>

const typed = oncePerCall(async (call: TypedCall) => {
  const account = await accountOf(call)
  const now = call.backOffice.gateway.deps.clock.now()
  const entries = named(account.id, 'json', call.check(entriesOf({ account, now })))
  const unproved = { skipped: 0, balances: 'NOT_IN_FILE', spans: [], days: [] } as const
  return reported(call, { account, source: 'json', entries, ...unproved })
})

const takeEntries = endpoint({
  route: 'POST /admin/bank-feeds/:account/entries',
  role: 'OPERATOR',
  stepUp: 'WITH_ITS_OPERATION',
  summary: 'Import bank entries',
  params: FEED_PARAMS,
  query: { dryRun: DryRun },
  body: EntryList,
  example: {
    data: [
      {
        reference: 'BR-20261122-17',
        bookedAt: '2026-11-22T09:30:00+07:00',
        money: { amount: 500, currencyCode: 'THB' },
        remittance: 'order 4711',
      },
    ],
  },
  limitBytes: JSON_LIMIT_BYTES,
  answers: { 200: TakenSchema },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  operations: ['bank-feed.import', 'bank-feed.statement'],
  operation: async (call) => approvalRequestsOf(call, await typed(call)),
  handle: async (call) => takeIn(call, await typed(call)),
})

/** A statement of another account would match the wrong payins. @throws ProblemError 400 */
async function checkAccount(feeds: Feeds, { id }: FeedAccount, named: string | undefined): Promise<void> {
  if (named === undefined) return
  const numbers = await feeds.accountNumbers(id)
  const isOther = numbers.length > 0 && numbers.every((number) => compareAccounts(number, named) === 'other')
  if (!isOther) return
  const message = `is for the account ${named}, but ${id} has ${numbers.join(', ')}: choose the right account, or add anyAccount=true (--any-account)`
  throw invalid('file:1:1', 'CONFLICT', message)
}

/** The message includes the place in the file. */
const faultOf = ({ line, column, message }: FileFault): Fault => ({
  path: `file:${line}:${column}`,
  code: 'INVALID_FORMAT',
  message: `line ${line}, column ${column}: ${message}`,
})

interface FileQuery {
  readonly format?: FileFormat
  readonly anyAccount?: boolean
  readonly dryRun?: boolean
}

/** @throws ProblemError 400 */
const uploaded = oncePerCall(async (call: Call<AccountParams, FileQuery, unknown>) => {
  const { backOffice, query } = call
  const account = await accountOf(call)
  const { database, deps } = backOffice.gateway
  const mapping = await readMapping(database, account.id)
  const { currency, balances: rule } = account
  const facts = { format: query.format, mapping, terms: { now: deps.clock.now(), currency, balances: rule } }
  const done = await readStatementApart(call.file, facts, deps.timers)
  if (!done.ok) throw refuse(notRead(done.failure))
  const read = done.value
  if (!read.ok) throw refuse(validationFailed(read.failure.map(faultOf)))
  const { entries: parsed, accountNumber, ...file } = read.value
  if (query.anyAccount !== true) await checkAccount(backOffice.feeds, account, accountNumber)
  const days = statementDays(file.spans, parsed, account.timeZone)
  return reported(call, { ...file, account, entries: named(account.id, file.source, parsed), days })
})

const takeStatement = endpoint({
  route: 'POST /admin/bank-feeds/:account/statements',
  role: 'OPERATOR',
  stepUp: 'WITH_ITS_OPERATION',
  summary: 'Import a statement file: camt.053, camt.054, MT940 or CSV',
  guide: 'bank-feeds.md',
  params: FEED_PARAMS,
  query: {
    format: Type.Optional(
      worded(
        choice(FORMATS, { description: 'Default: detected from the content.' }),
        'UNKNOWN_VALUE',
        `must be one of ${FORMATS.join(', ')}`,
      ),
    ),
    anyAccount: Type.Optional(
      Type.Boolean({
        description: 'Import the file although it names a different account number.',
      }),
    ),
    dryRun: DryRun,
  },
  file: {
    type: 'application/octet-stream',
    description: 'The file as received from the bank.',
    limitBytes: MAX_FILE_BYTES,
  },
  answers: { 200: TakenSchema },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  operations: ['bank-feed.import', 'bank-feed.statement'],
  operation: async (call) => approvalRequestsOf(call, await uploaded(call)),
  handle: async (call) => takeIn(call, await uploaded(call)),
})

export const TAKING_ENDPOINTS = [takeStatement, takeEntries]
