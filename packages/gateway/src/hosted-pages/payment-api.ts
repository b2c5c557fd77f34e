/**
 * What the checkout page reads besides the merchants' API: the shop, and the payment's status if there is a payment
 * yet.
 *
 * Both need the page's token and follow the rules of `GET /payins/{idPayin}`. A payin that does not exist yet is a
 * normal response here and no 404, because browsers write each 404 into their console. The shop's address comes from
 * the verified token: anybody could have written the page's own address.
 */
import { isMerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import type { onRequestHookHandler } from 'fastify'
import { channelInfoOf } from '../account/channel-info.ts'
import { type Caller, readCaller } from '../api/caller.ts'
import type { Gateway } from '../api/gateway.ts'
import { httpProblem, ProblemError } from '../http/problems.ts'
import type { Server } from '../http/server.ts'
import { payinBody } from '../payins/view.ts'
import { findPayment } from '../payments/reading.ts'

interface Params {
  readonly merchantCode: string
  readonly idPayin: string
}

export function registerPaymentApi(app: Server, gateway: Gateway, bearer: onRequestHookHandler): void {
  const options = {
    onRequest: bearer,
    config: { versioned: false, judgedAs: '/payins/:idPayin' },
    schema: { hide: true },
  }
  const callerFor = async (request: Parameters<typeof readCaller>[1], { merchantCode }: Params) => {
    const caller = await readCaller(gateway, request)
    if (caller.profile.merchantCode === merchantCode) return caller
    throw new ProblemError(httpProblem('NOT_FOUND', 'The token belongs to another merchant.'))
  }

  app.get<{ Params: Params }>('/pay/:merchantCode/:idPayin/!shop', options, async (request) =>
    shopBody(await callerFor(request, request.params)),
  )

  app.get<{ Params: Params }>('/pay/:merchantCode/:idPayin/!payin', options, async (request) => {
    const { profile } = await callerFor(request, request.params)
    const { idPayin } = request.params
    const payin = isMerchantOrderId(idPayin)
      ? await findPayment(gateway.database, profile.merchantCode, 'payin', idPayin)
      : undefined
    return { payin: payin ? payinBody(gateway, payin, 'read') : null }
  })
}

const shopBody = ({ grant, profile: { merchant } }: Caller) => ({
  channelInfo: channelInfoOf(merchant),
  isTest: merchant.isTest,
  ...(grant.returnUrl !== undefined && { returnUrl: grant.returnUrl }),
})
