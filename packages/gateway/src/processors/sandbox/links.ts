/**
 * The link to the page on which a tester plays a test payin's bank or wallet, with the key that permits it.
 *
 * The key is a MAC over the payin's name, so that every node can make and check it with nothing stored. It is in the
 * link's fragment, which browsers do not send and logs do not keep; the page sends it in a header. It is valid for this
 * one test payin.
 */
import { timingSafeEqual } from 'node:crypto'
import type { Payment } from '@sluice/core/payment/model.ts'
import { type MasterKey, mac, macs } from '../../identity/access/secrets.ts'
import { SANDBOX } from '../../payments/processor-names.ts'

/** 128 bits: nobody guesses them. */
const KEY_BYTES = 16

type Named = Pick<Payment, 'merchantId' | 'id'>

export class SandboxLinks {
  readonly #masterKey: MasterKey
  readonly #baseUrl: () => string

  /** @param baseUrl the gateway's public address, without a slash at the end */
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

  /** Whether this is the key of the payin of that name. Takes the same time whatever is wrong with it. */
  opens(key: string, merchantCode: string, idPayin: string): boolean {
    const given = Buffer.from(key, 'base64url')
    const right = this.#macs(merchantCode, idPayin).filter(
      (mac) => given.length === KEY_BYTES && timingSafeEqual(given, mac),
    )
    return right.length > 0
  }

  /**
   * Neither part can hold a NUL, so no two names share a text. By every known master key: a link that was issued before
   * the key was changed still works.
   */
  #macs(merchantCode: string, idPayin: string): readonly Buffer[] {
    return macs(this.#masterKey, namedText(merchantCode, idPayin)).map((mac) => mac.subarray(0, KEY_BYTES))
  }
}

const namedText = (merchantCode: string, idPayin: string): string =>
  `sandbox-page\0${merchantCode}\0${idPayin}`
