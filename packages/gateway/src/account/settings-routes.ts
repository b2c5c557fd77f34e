/**
 * Settings that a merchant's own people change: the look of the checkout, and the default callback address for creates
 * without one. It is the row that operators change, by the same rules (`merchants/checkout-settings.ts`); only
 * operators set which origins may frame the checkout.
 *
 * A change needs a fresh proof of identity: callbacks carry customers' payments, and payers trust the name on the
 * checkout. All owners are notified of a new callback address, also if an owner changed it.
 */
import { fail, succeed } from '@sluice/core/foundation/result.ts'
import type { SqlCall } from '@sluice/database/port.ts'
import type { Static } from 'typebox'
import type { Caller } from '../api/caller.ts'
import { endpointsIn } from '../api/endpoint.ts'
import type { Gateway } from '../api/gateway.ts'
import { mustMatch, tagOf } from '../http/if-match.ts'
import { httpProblem, ProblemError } from '../http/problems.ts'
import type { Given, Terms } from '../http/reading.ts'
import { addressNotice, changedAddresses } from '../merchants/addresses.ts'
import { checkoutOf } from '../merchants/checkout-settings.ts'
import type { Merchant } from '../merchants/merchant.ts'
import { changeMerchant, findMerchant } from '../merchants/store.ts'
import { checkCallbackUrl } from '../outbound/guard.ts'
import { type OwnContext, ownAuditLine } from './own-operations.ts'
import { ChangeSettings, SettingsSchema } from './own-schemas.ts'

const endpoint = endpointsIn<OwnContext>()

const ABSENT = httpProblem('NOT_FOUND', 'this merchant no longer exists')

const read = endpoint({
  route: 'GET /settings',
  tag: 'Settings',
  operationId: 'readSettings',
  summary: 'Read your checkout appearance and callback address',
  forPeople: true,
  answers: { 200: SettingsSchema },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const record = await findMerchant(call.gateway.database, call.caller.profile.merchantCode)
    if (!record) throw new ProblemError(ABSENT)
    const settings = settingsBody(record.merchant)
    call.header('etag', tagOf(settings))
    return settings
  },
})

const change = endpoint({
  route: 'PATCH /settings',
  tag: 'Settings',
  operationId: 'changeSettings',
  summary: 'Change your checkout appearance or callback address',
  forPeople: true,
  person: { puts: 'RIGHTS', proof: true, can: 'set the callback address and the appearance of the checkout' },
  conditional: true,
  body: ChangeSettings,
  answers: { 200: SettingsSchema },
  problems: ['NOT_FOUND', 'STEP_UP_NEEDED'],
  async handle(call) {
    const { gateway, caller } = call
    const { profile } = caller
    const wanted = call.check((given, terms) => changeIn(gateway, profile, given, terms))
    const changed = await store(call.context, caller, wanted, (tag) => mustMatch(call.request.headers, tag))
    const settings = settingsBody(changed)
    call.header('etag', tagOf(settings))
    return settings
  },
})

export const SETTINGS_ENDPOINTS = [read, change] as const

type Wanted = NonNullable<ReturnType<typeof changeIn>>

function changeIn(
  gateway: Gateway,
  { isTest }: Pick<Caller['profile'], 'isTest'>,
  { callbackUrl, checkout }: Given<Static<typeof ChangeSettings>>,
  terms: Terms,
) {
  if (callbackUrl === undefined && checkout === undefined)
    terms.say('', 'REQUIRED', 'must name something to change: callbackUrl, checkout')
  if (typeof callbackUrl === 'string') {
    const policy = gateway.callbackPolicyOf({ isTest })
    const checked = checkCallbackUrl(callbackUrl, { live: !isTest, policy })
    if (!checked.ok) terms.add([{ path: '/callbackUrl', ...checked.failure }])
  }
  return { callbackUrl, look: checkout && checkoutOf(checkout, isTest, terms), checkout }
}

/** @param mustBeAs is called with the ETag of the current settings. @throws ProblemError 404, 412 */
async function store(
  { gateway, note }: OwnContext,
  caller: Caller,
  wanted: Wanted,
  mustBeAs: (tag: string) => void,
): Promise<Merchant> {
  const { database, deps, merchants, notifyOwners } = gateway
  const { merchantCode } = caller.profile
  const operation = { action: 'settings.change', subject: `merchant ${merchantCode}`, detail: {} }
  const audit = ownAuditLine(gateway, caller, operation)
  const notifying = (before: Merchant, after: Merchant): readonly SqlCall[] => {
    const about = addressNotice(changedAddresses(before, after))
    if (about === undefined) return []
    return notifyOwners({ merchantCode, what: 'addresses.change', by: audit.operator, about })
  }
  let changed: Merchant | undefined
  const done = await changeMerchant(
    database,
    merchantCode,
    audit,
    ({ merchant }) => {
      if (merchant.status !== 'ACTIVE') return fail('NOT_FOUND')
      mustBeAs(tagOf(settingsBody(merchant)))
      changed = { ...withSettings(merchant, wanted), updatedAt: deps.clock.now() }
      return succeed({ merchant: changed, alongside: notifying(merchant, changed) })
    },
    [note(caller, operation)],
  )
  merchants.forget(merchantCode)
  if (!done.ok || !changed) throw new ProblemError(ABSENT)
  return changed
}

function withSettings(merchant: Merchant, { callbackUrl, look, checkout }: Wanted): Merchant {
  // Only operators set which origins may frame the checkout.
  const frames = merchant.checkout?.frameOrigins
  const looks = { ...look, ...(frames && { frameOrigins: frames }) }
  return {
    ...merchant,
    ...(callbackUrl !== undefined && { callbackUrl: callbackUrl ?? undefined }),
    ...(checkout !== undefined && { checkout: Object.keys(looks).length > 0 ? looks : undefined }),
  }
}

function settingsBody({ code, name, isTest, callbackUrl, checkout = {} }: Merchant) {
  const { name: shownAs, logo, colour } = checkout
  return {
    merchantCode: code,
    name,
    isTest,
    ...(callbackUrl !== undefined && { callbackUrl }),
    checkout: {
      ...(shownAs !== undefined && { name: shownAs }),
      ...(logo !== undefined && { logo }),
      ...(colour !== undefined && { colour }),
    },
  }
}
