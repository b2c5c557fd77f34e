/**
 * The link by which a payer says where a refund should go, and the secret in it.
 *
 * The secret is a MAC over the refund's key and the number of its claim, so every node can make it again. Only its hash
 * is stored, with the refund. So the merchant can see the link for as long as it is open, and a copy of the database
 * opens nothing. The secret is in the link's fragment, which browsers do not send and logs do not keep.
 */
import { hash, timingSafeEqual } from 'node:crypto'
import type { Payment } from '@sluice/core/payment/model.ts'
import { refundTerms, triedOf } from '@sluice/core/payment/refund-terms.ts'
import { type MasterKey, macs } from '../identity/access/secrets.ts'

/** 192 bits: nobody guesses them. */
const SECRET_BYTES = 24
const SECRET = /^[A-Za-z0-9_-]{32}$/

type Named = Pick<Payment, 'merchantId' | 'key'>

const hashOf = (secret: string): string => hash('sha256', secret, 'hex')

export class ClaimLinks {
  readonly #masterKey: MasterKey
  readonly #baseUrl: () => string

  /** @param baseUrl the gateway's public address, without a slash at the end */
  constructor(masterKey: MasterKey, baseUrl: () => string) {
    this.#masterKey = masterKey
    this.#baseUrl = baseUrl
  }

  /** @param round how many routes the refund has left */
  hashOf(refund: Named, round: number): string {
    return hashOf(this.#secrets(refund, round)[0] ?? '')
  }

  /** The link while it is open. Undefined for all others, and if the master key that made it is no longer known. */
  urlOf(refund: Payment): string | undefined {
    if (refund.kind !== 'refund' || refund.status !== 'AWAITING_PAYEE') return undefined
    const terms = refundTerms(refund)
    const secret = this.#secrets(refund, triedOf(terms).length).find(
      (each) => hashOf(each) === terms.claimHash,
    )
    const { merchantId, id } = refund
    return secret && `${this.#baseUrl()}/claim/${merchantId}/${id}#${secret}`
  }

  /** Whether this is the secret of this open refund. Takes the same time whatever is wrong with it. */
  opens(secret: string, refund: Payment): boolean {
    const expected = Buffer.from(refund.request.refund?.claimHash ?? hashOf(''))
    const given = Buffer.from(hashOf(SECRET.test(secret) ? secret : ''))
    const isRight = expected.length === given.length && timingSafeEqual(expected, given)
    return isRight && SECRET.test(secret) && refund.kind === 'refund' && refund.status === 'AWAITING_PAYEE'
  }

  /** Whether this is the secret of one of its links, open or not. Takes the same time for each. */
  knows(secret: string, refund: Payment): boolean {
    if (refund.kind !== 'refund' || !SECRET.test(secret)) return false
    const given = Buffer.from(hashOf(secret))
    const tried = triedOf(refundTerms(refund))
    const rounds = [...tried.keys()].filter((round) => tried[round]?.startsWith('CLAIM:'))
    if (refundTerms(refund).route === 'CLAIM') rounds.push(tried.length)
    const hashes = rounds.flatMap((round) => this.#secrets(refund, round).map(hashOf))
    return hashes.filter((each) => timingSafeEqual(Buffer.from(each), given)).length > 0
  }

  #secrets({ merchantId, key }: Named, round: number): readonly string[] {
    return macs(this.#masterKey, `refund-claim\0${merchantId}\0${key}\0${round}`).map((mac) =>
      mac.subarray(0, SECRET_BYTES).toString('base64url'),
    )
  }
}
