/**
 * What a merchant's own people set: how the checkout shows the merchant, and where callbacks go of creates that bring no address. It is the
 * row that operators change, by the same rules (`merchants/checkout-settings.ts`); which origins may frame the checkout stays with operators.
 *
 * A change takes a fresh proof: callbacks name customers' payments, and payers trust what stands above their money. The owners are told
 * of a new address of callbacks, whoever of them has changed it.
 */
import type { onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { readCaller, readPerson } from '../api/caller.ts'
import type { Gateway } from '../api/gateway.ts'
import { READ_PROBLEMS, WRITE_PROBLEMS } from '../api/schemas.ts'
import type { SqlCall } from '../database/port.ts'
import { fail, succeed } from '../foundation/result.ts'
import { IF_MATCH, mustMatch, tagOf } from '../http/if-match.ts'
import { describeOnly, problemResponsesOf } from '../http/openapi.ts'
import { HTTP_PROBLEMS, httpProblem, ProblemError, validationFailed } from '../http/problems.ts'
import { readByRules } from '../http/reading.ts'
import type { Server } from '../http/server.ts'
import { PEOPLE_PROBLEMS } from '../identity/people/problems.ts'
import { addressNotice, changedAddresses } from '../merchants/addresses.ts'
import { checkoutOf } from '../merchants/checkout-settings.ts'
import type { Merchant } from '../merchants/merchant.ts'
import { changeMerchant, findMerchant } from '../merchants/store.ts'
import { checkCallbackUrl } from '../outbound/guard.ts'
import { type NoteOwnOperation, ownAuditLine } from './own-operations.ts'
import { ChangeSettings, SettingsSchema } from './own-schemas.ts'

const problems = problemResponsesOf({ ...HTTP_PROBLEMS, ...PEOPLE_PROBLEMS })
const ABSENT = httpProblem('NOT_FOUND', 'there is no such merchant any more')

const described = (operationId: string, summary: string) => ({
  tags: ['Settings'],
  operationId,
  summary,
  description: 'For somebody who is signed in at the dashboard; no token opens it.',
  security: [{ session: [] }],
})

export function registerSettingsRoutes(
  app: Server,
  gateway: Gateway,
  bearer: onRequestHookHandler,
  note: NoteOwnOperation,
): void {
  const { database, deps, merchants } = gateway
  const common = { onRequest: bearer, validatorCompiler: describeOnly }

  app.get(
    '/settings',
    {
      ...common,
      schema: {
        ...described('readSettings', 'Read how the checkout shows you, and where callbacks go'),
        response: { 200: SettingsSchema, ...problems(...READ_PROBLEMS) },
      },
    },
    async (request, reply) => {
      const caller = await readCaller(gateway, request)
      readPerson(caller)
      const record = await findMerchant(database, caller.profile.merchantCode)
      if (!record) throw new ProblemError(ABSENT)
      const settings = settingsBody(record.merchant)
      return reply.header('etag', tagOf(settings)).send(settings)
    },
  )

  app.patch(
    '/settings',
    {
      ...common,
      config: { bodyRequired: true },
      schema: {
        ...described('changeSettings', 'Change how the checkout shows you, or where callbacks go'),
        headers: Type.Object(IF_MATCH),
        body: ChangeSettings,
        response: {
          200: SettingsSchema,
          ...problems(...WRITE_PROBLEMS, 'STEP_UP_NEEDED', 'PRECONDITION_FAILED'),
        },
      },
    },
    async (request, reply) => {
      const caller = await readCaller(gateway, request)
      readPerson(caller, 'fresh')
      const { merchantCode, isTest } = caller.profile
      const sent = { body: request.body, imprecise: request.impreciseNumbers }
      const read = readByRules(ChangeSettings, sent, ({ callbackUrl, checkout }, terms) => {
        if (callbackUrl === undefined && checkout === undefined)
          terms.say('', 'REQUIRED', 'must name something to change: callbackUrl, checkout')
        if (typeof callbackUrl === 'string') {
          const policy = gateway.callbackPolicyOf({ isTest })
          const checked = checkCallbackUrl(callbackUrl, { live: !isTest, policy })
          if (!checked.ok) terms.add([{ path: '/callbackUrl', ...checked.failure }])
        }
        return { callbackUrl, look: checkout && checkoutOf(checkout, isTest, terms), checkout }
      })
      if (!read.ok) throw new ProblemError(validationFailed(read.failure))
      const { callbackUrl, look, checkout } = read.value
      const operation = { action: 'settings.change', subject: `merchant ${merchantCode}`, detail: {} }
      const audit = ownAuditLine(gateway, caller, operation)
      const reportedOf = (before: Merchant, after: Merchant): readonly SqlCall[] => {
        const about = addressNotice(changedAddresses(before, after))
        if (about === undefined) return []
        return gateway.notifyOwners({ merchantCode, what: 'addresses.change', by: audit.operator, about })
      }
      let changed: Merchant | undefined
      const done = await changeMerchant(
        database,
        merchantCode,
        audit,
        ({ merchant }) => {
          if (merchant.status !== 'ACTIVE') return fail('NOT_FOUND')
          mustMatch(request.headers, tagOf(settingsBody(merchant)))
          const frames = merchant.checkout?.frameOrigins
          const looks = { ...look, ...(frames && { frameOrigins: frames }) }
          changed = {
            ...merchant,
            ...(callbackUrl !== undefined && { callbackUrl: callbackUrl ?? undefined }),
            ...(checkout !== undefined && { checkout: Object.keys(looks).length > 0 ? looks : undefined }),
            updatedAt: deps.clock.now(),
          }
          return succeed({ merchant: changed, alongside: reportedOf(merchant, changed) })
        },
        [note(caller, operation)],
      )
      merchants.forget(merchantCode)
      if (!done.ok || !changed) throw new ProblemError(ABSENT)
      const settings = settingsBody(changed)
      return reply.header('etag', tagOf(settings)).send(settings)
    },
  )
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
