/**
 * What a payin holds of the payment link that it was begun by. Pure, but for the questions at the end.
 *
 *   payment-link        <n>           one of the payments that the link takes: of a link for one there is one
 *   payment-link-payer  <payer>/<n>   one of the few that the link leaves open for payers at one network address
 *
 * Both are claims of the payin's create, so a link never takes more than it may, on however many nodes. An open payin holds both. A paid one
 * keeps the first for good. One that ends otherwise gives both back, in the commit of its end (`decide.ts`), whatever ended it: money that
 * comes after that is the customer's money as ever, and takes nothing back.
 *
 * What is paid is counted in a row of its own, in the commit that makes a payin a SUCCESS; what is open are the claims of the second kind. So
 * no read of a link looks at its payins, however many there are.
 */
import { type Database, sqlStatement } from '../database/port.ts'
import type { MerchantCode } from '../foundation/identifiers.ts'
import type { Claim } from './claims.ts'
import type { LinkTerms, Payment } from './model.ts'
import { isOpen } from './transitions.ts'

const SLOT = 'payment-link'
const PLACE = 'payment-link-payer'

/** No merchant's code and no account's name begins like this; no code has a slash. */
const ownerOf = (merchantId: MerchantCode, idLink: string): string => `link:${merchantId}/${idLink}`

/** @param payer see `api/payer.ts` */
export function linkClaims(merchantId: MerchantCode, payer: string, terms: LinkTerms): readonly Claim[] {
  const owner = ownerOf(merchantId, terms.id)
  const place: Claim = { owner, scope: PLACE, value: `${payer}/${terms.place}` }
  return terms.slot === undefined ? [place] : [{ owner, scope: SLOT, value: String(terms.slot) }, place]
}

export const isLinkClaim = ({ scope }: Claim): boolean => scope === SLOT || scope === PLACE

/** What the payin has no more, now that it is so. */
export function linkReleases({ request, status, merchantId, payer = '' }: Payment): readonly Claim[] {
  if (!request.link || isOpen(status)) return []
  const all = linkClaims(merchantId, payer, request.link)
  return status === 'SUCCESS' ? all.filter(({ scope }) => scope === PLACE) : all
}

/** @returns the link that has a paid payin more, now that its payin has become so */
export const linkPaidBy = (before: Payment, now: Payment): string | undefined =>
  now.status === 'SUCCESS' && before.status !== 'SUCCESS' ? now.request.link?.id : undefined

/**
 * SQL: how many payins of a row of `payment_link` are `paid`, and how many `open`. To stand in `cross join lateral (…)`.
 * @param of its name @param openWhere for which links the open ones are counted, as SQL has it; of others they are 0
 */
export const countsOfLink = (of: string, openWhere = 'true'): string =>
  `select coalesce((select n.paid from payment_link_paid n where n.merchant_id = ${of}.merchant_id and n.link_id = ${of}.id), 0) as paid,
      (select count(*)::integer from claim c
        where c.owner = 'link:' || ${of}.merchant_id || '/' || ${of}.id and c.scope = '${PLACE}' and ${openWhere}) as open`

const HELD = sqlStatement({
  name: 'claims_of_link',
  text: `select scope, value from claim where owner = $1 and scope = '${SLOT}'
    union all select scope, value from claim where owner = $1 and scope = '${PLACE}' and value = any($2::text[])`,
})

export interface HeldOfLink {
  readonly slots: ReadonlySet<number>
  /** By this payer. */
  readonly places: ReadonlySet<number>
}

/**
 * What is taken of a link as it is now: by the time of a commit others may have taken more.
 * @param places how many the link leaves open for a payer
 */
export async function readHeldOfLink(
  database: Database,
  merchantId: MerchantCode,
  idLink: string,
  payer: string,
  places: number,
): Promise<HeldOfLink> {
  const mine = `${payer}/`
  const rows = await database.run(HELD, [
    ownerOf(merchantId, idLink),
    Array.from({ length: places }, (_, index) => `${mine}${index + 1}`),
  ])
  const numbersOf = (wanted: string, from: number) =>
    new Set(rows.flatMap(({ scope, value }) => (scope === wanted ? [Number(String(value).slice(from))] : [])))
  return { slots: numbersOf(SLOT, 0), places: numbersOf(PLACE, mine.length) }
}
