/**
 * Bank feeds: what banks say moved on the receiving accounts. Entries come as JSON or as files; each answer says of every entry
 * whether it is new, and what it was matched with. The same entry again changes nothing.
 */
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type CsvMapping, checkCsvMapping, KNOWN_MAPPINGS } from '../../feeds/csv-mapping.ts'
import {
  type BalancesSeen,
  type EntrySource,
  MAX_FILE_BYTES,
  named,
  type ParsedEntry,
} from '../../feeds/entry.ts'
import { compareAccounts } from '../../feeds/evidence.ts'
import type { FeedAccount, Feeds } from '../../feeds/feeds.ts'
import { readStatementApart } from '../../feeds/parse-in-worker.ts'
import { FORMATS } from '../../feeds/read-file.ts'
import { countUnfinished, OUTCOMES, putMapping, readEntryPage, readMapping } from '../../feeds/store.ts'
import type { FileFault } from '../../foundation/xml.ts'
import { notRead } from '../../http/parse-in-worker.ts'
import { type Fault, validationFailed } from '../../http/problems.ts'
import {
  BY_KEY,
  NextCursor,
  PAGE_PARAMETERS,
  pageOf,
  type Query,
  readPageRequest,
} from '../../intake/pages.ts'
import { type AdminContext, auditLine, described, invalid, notFound, objectOf, refuse } from '../context.ts'
import { MAX_ENTRIES_A_REQUEST, readEntryList } from './request.ts'
import { EntryFields, EntrySchema, entryBody, TakenSchema, takenBody } from './views.ts'

const JSON_LIMIT_BYTES = 1024 * 1024
const STATES = ['NEW', 'WAITING', 'APPLIED'] as const

interface AccountParams {
  readonly account: string
}
const PARAMS = { account: Type.String({ description: 'ID of the receiving account.' }) }
const DryRun = Type.Optional(Type.Boolean({ description: 'Says what would come of it, and keeps nothing.' }))

export function registerFeedRoutes(context: AdminContext, feeds: Feeds): void {
  registerEntries(context, feeds)
  registerStatements(context, feeds)
  registerList(context, feeds)
  registerMapping(context, feeds)
}

/** @throws ProblemError 404 */
async function accountOf(feeds: Feeds, { account }: AccountParams): Promise<FeedAccount> {
  const found = await feeds.account(account)
  if (!found) throw notFound('receiving account')
  return found
}

interface Delivery {
  readonly account: FeedAccount
  readonly source: EntrySource
  readonly entries: readonly ParsedEntry[]
  readonly skipped: number
  readonly balances: BalancesSeen
}

async function takeIn(
  { gateway }: AdminContext,
  feeds: Feeds,
  request: FastifyRequest,
  { account, source, entries: read, skipped, balances }: Delivery,
) {
  const entries = named(account.id, source, read)
  const dryRun = (request.query as Query).dryRun === 'true'
  const about = { skipped, balances, dryRun }
  if (dryRun) return takenBody(await feeds.tryOut(account, entries), about)
  const audit = auditLine(gateway, request, {
    action: 'bank-feed.take',
    subject: `receiving account ${account.id}`,
    detail: { source, entries: entries.length, balances },
  })
  return takenBody(await feeds.take(account, entries, audit), about)
}

function registerEntries(context: AdminContext, feeds: Feeds): void {
  const options = described(context, {
    role: 'OPERATOR',
    summary: 'Take in bank entries',
    params: PARAMS,
    query: { dryRun: DryRun },
    body: Type.Object({
      data: Type.Array(
        Type.Object({
          reference: Type.Optional(
            Type.String({
              maxLength: 140,
              description:
                'The bank’s own name for the movement; the same one is the same movement. Left out: derived.',
            }),
          ),
          ...EntryFields,
        }),
        { maxItems: MAX_ENTRIES_A_REQUEST },
      ),
    }),
    answers: { 200: TakenSchema },
    problems: ['NOT_FOUND'],
  })
  context.app.post<{ Params: AccountParams; Body: unknown; Reply: unknown }>(
    '/admin/bank-feeds/:account/entries',
    {
      ...options,
      bodyLimit: JSON_LIMIT_BYTES,
      config: { ...options.config, jsonLimitBytes: JSON_LIMIT_BYTES },
    },
    async (request) => {
      const account = await accountOf(feeds, request.params)
      const entries = readEntryList(objectOf(request.body), {
        account,
        imprecise: request.impreciseNumbers,
        now: context.gateway.deps.clock.now(),
      })
      if (!entries.ok) throw refuse(validationFailed(entries.failure))
      const said = { source: 'json', entries: entries.value, skipped: 0, balances: 'NOT_IN_FILE' } as const
      return takeIn(context, feeds, request, { account, ...said })
    },
  )
}

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

const FILE_SCHEMA = {
  schema: { type: 'string', format: 'binary', description: 'The file as the bank gave it.' },
}

function registerStatements(context: AdminContext, feeds: Feeds): void {
  const options = described(context, {
    role: 'OPERATOR',
    summary: 'Take in a statement file: camt.053, camt.054, MT940 or CSV',
    params: PARAMS,
    query: {
      format: Type.Optional(
        Type.Union(
          FORMATS.map((format) => Type.Literal(format)),
          { description: 'Left out: told from the content.' },
        ),
      ),
      anyAccount: Type.Optional(
        Type.Boolean({
          description: 'Takes the file although it names another account number than this account has.',
        }),
      ),
      dryRun: DryRun,
    },
    answers: { 200: TakenSchema },
    problems: [
      'NOT_FOUND',
      'VALIDATION_FAILED',
      'MALFORMED_JSON',
      'BODY_TOO_LARGE',
      'UNSUPPORTED_MEDIA_TYPE',
    ],
  })
  context.app.post<{ Params: AccountParams; Querystring: Query; Reply: unknown }>(
    '/admin/bank-feeds/:account/statements',
    {
      ...options,
      bodyLimit: MAX_FILE_BYTES,
      config: { ...options.config, file: { limitBytes: MAX_FILE_BYTES } },
      schema: { ...options.schema, body: { content: { 'application/octet-stream': FILE_SCHEMA } } },
    },
    async (request) => {
      const account = await accountOf(feeds, request.params)
      const { format: wanted } = request.query
      const format = FORMATS.find((each) => each === wanted)
      if (wanted !== undefined && !format)
        throw invalid('query:format', 'UNKNOWN_VALUE', `must be one of ${FORMATS.join(', ')}`)
      const mapping = await readMapping(context.gateway.database, account.id)
      const { timers, clock } = context.gateway.deps
      const { currency, balances: rule } = account
      const facts = { format, mapping, terms: { now: clock.now(), currency, balances: rule } }
      const done = await readStatementApart(request.rawBody, facts, timers)
      if (!done.ok) throw refuse(notRead(done.failure))
      const read = done.value
      if (!read.ok) throw refuse(validationFailed(read.failure.map(faultOf)))
      const { source, entries, skipped, balances, accountNumber } = read.value
      if (request.query.anyAccount !== 'true') await checkAccount(feeds, account, accountNumber)
      return takeIn(context, feeds, request, { account, source, entries, skipped, balances })
    },
  )
}

function registerList(context: AdminContext, feeds: Feeds): void {
  context.app.get<{ Params: AccountParams; Reply: unknown }>(
    '/admin/bank-feeds/:account',
    described(context, {
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
    }),
    async ({ params }) => {
      const { id, currency } = await accountOf(feeds, params)
      const unfinished = await countUnfinished(context.gateway.database, id)
      return { account: id, currencyCode: currency.code, unfinished }
    },
  )
  context.app.get<{ Params: AccountParams; Querystring: Query; Reply: unknown }>(
    '/admin/bank-feeds/:account/entries',
    described(context, {
      role: 'VIEWER',
      summary: 'List the bank entries of an account with their outcomes, the last to arrive first',
      params: PARAMS,
      query: {
        state: Type.Optional(Type.Union(STATES.map((state) => Type.Literal(state)))),
        outcome: Type.Optional(Type.Union(OUTCOMES.map((outcome) => Type.Literal(outcome)))),
        ...PAGE_PARAMETERS,
      },
      answers: { 200: Type.Object({ data: Type.Array(EntrySchema), nextCursor: NextCursor }) },
      problems: ['NOT_FOUND', 'VALIDATION_FAILED'],
    }),
    async ({ params, query }) => {
      const account = await accountOf(feeds, params)
      const { from, to, after, limit } = readPageRequest(query, BY_KEY)
      const entries = await readEntryPage(context.gateway.database, account.id, {
        state: STATES.find((each) => each === query.state),
        outcome: OUTCOMES.find((each) => each === query.outcome),
        from,
        to,
        after: after?.[0],
        limit: limit + 1,
      })
      return pageOf(entries, limit, ({ key }) => [key], entryBody)
    },
  )
}

const MappingSchema = Type.Object({}, { description: 'See docs/operators/bank-feeds.md.' })

function registerMapping(context: AdminContext, feeds: Feeds): void {
  const { app, gateway } = context
  app.get<{ Reply: unknown }>(
    '/admin/csv-mappings',
    described(context, {
      role: 'VIEWER',
      summary: 'List the ready-made CSV mappings',
      answers: {
        200: Type.Object({
          data: Type.Array(Type.Object({ name: Type.String(), bank: Type.String(), mapping: MappingSchema })),
        }),
      },
    }),
    async () => ({ data: KNOWN_MAPPINGS }),
  )
  app.get<{ Params: AccountParams; Reply: unknown }>(
    '/admin/bank-feeds/:account/csv-mapping',
    described(context, {
      role: 'VIEWER',
      summary: 'Read how the bank of an account writes its CSV',
      params: PARAMS,
      answers: { 200: MappingSchema },
      problems: ['NOT_FOUND'],
    }),
    async ({ params }) => {
      const account = await accountOf(feeds, params)
      const mapping = await readMapping(gateway.database, account.id)
      if (!mapping) throw notFound('CSV mapping of this account')
      return mapping
    },
  )
  app.put<{ Params: AccountParams; Body: unknown; Reply: unknown }>(
    '/admin/bank-feeds/:account/csv-mapping',
    described(context, {
      role: 'OPERATOR',
      summary:
        'Put how the bank of an account writes its CSV: a mapping, or the name of a ready-made one as `like`',
      params: PARAMS,
      body: MappingSchema,
      answers: { 200: MappingSchema },
      problems: ['NOT_FOUND'],
    }),
    async (request) => {
      const account = await accountOf(feeds, request.params)
      const mapping = mappingIn(request.body)
      const audit = auditLine(gateway, request, {
        action: 'bank-feed.csv-mapping',
        subject: `receiving account ${account.id}`,
        detail: { mapping },
      })
      await putMapping(gateway.database, account.id, mapping, audit)
      return mapping
    },
  )
}

/** @throws ProblemError 400 */
function mappingIn(given: unknown): CsvMapping {
  const { like, ...changes } = objectOf(given)
  const base = like === undefined ? undefined : KNOWN_MAPPINGS.find(({ name }) => name === like)
  if (like !== undefined && !base) {
    const names = KNOWN_MAPPINGS.map(({ name }) => name).join(', ')
    throw invalid('/like', 'UNKNOWN_VALUE', `must be one of ${names}`)
  }
  const checked = checkCsvMapping({ ...base?.mapping, ...changes })
  if (!checked.ok) throw refuse(validationFailed(checked.failure))
  return checked.value
}
