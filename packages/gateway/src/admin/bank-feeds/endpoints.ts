/** Bank feeds: the progress of matching, the entries with their outcomes, and the CSV mapping of an account's bank. */
import { Type } from 'typebox'
import { BY_KEY, NextCursor, pageOf } from '../../api/pages.ts'
import type { Terms } from '../../http/reading.ts'
import { isForTests } from '../../payments/processor-names.ts'
import { type CsvMapping, checkCsvMapping, KNOWN_MAPPINGS } from '../../reconciliation/csv-mapping.ts'
import type { FeedAccount } from '../../reconciliation/feeds.ts'
import {
  countUnfinished,
  OUTCOMES,
  putMapping,
  readEntryPage,
  readMapping,
} from '../../reconciliation/store.ts'
import { fingerprintOf } from '../approval-requests.ts'
import { notFound } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { anyObject, choice } from '../fields.ts'
import { type AccountCall, accountOf, FEED_PARAMS } from './account.ts'
import { TAKING_ENDPOINTS } from './import-endpoints.ts'
import { EntrySchema, entryBody } from './views.ts'

const STATES = ['NEW', 'WAITING', 'APPLIED'] as const

const show = endpoint({
  route: 'GET /admin/bank-feeds/:account',
  role: 'VIEWER',
  summary: 'Read the matching progress of an account',
  params: FEED_PARAMS,
  answers: {
    200: Type.Object({
      account: Type.String(),
      currencyCode: Type.String(),
      unfinished: Type.Object(
        { new: Type.Integer(), waiting: Type.Integer() },
        { description: "Number of entries that are not matched yet or wait for a customer's claim." },
      ),
    }),
  },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { gateway } = call.backOffice
    const { id, currency } = await accountOf(call)
    const unfinished = await countUnfinished(gateway.database, id)
    return { account: id, currencyCode: currency.code, unfinished }
  },
})
const entries = endpoint({
  route: 'GET /admin/bank-feeds/:account/entries',
  role: 'VIEWER',
  summary: 'List the bank entries of an account with their results, last received first',
  params: FEED_PARAMS,
  query: {
    state: Type.Optional(choice(STATES)),
    outcome: Type.Optional(choice(OUTCOMES)),
  },
  pages: 'by time',
  answers: { 200: Type.Object({ data: Type.Array(EntrySchema), nextCursor: NextCursor }) },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { query } = call
    const { gateway } = call.backOffice
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
/** Fingerprint of the current mapping. */
const aboutMapping = async ({ backOffice }: AccountCall, { id }: FeedAccount): Promise<string> =>
  fingerprintOf(id, await readMapping(backOffice.gateway.database, id))

const csvMapping = endpoint({
  route: 'GET /admin/bank-feeds/:account/csv-mapping',
  role: 'VIEWER',
  summary: 'Read the CSV mapping of an account',
  params: FEED_PARAMS,
  answers: { 200: MappingSchema },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { gateway } = call.backOffice
    const account = await accountOf(call)
    const mapping = await readMapping(gateway.database, account.id)
    if (!mapping) throw notFound('CSV mapping of this account')
    return mapping
  },
})
const put = endpoint({
  route: 'PUT /admin/bank-feeds/:account/csv-mapping',
  role: 'OPERATOR',
  stepUp: 'WITH_ITS_OPERATION',
  summary: 'Set the CSV mapping of an account: a mapping, or the name of a ready-made one as `like`',
  params: FEED_PARAMS,
  body: anyObject('A mapping, or `like` and the differences. See docs/operators/bank-feeds.md.'),
  example: { columns: { bookedAt: 1, amount: 2 }, headerRow: false, fieldCount: 2 },
  answers: { 200: MappingSchema },
  problems: ['NOT_FOUND'],
  operations: ['bank-feed.mapping'],
  async operation(call) {
    const account = await accountOf(call)
    call.check(mappingOf)
    if (isForTests(account.processor)) return undefined
    const summary = `Change the CSV format of ${account.id}`
    return { operation: 'bank-feed.mapping', summary, about: await aboutMapping(call, account) }
  },
  async handle(call) {
    const { gateway } = call.backOffice
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

/** `checkCsvMapping` validates the mapping. */
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

export const FEED_ENDPOINTS = [...TAKING_ENDPOINTS, entries, show, put, csvMapping, list]
