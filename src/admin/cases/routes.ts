/** Cases: money and reports that no rule settles, listed, read, and settled by operators. */
import { Type } from 'typebox'
import type { Database, Row, SqlStatement } from '../../database/port.ts'
import type { BankEntry } from '../../feeds/entry.ts'
import { readEntries } from '../../feeds/store.ts'
import type { Instant } from '../../foundation/deps.ts'
import { isMerchantCode, type MerchantCode } from '../../foundation/identifiers.ts'
import { isoTime } from '../../foundation/instants.ts'
import {
  BY_KEY,
  NextCursor,
  PAGE_PARAMETERS,
  pageOf,
  type Query,
  readPageRequest,
  TIME,
} from '../../intake/pages.ts'
import { moneyBody } from '../../intake/views.ts'
import { CASE_ROWS, type CaseFile, findCase, GATEWAY, rowToCase } from '../../payments/cases.ts'
import { CASE_ACTIONS } from '../../payments/change.ts'
import { type AdminContext, described, instant, MoneySchema, notFound } from '../context.ts'
import { BankWordsSchema, bankWords } from '../feeds/views.ts'
import { CasePaymentsSchema, casePayments } from './payments.ts'
import { registerSettling } from './settle-routes.ts'

export const CaseSchema = Type.Object(
  {
    id: Type.String(),
    merchantCode: Type.String({ description: '`~gateway`: nobody knows whose it is.' }),
    reason: Type.String(),
    money: Type.Optional(MoneySchema),
    left: Type.Optional(
      Type.Object(MoneySchema.properties, { description: 'Of the money, not settled yet.' }),
    ),
    processor: Type.Optional(Type.String()),
    payment: Type.Optional(
      Type.Object({ kind: Type.String(), id: Type.String() }, { description: 'What it is about, if known.' }),
    ),
    detail: Type.Object({}),
    openedAt: instant(),
    closedAt: Type.Optional(instant()),
    decisions: Type.Array(
      Type.Object({
        part: Type.Integer(),
        action: Type.Union(CASE_ACTIONS.map((action) => Type.Literal(action))),
        money: Type.Optional(MoneySchema),
        detail: Type.Object({}),
        operator: Type.String(),
        at: instant(),
      }),
    ),
  },
  { description: 'The case as it is now.' },
)

/** Below zero: money is missing. */
export const caseBody = (found: CaseFile) => ({
  id: found.key,
  merchantCode: found.merchantId,
  reason: found.reason,
  ...(found.money && {
    money: moneyBody(found.money),
    left: moneyBody({ currency: found.money.currency, amountMinor: found.leftMinor }),
  }),
  ...(found.processor !== undefined && { processor: found.processor }),
  ...(found.payment && { payment: { kind: found.payment.kind, id: found.payment.id } }),
  detail: found.detail,
  openedAt: isoTime(found.openedAt),
  ...(found.closedAt !== undefined && { closedAt: isoTime(found.closedAt) }),
  decisions: found.decisions.map(({ money, at, ...decision }) => ({
    ...decision,
    ...(money && { money: moneyBody(money) }),
    at: isoTime(at),
  })),
})

const CASES: SqlStatement = {
  name: 'admin_cases',
  text: `${CASE_ROWS}
    where ($1::text is null or c.merchant_id = $1) and ($2::boolean is null or (c.closed_at is null) = $2)
      and ($3::timestamptz is null or c.opened_at >= $3) and ($4::timestamptz is null or c.opened_at < $4)
      and ($5::timestamptz is null or (c.opened_at, c.key) < ($5, $6::uuid))
    order by c.opened_at desc, c.key desc limit $7`,
}

/** Whose cases are asked for; `undefined`: nobody's, `null`: everybody's. */
function ownerIn({ merchantCode }: Query): MerchantCode | null | undefined {
  if (merchantCode === undefined) return null
  if (merchantCode === GATEWAY) return GATEWAY
  return typeof merchantCode === 'string' && isMerchantCode(merchantCode) ? merchantCode : undefined
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

export function registerCaseRoutes(context: AdminContext): void {
  const { app, gateway } = context
  app.get<{ Querystring: Query; Reply: unknown }>(
    '/admin/cases',
    described(context, {
      role: 'VIEWER',
      summary: 'List the cases: money and reports that no rule settles',
      query: {
        open: Type.Optional(Type.Boolean({ description: 'Left out: open and closed ones.' })),
        merchantCode: Type.Optional(Type.String({ description: '`~gateway`: those of nobody.' })),
        ...PAGE_PARAMETERS,
      },
      answers: { 200: Type.Object({ data: Type.Array(CaseSchema), nextCursor: NextCursor }) },
      problems: ['VALIDATION_FAILED'],
    }),
    async ({ query }) => {
      const { from, to, after, limit } = readPageRequest(query, [TIME, ...BY_KEY])
      const iso = (at: Instant | undefined) => (at === undefined ? null : isoTime(at))
      const owner = ownerIn(query)
      if (owner === undefined) return { data: [] }
      const rows: readonly Row[] = await gateway.database.run(CASES, [
        owner,
        query.open === 'true' ? true : query.open === 'false' ? false : null,
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
  )

  app.get<{ Params: { id: string }; Reply: unknown }>(
    '/admin/cases/:id',
    described(context, {
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
    }),
    async (request) => {
      const found = await findCase(gateway.database, request.params.id)
      if (!found) throw notFound('case')
      const entry = await entryOf(gateway.database, found)
      const payments = await casePayments(gateway.database, found)
      return { ...caseBody(found), payments, ...(entry && { entry: bankWords(entry) }) }
    },
  )
  registerSettling(context, CaseSchema, caseBody)
}
