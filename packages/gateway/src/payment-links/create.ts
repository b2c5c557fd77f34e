/**
 * Creating a payment link. The checks run in the order of all creates:
 *
 *   the ID's form, the JSON (400) → exists already (409) → rules (400) → the token's money (403) → products, limits (422) → 201
 *
 * An ID is never free again, not even after the link was closed: a printed code with it may still be in use.
 */
import { PAYIN_METHODS } from '@sluice/core/catalogue/all-methods.ts'
import { isMerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import { assert, fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { Caller } from '../api/caller.ts'
import type { Gateway } from '../api/gateway.ts'
import { paymentProblem } from '../api/problems.ts'
import { termsOf } from '../api/product-terms.ts'
import { grantMoneyProblem, isBeyondAllRanges } from '../api/requests.ts'
import { type Fault, httpProblem, type Problem, validationFailed } from '../http/problems.ts'
import type { PaymentLinks } from './links.ts'
import { readLinkRequest } from './reading.ts'
import { findLink, insertLink, type LinkAmount, type LinkNow, newLinkToken, sealToken } from './store.ts'

export interface CreateLink extends Caller {
  /** From the path, as the merchant wrote it. */
  readonly id: string
  readonly body: unknown
  readonly impreciseNumbers: readonly string[]
  /** Unknown parameters of the request's query. */
  readonly queryFaults: readonly Fault[]
}

export async function createLink(
  gateway: Gateway,
  links: PaymentLinks,
  { id, body, impreciseNumbers, queryFaults, grant, profile }: CreateLink,
): Promise<Result<LinkNow, Problem>> {
  const { database, deps, masterKey } = links.context
  const { merchantCode: merchantId, isTest } = profile
  if (!isMerchantOrderId(id)) return fail(validationFailed([NO_ID]))
  const now = deps.clock.now()
  const policy = gateway.callbackPolicyOf(profile)
  const read = readLinkRequest({ body, impreciseNumbers, profile, grant, policy, now })
  const hash = read.ok ? read.value.hash : undefined
  const refused = async (problem: Problem): Promise<Result<LinkNow, Problem>> => {
    const existing = await findLink(database, merchantId, id)
    return fail(existing ? alreadyExists(id, existing.link.requestHash === hash) : problem)
  }
  if (queryFaults.length > 0)
    return refused(validationFailed([...queryFaults, ...(read.ok ? [] : read.failure)]))
  if (!read.ok)
    return refused(isBeyondAllRanges(read.failure) ? BEYOND_ALL_RANGES : validationFailed(read.failure))
  const { terms, hash: requestHash } = read.value
  const problem = moneyProblem(grant, terms.amount) ?? productProblem(gateway, profile, terms.amount)
  if (problem) return refused(problem)
  const token = newLinkToken(deps.randomness)
  const link = {
    ...terms,
    merchantId,
    id,
    key: deps.randomness.uuidV7(now),
    tokenSealed: sealToken(masterKey, { merchantId, id }, token, deps.randomness),
    isTest,
    requestHash,
    createdAt: now,
    closedAt: undefined,
  }
  if (await insertLink(database, link, token)) return succeed({ link, paid: 0, open: 0 })
  const existing = await findLink(database, merchantId, id)
  assert(existing, 'an ID that is taken has its link')
  return fail(alreadyExists(id, existing.link.requestHash === requestHash))
}

const NO_ID = {
  path: 'path:idLink',
  code: 'INVALID_FORMAT',
  message: 'must be 1 to 64 characters of A-Z a-z 0-9 . _ ~ -, not starting with a dot',
} as const

const BEYOND_ALL_RANGES = paymentProblem(
  'AMOUNT_OUT_OF_RANGE',
  'No payment method accepts an amount this large.',
)

const alreadyExists = (idLink: string, sameRequest: boolean): Problem =>
  paymentProblem(
    'ALREADY_EXISTS',
    sameRequest
      ? 'This request was already accepted. Read the link to see its status.'
      : 'This ID was already used with a different request. Use a new ID for a new link.',
    { extra: { idLink, sameRequest } },
  )

/** A token for one amount creates no link by which payers pay another. */
function moneyProblem(grant: Caller['grant'], amount: LinkAmount): Problem | undefined {
  if (amount.type === 'fixed') return grantMoneyProblem(grant, amount)
  return grant.money === undefined
    ? undefined
    : httpProblem(
        'SCOPE_EXCEEDED',
        'The token allows payments of one amount only, but with this link the payer chooses the amount.',
      )
}

/**
 * Refused if the merchant's products can never accept it. A processor that is unavailable right now does not matter.
 */
function productProblem(
  gateway: Gateway,
  profile: Caller['profile'],
  amount: LinkAmount,
): Problem | undefined {
  const { currency } = amount
  const variants = PAYIN_METHODS.filter(
    ({ code, currencies }) => currencies.has(currency) && profile.product(code, currency),
  )
  if (variants.length === 0)
    return paymentProblem('METHOD_UNAVAILABLE', `No product of your account accepts payments in ${currency}.`)
  if (amount.type === 'open') return undefined
  const fits = variants.some(
    (method) =>
      termsOf(gateway, profile, { kind: 'payin', method, operator: undefined, money: amount }).unavailable ===
      undefined,
  )
  return fits
    ? undefined
    : paymentProblem('AMOUNT_OUT_OF_RANGE', `No product of your account accepts this amount in ${currency}.`)
}
