/**
 * What a payin holds of the payment link that it began from. Pure, except for the queries at the end.
 *
 *   payment-link        <n>           one of the payments that the link accepts; a link for one payment has one
 *   payment-link-payer  <payer>/<n>   one of the few payins that payers at one network address may have open at the same time
 *
 * Both are claims of the payin's create, so a link never accepts more than it may, on however many nodes. An open payin
 * holds both. A paid one keeps the first for good. One that ends otherwise releases both, in the commit of its end
 * (`decide.ts`), whatever ended it. Money that comes after that is credited to the customer as usual, and takes no
 * claim again.
 *
 * Paid payins are counted in a row for each link, in the commit that makes a payin a SUCCESS. Open payins are counted
 * by the claims of the second kind. So no read of a link looks at its payins, however many there are.
 */
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import type { Claim } from '@sluice/core/payment/claims.ts'
import type { LinkTerms, Payment } from '@sluice/core/payment/model.ts'
import { isOpen } from '@sluice/core/payment/transitions.ts'
import { type Database, sqlStatement } from '@sluice/database/port.ts'

const SLOT = 'payment-link'
const PLACE = 'payment-link-payer'

/** No merchant's code and no account's name begins like this, and no code has a slash. */
const ownerOf = (merchantId: MerchantCode, idLink: string): string => `link:${merchantId}/${idLink}`

/** @param payer see `api/payer.ts` */
export function linkClaims(merchantId: MerchantCode, payer: string, terms: LinkTerms): readonly Claim[] {
  const owner = ownerOf(merchantId, terms.id)
  const place: Claim = { owner, scope: PLACE, value: `${payer}/${terms.place}` }
  return terms.slot === undefined ? [place] : [{ owner, scope: SLOT, value: String(terms.slot) }, place]
}

export const isLinkClaim = ({ scope }: Claim): boolean => scope === SLOT || scope === PLACE

/** The claims that the payin no longer holds in its present status. */
export function linkReleases({ request, status, merchantId, payer = '' }: Payment): readonly Claim[] {
  if (!request.link || isOpen(status)) return []
  const all = linkClaims(merchantId, payer, request.link)
  return status === 'SUCCESS' ? all.filter(({ scope }) => scope === PLACE) : all
}

/** @returns the link whose count of paid payins grows by this one */
export const linkPaidBy = (before: Payment, now: Payment): string | undefined =>
  now.status === 'SUCCESS' && before.status !== 'SUCCESS' ? now.request.link?.id : undefined

/**
 * SQL: how many payins of a row of `payment_link` are `paid`, and how many `open`. For use in `cross join lateral (…)`.
 * @param of the row's name
 * @param openWhere condition on the links whose open payins are counted; for others the count is 0
 */
export const countsOfLink = (of: string, openWhere = 'true'): string =>
  `select coalesce((select n.paid from payment_link_paid n where n.merchant_id = ${of}.merchant_id and n.link_id = ${of}.id), 0) as paid,
      (select count(*)::integer from claim c
        where c.owner = 'link:' || ${of}.merchant_id || '/' || ${of}.id and c.scope = '${PLACE}' and ${openWhere}) as open`

const HELD = sqlStatement({
  name: 'claims_of_link',
  whose: 'part',
  text: `select scope, value from claim where owner = $1 and scope = '${SLOT}'
    union all select scope, value from claim where owner = $1 and scope = '${PLACE}' and value = any($2::text[])`,
})

export interface HeldOfLink {
  readonly slots: ReadonlySet<number>
  /** By this payer. */
  readonly places: ReadonlySet<number>
}

/**
 * What is held of a link now. By the time of a commit others may hold more.
 * @param places how many payins the link allows a payer to have open
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
