/**
 * The rows of payment links, and the payins that each has begun.
 *
 * A link's token is random. A visitor's link is found by the token's hash. The token itself is stored sealed under the
 * master key, bound to its merchant and ID, because the merchant uses the link for months and must be able to see it
 * again. A MAC would not need storage but would end with its master key, while sealed values are sealed again under the
 * next one. So neither a copy of the tables nor the master key alone opens a link.
 */
import { hash } from 'node:crypto'
import type { Instant, Randomness } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode, PaymentKey } from '@sluice/core/foundation/identifiers.ts'
import { paymentKey } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type CurrencyCode, type Minor, minor } from '@sluice/core/foundation/money.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { type Database, type RowOf, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import { sealedColumn } from '../identity/access/sealed-places.ts'
import { type MasterKey, open, seal } from '../identity/access/secrets.ts'
import { countsOfLink } from '../payments/link-slots.ts'
import type { LinkStatus } from './schemas.ts'

/** The amount of a link: fixed, or chosen by the payer within bounds. */
export type LinkAmount =
  | { readonly type: 'fixed'; readonly currency: CurrencyCode; readonly amountMinor: Minor }
  | {
      readonly type: 'open'
      readonly currency: CurrencyCode
      readonly minMinor: Minor | undefined
      readonly maxMinor: Minor | undefined
    }

/** As its merchant requested it. */
export interface LinkTermsRequested {
  readonly title: string
  readonly reference: string | undefined
  readonly amount: LinkAmount
  /** Undefined: unlimited. */
  readonly uses: number | undefined
  readonly expireAt: Instant | undefined
  /** Undefined: the merchant's default at the time a payment begins. */
  readonly callbackUrl: string | undefined
  readonly returnUrl: string | undefined
}

export interface PaymentLink extends LinkTermsRequested {
  readonly merchantId: MerchantCode
  readonly id: string
  /** Time-ordered, for paging. */
  readonly key: string
  readonly tokenSealed: string
  readonly isTest: boolean
  readonly requestHash: string
  readonly createdAt: Instant
  readonly closedAt: Instant | undefined
}

/** A link with its current state. */
export interface LinkNow {
  readonly link: PaymentLink
  /** Payins that are SUCCESS, in time or late. */
  readonly paid: number
  readonly open: number
}

const TOKEN_BYTES = 18
/** 144 bits: not guessable, and the QR code stays small. */
const TOKEN = /^[A-Za-z0-9_-]{24}$/

export const newLinkToken = (randomness: Randomness): string =>
  Buffer.from(randomness.bytes(TOKEN_BYTES)).toString('base64url')
const hashOf = (token: string): string => hash('sha256', token, 'hex')

const contextOf = (merchantId: string, id: string): string => `payment_link:${merchantId}/${id}`

export const SEALED_LINK_TOKENS = sealedColumn({
  what: 'tokens of payment links',
  table: 'payment_link',
  column: 'token_sealed',
  key: ['merchant_id', 'id'],
  contextOf: (row) => contextOf(String(row.merchant_id), String(row.id)),
})

/** @returns undefined if the master key that sealed it is not configured here */
export function tokenOf(
  masterKey: MasterKey,
  { merchantId, id, tokenSealed }: Pick<PaymentLink, 'merchantId' | 'id' | 'tokenSealed'>,
): string | undefined {
  const opened = open(masterKey, tokenSealed, contextOf(merchantId, id))
  return opened.ok ? Buffer.from(opened.value).toString('utf8') : undefined
}

export const sealToken = (
  masterKey: MasterKey,
  { merchantId, id }: Pick<PaymentLink, 'merchantId' | 'id'>,
  token: string,
  randomness: Randomness,
): string => seal(masterKey, Buffer.from(token, 'utf8'), contextOf(merchantId, id), randomness)

const INSERT = sqlStatement({
  name: 'payment_link_insert',
  whose: 1,
  text: `insert into payment_link (merchant_id, id, key, token_hash, token_sealed, title, reference, currency, amount, min_amount,
      max_amount, uses, expire_at, callback_url, return_url, is_test, request_hash, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
    on conflict (merchant_id, id) do nothing returning id`,
})
const CLOSE = sqlStatement({
  name: 'payment_link_close',
  whose: 1,
  text: `update payment_link set closed_at = $3 where merchant_id = $1 and id = $2 and closed_at is null returning id`,
})
const NOTE_PAYIN = sqlStatement({
  name: 'payment_link_payin_insert',
  whose: 1,
  text: 'insert into payment_link_payin (merchant_id, link_id, key) values ($1, $2, $3)',
})

const COUNTED = `cross join lateral (${countsOfLink('l')}) c`
/** The open payments of an unlimited link decide nothing and may be as many as there are payers. */
const COUNTED_WHERE_IT_DECIDES = `cross join lateral (${countsOfLink('l', 'l.uses is not null')}) c`

const ONE = sqlStatement({
  name: 'payment_link_one',
  whose: 1,
  text: `select l.*, c.paid, c.open from payment_link l ${COUNTED} where l.merchant_id = $1 and l.id = $2`,
})
const TO_BEGIN = sqlStatement({
  name: 'payment_link_to_begin',
  whose: 1,
  text: `select l.*, c.paid, c.open from payment_link l ${COUNTED_WHERE_IT_DECIDES} where l.merchant_id = $1 and l.id = $2`,
})
const BY_TOKEN = sqlStatement({
  name: 'payment_link_by_token',
  whose: { each: 'rows' },
  text: `select l.*, c.paid, c.open from payment_link l ${COUNTED_WHERE_IT_DECIDES} where l.token_hash = $1`,
})
/** The same status as `statusOf` computes. */
const PAGE = sqlStatement({
  name: 'payment_link_page',
  whose: 1,
  text: `select l.*, c.paid, c.open from payment_link l ${COUNTED}
    where l.merchant_id = $1 and ($2::timestamptz is null or l.created_at >= $2) and ($3::timestamptz is null or l.created_at < $3)
      and ($4::uuid is null or l.key < $4)
      and ($5::text[] is null or (case when l.closed_at is not null then 'CLOSED' when l.expire_at <= $6::timestamptz then 'EXPIRED'
        when l.uses <= c.paid + c.open then 'USED_UP' else 'OPEN' end) = any($5))
    order by l.key desc limit $7`,
})
const PAYINS = sqlStatement({
  name: 'payment_link_payins',
  whose: 1,
  text: `select key from payment_link_payin where merchant_id = $1 and link_id = $2 and ($3::uuid is null or key < $3)
    order by key desc limit $4`,
})

const textOrNone = (value: unknown): string | undefined => (value === null ? undefined : String(value))
const timeOrNone = (value: unknown): Instant | undefined => (value === null ? undefined : Number(value))
const minorOrNone = (value: unknown): Minor | undefined =>
  typeof value === 'bigint' ? minor(value) : undefined

function amountIn(row: RowOf<'payment_link_one'>): LinkAmount {
  const currency = row.currency
  const amountMinor = minorOrNone(row.amount)
  if (amountMinor !== undefined) return { type: 'fixed', currency, amountMinor }
  return {
    type: 'open',
    currency,
    minMinor: minorOrNone(row.min_amount),
    maxMinor: minorOrNone(row.max_amount),
  }
}

const rowToLink = (row: RowOf<'payment_link_page'>): LinkNow => ({
  paid: Number(row.paid),
  open: Number(row.open),
  link: {
    merchantId: row.merchant_id,
    id: String(row.id),
    key: String(row.key),
    tokenSealed: String(row.token_sealed),
    title: String(row.title),
    reference: textOrNone(row.reference),
    amount: amountIn(row),
    uses: row.uses === null ? undefined : Number(row.uses),
    expireAt: timeOrNone(row.expire_at),
    callbackUrl: textOrNone(row.callback_url),
    returnUrl: textOrNone(row.return_url),
    isTest: row.is_test === true,
    requestHash: String(row.request_hash),
    createdAt: Number(row.created_at),
    closedAt: timeOrNone(row.closed_at),
  },
})

/** @returns false: the ID exists already */
export async function insertLink(database: Database, link: PaymentLink, token: string): Promise<boolean> {
  const { amount } = link
  const [fixed, least, most] =
    amount.type === 'fixed'
      ? [amount.amountMinor, null, null]
      : [null, amount.minMinor ?? null, amount.maxMinor ?? null]
  const rows = await database.run(INSERT, [
    link.merchantId,
    link.id,
    link.key,
    hashOf(token),
    link.tokenSealed,
    link.title,
    link.reference ?? null,
    amount.currency,
    ...[fixed, least, most],
    link.uses ?? null,
    link.expireAt === undefined ? null : isoTime(link.expireAt),
    link.callbackUrl ?? null,
    link.returnUrl ?? null,
    link.isTest,
    link.requestHash,
    isoTime(link.createdAt),
  ])
  return rows.length > 0
}

export async function findLink(
  database: Database,
  merchantId: MerchantCode,
  id: string,
): Promise<LinkNow | undefined> {
  const [row] = await database.run(ONE, [merchantId, id])
  return row && rowToLink(row)
}

/** Finds the link for a payin to begin. `open` is always 0 for an unlimited link. */
export async function findLinkToBegin(
  database: Database,
  merchantId: MerchantCode,
  id: string,
): Promise<LinkNow | undefined> {
  const [row] = await database.run(TO_BEGIN, [merchantId, id])
  return row && rowToLink(row)
}

/** `open` is always 0 for an unlimited link. @param token any text from an address */
export async function findByToken(database: Database, token: string): Promise<LinkNow | undefined> {
  if (!TOKEN.test(token)) return undefined
  const [row] = await database.run(BY_TOKEN, [hashOf(token)])
  return row && rowToLink(row)
}

/** Closing twice changes nothing. */
export async function closeLink(
  database: Database,
  merchantId: MerchantCode,
  id: string,
  at: Instant,
): Promise<void> {
  await database.run(CLOSE, [merchantId, id, isoTime(at)])
}

export interface LinkPage {
  readonly merchantId: MerchantCode
  /** Empty: all. */
  readonly statuses: readonly LinkStatus[]
  readonly from: Instant | undefined
  readonly to: Instant | undefined
  readonly after: string | undefined
  readonly now: Instant
  readonly limit: number
}

/** Newest first. */
export async function readLinks(database: Database, page: LinkPage): Promise<readonly LinkNow[]> {
  const rows = await database.run(PAGE, [
    page.merchantId,
    page.from === undefined ? null : isoTime(page.from),
    page.to === undefined ? null : isoTime(page.to),
    page.after ?? null,
    page.statuses.length === 0 ? null : page.statuses,
    isoTime(page.now),
    page.limit,
  ])
  return rows.map(rowToLink)
}

/** Keys of the payins that a link has begun, newest first. */
export async function readLinkPayins(
  database: Database,
  { link: { merchantId, id } }: Pick<LinkNow, 'link'>,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<readonly { readonly merchantId: MerchantCode; readonly key: PaymentKey }[]> {
  const rows = await database.run(PAYINS, [merchantId, id, after ?? null, limit])
  return rows.map(({ key }) => ({ merchantId, key: paymentKey(String(key)) }))
}

export function payinNoted({ merchantId, key, request }: Payment): SqlCall {
  assert(request.link, 'a payin that a link has begun names it')
  return { statement: NOTE_PAYIN, values: [merchantId, request.link.id, key] }
}
