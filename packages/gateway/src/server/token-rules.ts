/**
 * Checks of a token request that only modules above `identity/access` can make: money, and the addresses that a
 * merchant's callbacks may go to.
 */
import type { Gateway } from '../api/gateway.ts'
import { moneyText, readMoney, urlFaults } from '../api/requests.ts'
import type { TermRules } from '../identity/access/terms.ts'
import { profileOf } from '../merchants/directory.ts'

export const tokenRules = (gateway: Pick<Gateway, 'callbackPolicyOf'>): TermRules => ({
  parseMoney: (value, pointer) => {
    const money = readMoney(value, pointer, [])
    return money.ok ? { ok: true, value: moneyText(money.value) } : money
  },
  urlFaults: (merchant, urls) => {
    const profile = profileOf(merchant)
    return urlFaults(urls, { profile, policy: gateway.callbackPolicyOf(profile) })
  },
  hasDefaultCallbackUrl: (merchant) => profileOf(merchant).merchant.callbackUrl !== undefined,
})
