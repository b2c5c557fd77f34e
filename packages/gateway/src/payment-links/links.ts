/**
 * Payment links let payers pay without a shop. Read this file first.
 *
 * A link defines what is paid for, the amount or its bounds, how often it can be paid and until when. It creates no
 * payin itself: a visitor gets a token for one payin (`beginning.ts`), like one from a shop's server, and the checkout
 * creates that payin. The create checks whether the link accepts it and claims a slot of the link in its own commit
 * (`payments/link-slots.ts`).
 *
 * Promises, on any number of nodes:
 * - A link for n payments never has more than n paid in time or open. A payin that ends unpaid frees its slot
 *   immediately. A payin is open for at most half an hour, so that nobody blocks a slot for long. Money that arrives
 *   later still counts, and if it fills the link no further payment begins.
 * - Payers at one address never hold more than a quarter of a link's payments open, or thirty of an unlimited link.
 * - Amount, currency, callback address and return address are the link's, whatever a payer sends.
 * - A closed link, or the link of a suspended merchant, begins no more payments; those that have begun continue. If a
 *   close and a begin happen at the same moment, either may win.
 */
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { assert, fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { LinkTerms } from '@sluice/core/payment/model.ts'
import type { Database } from '@sluice/database/port.ts'
import type { CreateByLink, LinkCaller, PaymentLinkAccess } from '../api/payment-links.ts'
import { paymentProblem } from '../api/problems.ts'
import type { Problem } from '../http/problems.ts'
import { linkIn } from '../identity/access/grant.ts'
import type { MasterKey } from '../identity/access/secrets.ts'
import { type HeldOfLink, readHeldOfLink } from '../payments/link-slots.ts'
import type { LinkStatus } from './schemas.ts'
import { findLinkToBegin, type LinkNow, type PaymentLink, payinNoted, tokenOf } from './store.ts'

/** Long enough for every immediate method. A transfer or cash payment made later arrives late and counts as well. */
const OPEN_FOR_MS = 30 * 60_000
const MAX_OPEN_OF_PAYER = 30
/**
 * The share of a link's payments that payers at one address may hold open. Mobile networks put many people behind one
 * address.
 */
const SHARE_OF_PAYER = 4

export function statusOf({ link, paid, open }: LinkNow, now: Instant): LinkStatus {
  if (link.closedAt !== undefined) return 'CLOSED'
  if (link.expireAt !== undefined && link.expireAt <= now) return 'EXPIRED'
  return link.uses !== undefined && link.uses <= paid + open ? 'USED_UP' : 'OPEN'
}

const WHY_NOT: Readonly<Record<Exclude<LinkStatus, 'OPEN'>, string>> = {
  CLOSED: 'The payment link is closed.',
  EXPIRED: 'The payment link has expired.',
  USED_UP:
    'The payment link has reached its number of payments, completed or in progress. If one is not completed, the link accepts another.',
}

/** Why no payment can begin by this link now. */
export function notOpenProblem(status: LinkStatus): Problem | undefined {
  return status === 'OPEN' ? undefined : paymentProblem('LINK_NOT_OPEN', WHY_NOT[status])
}

export const placesOfPayer = (uses: number | undefined): number =>
  uses === undefined ? MAX_OPEN_OF_PAYER : Math.min(MAX_OPEN_OF_PAYER, Math.ceil(uses / SHARE_OF_PAYER))

/**
 * The slot that a create claims: any free one, chosen at random so that simultaneous creates seldom want the same.
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
  // Paid late, after its slot was freed.
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
  /** The gateway's public address, without a slash at the end. */
  readonly baseUrl: () => string
}

export class PaymentLinks implements PaymentLinkAccess {
  readonly context: LinksContext

  constructor(context: LinksContext) {
    this.context = context
  }

  /** The address to send and print; undefined if the master key that sealed it is not configured here. */
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
  'Your address has reached the number of payments in progress that this link allows. Complete one, or wait until one expires.',
)
