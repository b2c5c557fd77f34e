/**
 * Payment links: by each, payers pay without a shop. Read this file first.
 *
 * A link says what is paid for, how much or between which bounds, how often and until when. It makes no payin itself: whoever opens it
 * gets a token for one payin (`beginning.ts`), as a shop's server would give one, and the checkout makes that payin. Whether the link takes
 * it is asked there, at the create, and what it takes is claimed in the create's own commit (`payments/link-slots.ts`).
 *
 * Promises, on however many nodes:
 * - of a link for n payments no more than n are paid in time or on their way. One that ends unpaid gives its place back at once, and is
 *   open for half an hour at the longest, so that nobody keeps a place from others for long. Money that comes after that is the
 *   customer's all the same: it counts, and where it fills the link no further payment begins.
 * - payers at one address never hold more than a quarter of a link's payments open, and of one for any number, thirty.
 * - amount, currency, where callbacks go and where the page leads back are the link's, whatever a payer sends.
 * - a link that was closed, or whose merchant is suspended, begins nothing more; what has begun goes on. Closing and beginning at the
 *   very same moment may end either way.
 */

import type { CreateByLink, LinkCaller, PaymentLinkAccess } from '../api/payment-links.ts'
import { paymentProblem } from '../api/problems.ts'
import type { Database } from '../database/port.ts'
import type { Deps, Instant } from '../foundation/deps.ts'
import type { MerchantCode } from '../foundation/identifiers.ts'
import { assert, fail, type Result, succeed } from '../foundation/result.ts'
import type { Problem } from '../http/problems.ts'
import { linkIn } from '../identity/access/grant.ts'
import type { MasterKey } from '../identity/access/secrets.ts'
import { type HeldOfLink, readHeldOfLink } from '../payments/link-slots.ts'
import type { LinkTerms } from '../payments/model.ts'
import type { LinkStatus } from './schemas.ts'
import { findLinkToBegin, type LinkNow, type PaymentLink, payinNoted, tokenOf } from './store.ts'

/** Long enough to pay by any method at once; cash or a transfer that is made later comes late, and counts as well. */
const OPEN_FOR_MS = 30 * 60_000
const MAX_OPEN_OF_PAYER = 30
/** Of a link's payments, those that payers at one address may hold open. Providers of mobile networks put many people behind one. */
const SHARE_OF_PAYER = 4

export function statusOf({ link, paid, open }: LinkNow, now: Instant): LinkStatus {
  if (link.closedAt !== undefined) return 'CLOSED'
  if (link.expireAt !== undefined && link.expireAt <= now) return 'EXPIRED'
  return link.uses !== undefined && link.uses <= paid + open ? 'USED_UP' : 'OPEN'
}

const WHY_NOT: Readonly<Record<Exclude<LinkStatus, 'OPEN'>, string>> = {
  CLOSED: 'The payment link is closed.',
  EXPIRED: 'The time of the payment link is over.',
  USED_UP:
    'The payment link has as many payments as it takes, paid or on their way. One that is not completed gives its place back.',
}

/** Why no payment begins by it now. */
export function notOpenProblem(status: LinkStatus): Problem | undefined {
  return status === 'OPEN' ? undefined : paymentProblem('LINK_NOT_OPEN', WHY_NOT[status])
}

export const placesOfPayer = (uses: number | undefined): number =>
  uses === undefined ? MAX_OPEN_OF_PAYER : Math.min(MAX_OPEN_OF_PAYER, Math.ceil(uses / SHARE_OF_PAYER))

/**
 * What a create claims of the link: any that is free, so that those who come together seldom want the same.
 * @param fraction from 0, below 1
 */
export function freeOf(
  { link, paid, open }: LinkNow,
  held: HeldOfLink,
  fraction: number,
): Result<LinkTerms, 'USED_UP' | 'TOO_MANY_OF_PAYER'> {
  const { id, uses } = link
  const places = freeAmong(placesOfPayer(uses), held.places)
  const place = places[Math.floor(fraction * places.length)]
  if (uses === undefined) return place === undefined ? fail('TOO_MANY_OF_PAYER') : succeed({ id, place })
  // Paid late, after its place was given back.
  const late = Math.max(0, paid + open - held.slots.size)
  const slots = held.slots.size + late < uses ? freeAmong(uses - late, held.slots) : []
  const slot = slots[Math.floor(fraction * slots.length)]
  if (slot === undefined) return fail('USED_UP')
  return place === undefined ? fail('TOO_MANY_OF_PAYER') : succeed({ id, slot, place })
}

const freeAmong = (count: number, held: ReadonlySet<number>): readonly number[] =>
  Array.from({ length: count }, (_, index) => index + 1).filter((number) => !held.has(number))

export interface LinksContext {
  readonly database: Database
  readonly deps: Deps
  readonly masterKey: MasterKey
  /** Where this gateway is reached, without a slash at the end. */
  readonly baseUrl: () => string
}

export class PaymentLinks implements PaymentLinkAccess {
  readonly context: LinksContext

  constructor(context: LinksContext) {
    this.context = context
  }

  /** What is sent and printed; undefined where the master key that sealed it is not known here. */
  urlOf(link: PaymentLink): string | undefined {
    const token = tokenOf(this.context.masterKey, link)
    return token === undefined ? undefined : `${this.context.baseUrl()}/l/${token}`
  }

  forCreate({ grant, payer }: LinkCaller): Promise<CreateByLink> | undefined {
    const id = linkIn(grant)
    if (id === undefined) return undefined
    assert(payer !== undefined, 'who comes by a link has a token that is made for payers')
    return this.#begin(id, grant.merchantCode, payer)
  }

  async #begin(id: string, merchantCode: MerchantCode, payer: string): Promise<CreateByLink> {
    const { database, deps } = this.context
    const now = deps.clock.now()
    const find = async (): Promise<LinkNow> => {
      const found = await findLinkToBegin(database, merchantCode, id)
      assert(found, 'a link that has given a token is there: none is ever removed')
      return found
    }
    const first = await find()
    const { uses } = first.link
    return {
      problem: notOpenProblem(statusOf(first, now)),
      openForMs: uses === undefined ? undefined : OPEN_FOR_MS,
      hold: async () => {
        const held = await readHeldOfLink(database, merchantCode, id, payer, placesOfPayer(uses))
        const free = freeOf(uses === undefined ? first : await find(), held, deps.randomness.fraction())
        return free.ok ? free : fail(free.failure === 'USED_UP' ? USED_UP : TOO_MANY)
      },
      alongside: payinNoted,
    }
  }
}

const USED_UP = paymentProblem('LINK_NOT_OPEN', WHY_NOT.USED_UP)
const TOO_MANY = paymentProblem(
  'LINK_NOT_OPEN',
  'From your address as many payments are on their way by this link as it leaves open at a time. One that is completed, or not, makes room.',
)
