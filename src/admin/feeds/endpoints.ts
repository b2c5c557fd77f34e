/**
 * Bank feeds: what banks say moved on the receiving accounts. Entries come as JSON or as files; each answer says of every entry
 * whether it is new, and what it was matched with. The same entry again changes nothing.
 */
import { Type } from 'typebox'
import { type CsvMapping, checkCsvMapping, KNOWN_MAPPINGS } from '../../feeds/csv-mapping.ts'
import {
  type BalanceSpan,
  type BalancesSeen,
  type EntrySource,
  MAX_FILE_BYTES,
  type ParsedEntry,
} from '../../feeds/entry.ts'
import { compareAccounts } from '../../feeds/evidence.ts'
import type { FeedAccount, Feeds } from '../../feeds/feeds.ts'
import { named } from '../../feeds/naming.ts'
import { readStatementApart } from '../../feeds/parse-in-worker.ts'
import { FORMATS } from '../../feeds/read-file.ts'
import { gapsOn } from '../../feeds/reconciliation.ts'
import { statementDays } from '../../feeds/statement-days.ts'
import { countUnfinished, OUTCOMES, putMapping, readEntryPage, readMapping } from '../../feeds/store.ts'
import type { FileFault } from '../../foundation/xml.ts'
import { notRead } from '../../http/parse-in-worker.ts'
import { type Fault, validationFailed } from '../../http/problems.ts'
import { type Terms, worded } from '../../http/reading.ts'
import { BY_KEY, NextCursor, pageOf } from '../../intake/pages.ts'
import { isForTests } from '../../payments/processor-names.ts'
import { fingerprintOf } from '../asking.ts'
import { invalid, notFound, refuse } from '../context.ts'
import { type Call, endpoint } from '../endpoint.ts'
import { anyObject, choice } from '../fields.ts'
import { EntryList, entriesOf } from './entry-list.ts'
import { EntrySchema, entryBody, TakenSchema, takenBody } from './views.ts'

const JSON_LIMIT_BYTES = 1024 * 1024
const STATES = ['NEW', 'WAITING', 'APPLIED'] as const

type AccountCall = Pick<Call<{ readonly account: string }, unknown, unknown>, 'office' | 'params'>
const PARAMS = { account: Type.String({ description: 'ID of the receiving account.' }) }
const DryRun = Type.Optional(Type.Boolean({ description: 'Says what would come of it, and keeps nothing.' }))

/** @throws ProblemError 404 */
async function accountOf({ office, params }: AccountCall): Promise<FeedAccount> {
  const found = await office.feeds.account(params.account)
  if (!found) throw notFound('receiving account')
  return found
}

interface Delivery {
  readonly account: FeedAccount
  readonly source: EntrySource
  readonly entries: readonly ParsedEntry[]
  readonly skipped: number
  readonly balances: BalancesSeen
  readonly spans: readonly BalanceSpan[]
}

/** Of a statement over more days its first ones: where it begins is what it continues. */
const MOST_DAYS_LOOKED_AT = 7

type TakingCall = Pick<Call<unknown, { readonly dryRun?: boolean }, unknown>, 'office' | 'query' | 'audit'>

async function takeIn(
  { office: { feeds, gateway }, query: { dryRun = false }, audit }: TakingCall,
  { account, source, entries: read, skipped, balances, spans }: Delivery,
) {
  const entries = named(account.id, source, read)
  const about = { skipped, balances, dryRun }
  if (dryRun) return takenBody(await feeds.tryOut(account, entries), { ...about, gaps: [] })
  const line = audit({
    action: 'bank-feed.take',
    subject: `receiving account ${account.id}`,
    detail: { source, entries: entries.length, balances },
  })
  const days = statementDays(spans, read, account.timeZone)
  const taken = await feeds.take(account, entries, line, days)
  const told = days.slice(0, MOST_DAYS_LOOKED_AT).map(({ day }) => day)
  const gaps = await gapsOn(gateway.database, account, told)
  return takenBody(taken, { ...about, gaps })
}

const takeEntries = endpoint({
  route: 'POST /admin/bank-feeds/:account/entries',
  role: 'OPERATOR',
  summary: 'Take in bank entries',
  params: PARAMS,
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
  problems: ['NOT_FOUND'],
  async handle(call) {
    const account = await accountOf(call)
    const now = call.office.gateway.deps.clock.now()
    const entries = call.check(entriesOf({ account, now }))
    return takeIn(call, { account, source: 'json', entries, skipped: 0, balances: 'NOT_IN_FILE', spans: [] })
  },
})

/** A statement of another account would match the wrong payins. @throws ProblemError 400 */
async function checkAccount(feeds: Feeds, { id }: FeedAccount, named: string | undefined): Promise<void> {
  if (named === undefined) return
  const numbers = await feeds.accountNumbers(id)
  const isOther = numbers.length > 0 && numbers.every((number) => compareAccounts(number, named) === 'other')
  if (!isOther) return
  const message = `is of the account ${named}, but ${id} has ${numbers.join(', ')}: choose the right account, or add anyAccount=true (--any-account)`
  throw invalid('file:1:1', 'CONFLICT', message)
}

/** Where in the file it is, told in words too. */
const faultOf = ({ line, column, message }: FileFault): Fault => ({
  path: `file:${line}:${column}`,
  code: 'INVALID_FORMAT',
  message: `line ${line}, column ${column}: ${message}`,
})

const takeStatement = endpoint({
  route: 'POST /admin/bank-feeds/:account/statements',
  role: 'OPERATOR',
  summary: 'Take in a statement file: camt.053, camt.054, MT940 or CSV',
  guide: 'bank-feeds.md',
  params: PARAMS,
  query: {
    format: Type.Optional(
      worded(
        choice(FORMATS, { description: 'Left out: told from the content.' }),
        'UNKNOWN_VALUE',
        `must be one of ${FORMATS.join(', ')}`,
      ),
    ),
    anyAccount: Type.Optional(
      Type.Boolean({
        description: 'Takes the file although it names another account number than this account has.',
      }),
    ),
    dryRun: DryRun,
  },
  file: {
    type: 'application/octet-stream',
    description: 'The file as the bank gave it.',
    limitBytes: MAX_FILE_BYTES,
  },
  answers: { 200: TakenSchema },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { query, office } = call
    const account = await accountOf(call)
    const mapping = await readMapping(office.gateway.database, account.id)
    const { timers, clock } = office.gateway.deps
    const { currency, balances: rule } = account
    const facts = { format: query.format, mapping, terms: { now: clock.now(), currency, balances: rule } }
    const done = await readStatementApart(call.file, facts, timers)
    if (!done.ok) throw refuse(notRead(done.failure))
    const read = done.value
    if (!read.ok) throw refuse(validationFailed(read.failure.map(faultOf)))
    const { source, entries, skipped, balances, spans, accountNumber } = read.value
    if (query.anyAccount !== true) await checkAccount(office.feeds, account, accountNumber)
    return takeIn(call, { account, source, entries, skipped, balances, spans })
  },
})

const show = endpoint({
  route: 'GET /admin/bank-feeds/:account',
  role: 'VIEWER',
  summary: 'How far the matching of an account is',
  params: PARAMS,
  answers: {
    200: Type.Object({
      account: Type.String(),
      currencyCode: Type.String(),
      unfinished: Type.Object(
        { new: Type.Integer(), waiting: Type.Integer() },
        { description: 'Entries still to be matched, and those that wait for a customer’s claim.' },
      ),
    }),
  },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { gateway } = call.office
    const { id, currency } = await accountOf(call)
    const unfinished = await countUnfinished(gateway.database, id)
    return { account: id, currencyCode: currency.code, unfinished }
  },
})
const entries = endpoint({
  route: 'GET /admin/bank-feeds/:account/entries',
  role: 'VIEWER',
  summary: 'List the bank entries of an account with their outcomes, the last to arrive first',
  params: PARAMS,
  query: {
    state: Type.Optional(choice(STATES)),
    outcome: Type.Optional(choice(OUTCOMES)),
  },
  pages: 'by time',
  answers: { 200: Type.Object({ data: Type.Array(EntrySchema), nextCursor: NextCursor }) },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { query } = call
    const { gateway } = call.office
    const account = await accountOf(call)
    const { from, to, after, limit } = call.page(BY_KEY)
    const entries = await readEntryPage(gateway.database, account.id, {
      state: query.state,
      outcome: query.outcome,
      from,
      to,
      after: after?.[0],
      limit: limit + 1,
    })
    return pageOf(entries, limit, ({ key }) => [key], entryBody)
  },
})

const MappingSchema = Type.Object({}, { description: 'See docs/operators/bank-feeds.md.' })

const list = endpoint({
  route: 'GET /admin/csv-mappings',
  role: 'VIEWER',
  summary: 'List the ready-made CSV mappings',
  answers: {
    200: Type.Object({
      data: Type.Array(Type.Object({ name: Type.String(), bank: Type.String(), mapping: MappingSchema })),
    }),
  },
  handle: () => ({ data: KNOWN_MAPPINGS }),
})
/** As it is now. */
const aboutMapping = async ({ office }: AccountCall, { id }: FeedAccount): Promise<string> =>
  fingerprintOf(id, await readMapping(office.gateway.database, id))

const csvMapping = endpoint({
  route: 'GET /admin/bank-feeds/:account/csv-mapping',
  role: 'VIEWER',
  summary: 'Read how the bank of an account writes its CSV',
  params: PARAMS,
  answers: { 200: MappingSchema },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { gateway } = call.office
    const account = await accountOf(call)
    const mapping = await readMapping(gateway.database, account.id)
    if (!mapping) throw notFound('CSV mapping of this account')
    return mapping
  },
})
const put = endpoint({
  route: 'PUT /admin/bank-feeds/:account/csv-mapping',
  role: 'OPERATOR',
  summary:
    'Put how the bank of an account writes its CSV: a mapping, or the name of a ready-made one as `like`',
  params: PARAMS,
  body: anyObject('A mapping, or `like` and what differs. See docs/operators/bank-feeds.md.'),
  example: { columns: { bookedAt: 1, amount: 2 }, headerRow: false, fieldCount: 2 },
  answers: { 200: MappingSchema },
  problems: ['NOT_FOUND'],
  acts: ['bank-feed.mapping'],
  async act(call) {
    const account = await accountOf(call)
    call.check(mappingOf)
    if (isForTests(account.processor)) return undefined
    const summary = `Read the CSV of ${account.id} in another way`
    return { act: 'bank-feed.mapping', summary, about: await aboutMapping(call, account) }
  },
  async handle(call) {
    const { gateway } = call.office
    const account = await accountOf(call)
    call.still(await aboutMapping(call, account))
    const mapping = call.check(mappingOf)
    const audit = call.audit({
      action: 'bank-feed.csv-mapping',
      subject: `receiving account ${account.id}`,
      detail: { mapping },
    })
    await putMapping(gateway.database, account.id, mapping, audit)
    return mapping
  },
})

/** `checkCsvMapping` knows what a mapping is. */
function mappingOf(_given: unknown, { sent, say, add }: Terms): CsvMapping | undefined {
  const { like, ...changes } = sent
  const base = like === undefined ? undefined : KNOWN_MAPPINGS.find(({ name }) => name === like)
  if (like !== undefined && !base) {
    const names = KNOWN_MAPPINGS.map(({ name }) => name).join(', ')
    return say('/like', 'UNKNOWN_VALUE', `must be one of ${names}`)
  }
  const checked = checkCsvMapping({ ...base?.mapping, ...changes })
  return checked.ok ? checked.value : add(checked.failure)
}

export const FEED_ENDPOINTS = [takeStatement, takeEntries, entries, show, put, csvMapping, list]
