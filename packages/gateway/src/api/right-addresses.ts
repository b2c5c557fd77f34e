/**
 * Whether an address in a request is acceptable, and a memory of those that are.
 *
 * Most shops send the same two addresses in every create, and checking them each time took a fourteenth of all that a
 * create's own code does. Only accepted addresses are remembered, and only if the rules always give the same result for
 * the same text: separately for each policy, for test and live, and only pages that do not depend on a merchant's list.
 * The memory is bounded. It never replaces the check when connecting (`outbound/guard.ts`).
 */
import type { AddressPolicy } from '@sluice/core/foundation/deps.ts'
import { checkReturnUrl, type ReturnUrlRules, type UrlFault } from '@sluice/core/foundation/urls.ts'
import { type CallbackUrlRules, checkCallbackUrl } from '../outbound/guard.ts'

/** Of each kind; then it starts again empty. An address has at most 2,048 characters. */
const MAX_REMEMBERED = 500

class Right {
  readonly #texts = new Set<string>()

  has(text: string): boolean {
    return this.#texts.has(text)
  }

  add(text: string): void {
    if (this.#texts.size >= MAX_REMEMBERED) this.#texts.clear()
    this.#texts.add(text)
  }
}

const callbacksOf = new WeakMap<AddressPolicy, { readonly live: Right; readonly test: Right }>()
const pages = new Right()

function rightCallbacks({ policy, live }: CallbackUrlRules): Right {
  let right = callbacksOf.get(policy)
  if (right === undefined) {
    right = { live: new Right(), test: new Right() }
    callbacksOf.set(policy, right)
  }
  return live ? right.live : right.test
}

/** As `checkCallbackUrl`. @returns what is wrong with it */
export function callbackUrlFault(text: string, rules: CallbackUrlRules): UrlFault | undefined {
  const right = rightCallbacks(rules)
  if (right.has(text)) return undefined
  const checked = checkCallbackUrl(text, rules)
  if (!checked.ok) return checked.failure
  right.add(text)
  return undefined
}

/** As `checkReturnUrl`. @returns what is wrong with it */
export function returnUrlFault(text: string, rules: ReturnUrlRules): UrlFault | undefined {
  if (pages.has(text)) return undefined
  const checked = checkReturnUrl(text, rules)
  if (!checked.ok) return checked.failure
  // An app's address, or one without TLS, is acceptable for some merchants only.
  if (checked.value.protocol === 'https:') pages.add(text)
  return undefined
}
