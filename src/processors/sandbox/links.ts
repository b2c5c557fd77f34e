/**
 * The link to the page on which a tester plays a test payin's bank or wallet, and the right to act that it carries.
 *
 * The key is a MAC over the payin's name, so that every node can make and check it with nothing stored. It stands in the link's
 * fragment, which no browser sends and no log keeps; the page sends it in a header. It is good for this one test payin.
 */
import { timingSafeEqual } from 'node:crypto'
import { type MasterKey, mac, macs } from '../../identity/access/secrets.ts'
import type { Payment } from '../../payments/model.ts'
import { SANDBOX } from '../../payments/processor-names.ts'

/** 128 bits: nobody guesses them. */
const KEY_BYTES = 16

type Named = Pick<Payment, 'merchantId' | 'id'>

export class SandboxLinks {
  readonly #masterKey: MasterKey
  readonly #baseUrl: () => string

  /** @param baseUrl where this gateway is reached, without a slash at the end */
  constructor(masterKey: MasterKey, baseUrl: () => string) {
    this.#masterKey = masterKey
    this.#baseUrl = baseUrl
  }

  /** For the fragment of the link. */
  keyOf({ merchantId, id }: Named): string {
    return mac(this.#masterKey, namedText(merchantId, id)).toString('base64url', 0, KEY_BYTES)
  }

  /** The page of a payin that the sandbox serves; undefined for all others. */
  urlOf(payment: Pick<Payment, 'merchantId' | 'id' | 'kind' | 'isTest' | 'processor'>): string | undefined {
    if (payment.kind !== 'payin' || !payment.isTest || payment.processor !== SANDBOX) return undefined
    const { merchantId, id } = payment
    return `${this.#baseUrl()}/sandbox/pay/${merchantId}/${id}#${this.keyOf(payment)}`
  }

  /** Is this the key of the payin of that name? Takes the same time whatever is wrong with it. */
  opens(key: string, merchantCode: string, idPayin: string): boolean {
    const given = Buffer.from(key, 'base64url')
    const right = this.#macs(merchantCode, idPayin).filter(
      (mac) => given.length === KEY_BYTES && timingSafeEqual(given, mac),
    )
    return right.length > 0
  }

  /**
   * Neither part can hold a NUL, so no two names share a text. By every master key that is known: a link that was given out before
   * the key was changed leads on.
   */
  #macs(merchantCode: string, idPayin: string): readonly Buffer[] {
    return macs(this.#masterKey, namedText(merchantCode, idPayin)).map((mac) => mac.subarray(0, KEY_BYTES))
  }
}

const namedText = (merchantCode: string, idPayin: string): string =>
  `sandbox-page\0${merchantCode}\0${idPayin}`
