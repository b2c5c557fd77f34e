/** Cases: money and reports that no rule settles, listed, read, and settled by operators. */
import { Type } from 'typebox'
import type { Database, Row, SqlStatement } from '../../database/port.ts'
import type { BankEntry } from '../../feeds/entry.ts'
import { readEntries } from '../../feeds/store.ts'
import type { Instant } from '../../foundation/deps.ts'
import { isMerchantCode, type MerchantCode } from '../../foundation/identifiers.ts'
import { isoTime } from '../../foundation/instants.ts'
import { BY_KEY, NextCursor, pageOf, TIME } from '../../intake/pages.ts'
import { CASE_ROWS, type CaseFile, findCase, GATEWAY, rowToCase } from '../../payments/cases.ts'
import { notFound } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { BankWordsSchema, bankWords } from '../feeds/views.ts'
import { CasePaymentsSchema, casePayments } from './payments.ts'
import { SETTLE_ENDPOINTS } from './settle-endpoints.ts'
import { CaseSchema, caseBody } from './views.ts'

const CASES: SqlStatement = {
  name: 'admin_cases',
  text: `${CASE_ROWS}
    where ($1::text is null or c.merchant_id = $1) and ($2::boolean is null or (c.closed_at is null) = $2)
      and ($3::timestamptz is null or c.opened_at >= $3) and ($4::timestamptz is null or c.opened_at < $4)
      and ($5::timestamptz is null or (c.opened_at, c.key) < ($5, $6::uuid))
    order by c.opened_at desc, c.key desc limit $7`,
}

/** Whose cases are asked for; `undefined`: nobody's, `null`: everybody's. */
function ownerIn(merchantCode: string | undefined): MerchantCode | null | undefined {
  if (merchantCode === undefined) return null
  if (merchantCode === GATEWAY) return GATEWAY
  return isMerchantCode(merchantCode) ? merchantCode : undefined
}

/** What the bank said of the money, where it came by a feed: without it nobody knows whom to ask, nor whom to pay back. */
async function entryOf(database: Database, { reason, detail }: CaseFile): Promise<BankEntry | undefined> {
  // Its reference is that of another movement; what this one said stands in the detail.
  if (reason === 'BANK_REFERENCE_REUSED') return undefined
  const { entry } = detail as {
    readonly entry?: { readonly account?: unknown; readonly reference?: unknown }
  }
  if (typeof entry?.account !== 'string' || typeof entry.reference !== 'string') return undefined
  return (await readEntries(database, entry.account, [entry.reference])).get(entry.reference)
}

const list = endpoint({
  route: 'GET /admin/cases',
  role: 'VIEWER',
  summary: 'List the cases: money and reports that no rule settles',
  query: {
    open: Type.Optional(Type.Boolean({ description: 'Left out: open and closed ones.' })),
    merchantCode: Type.Optional(Type.String({ description: '`~gateway`: those of nobody.' })),
  },
  pages: 'by time',
  answers: { 200: Type.Object({ data: Type.Array(CaseSchema), nextCursor: NextCursor }) },
  async handle(call) {
    const { query } = call
    const { gateway } = call.office
    const { from, to, after, limit } = call.page([TIME, ...BY_KEY])
    const iso = (at: Instant | undefined) => (at === undefined ? null : isoTime(at))
    const owner = ownerIn(query.merchantCode)
    if (owner === undefined) return { data: [] }
    const rows: readonly Row[] = await gateway.database.run(CASES, [
      owner,
      query.open ?? null,
      iso(from),
      iso(to),
      iso(after?.[0] === undefined ? undefined : Number(after[0])),
      after?.[1] ?? null,
      limit + 1,
    ])
    return pageOf(
      rows,
      limit,
      (last) => [String(last.opened_at), String(last.key)],
      (row) => caseBody(rowToCase(row)),
    )
  },
})

const show = endpoint({
  route: 'GET /admin/cases/:id',
  role: 'VIEWER',
  summary: 'Read a case with what was decided about it',
  params: { id: Type.String() },
  answers: {
    200: Type.Object({
      ...CaseSchema.properties,
      payments: CasePaymentsSchema,
      entry: Type.Optional(BankWordsSchema),
    }),
  },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { gateway } = call.office
    const found = await findCase(gateway.database, call.params.id)
    if (!found) throw notFound('case')
    const entry = await entryOf(gateway.database, found)
    const payments = await casePayments(gateway.database, found)
    return { ...caseBody(found), payments, ...(entry && { entry: bankWords(entry) }) }
  },
})

export const CASE_ENDPOINTS = [list, show, ...SETTLE_ENDPOINTS]
