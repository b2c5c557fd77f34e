/**
 * What a payin holds of the payment link that it was begun by. Pure, but for the questions at the end.
 *
 *   payment-link        <n>           one of the payments that the link takes: of a link for one there is one
 *   payment-link-payer  <payer>/<n>   one of the few that the link leaves open for payers at one network address
 *
 * Both are claims of the payin's create, so a link never takes more than it may, on however many nodes. An open payin holds both. A paid one
 * keeps the first for good. One that ends otherwise gives both back, in the commit of its end (`decide.ts`), whatever ended it: money that
 * comes after that is the customer's money as ever, and takes nothing back.
 */
import type { Database, SqlStatement } from '../database/port.ts'
import type { MerchantCode } from '../foundation/identifiers.ts'
import type { Claim } from './change.ts'
import type { LinkTerms, Payment } from './model.ts'
import { paymentByKey } from './sql-parts.ts'
import { isOpen } from './transitions.ts'

const SLOT = 'payment-link'
const PLACE = 'payment-link-payer'

/** No merchant's code and no account's name begins like this; no code has a slash. */
const ownerOf = (merchantId: MerchantCode, idLink: string): string => `link:${merchantId}/${idLink}`

/** @param payer see `intake/payer.ts` */
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

const HELD: SqlStatement = {
  name: 'claims_of_link',
  text: `select scope, value from claim where owner = $1 and (scope = '${SLOT}' or (scope = '${PLACE}' and starts_with(value, $2)))`,
}

export interface HeldOfLink {
  readonly slots: ReadonlySet<number>
  /** By this payer. */
  readonly places: ReadonlySet<number>
}

/** What is taken of a link as it is now: by the time of a commit others may have taken more. */
export async function readHeldOfLink(
  database: Database,
  merchantId: MerchantCode,
  idLink: string,
  payer: string,
): Promise<HeldOfLink> {
  const mine = `${payer}/`
  const rows = await database.run(HELD, [ownerOf(merchantId, idLink), mine])
  const numbersOf = (wanted: string, from: number) =>
    new Set(rows.flatMap(({ scope, value }) => (scope === wanted ? [Number(String(value).slice(from))] : [])))
  return { slots: numbersOf(SLOT, 0), places: numbersOf(PLACE, mine.length) }
}

/** Of a row with merchant_id and key: the status of that payment. */
export const statusByKey = (of: string): string => paymentByKey(of, 'p.status')
