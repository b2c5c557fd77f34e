/**
 * A trial payment of a test merchant: a checkout link as its shop would make one, so that a new gateway can be tried
 * without a shop and without a key.
 *
 * It must never allow forging a merchant's payments. So live merchants have no trials, here and where the token is
 * checked (`identity/access/tokens.ts`). The gateway makes the ID, which begins with `operator-`, so no order of the
 * shop appears paid. Only the merchant decides where callbacks go. The link is valid for an hour, once, for one amount.
 */
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { Type } from 'typebox'
import { moneyText } from '../../api/requests.ts'
import { instant, MerchantCodeParam, merchantOf, refuse } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { money } from '../fields.ts'
import { adminProblem } from '../problems.ts'

const VALIDITY_SECS = 3_600
const OWN_ID = 'operator-'

const tried = endpoint({
  route: 'POST /admin/payments/:merchantCode/!try',
  role: 'OPERATOR',
  summary: 'Create a link to a test merchant’s checkout, to try a payment',
  guide: 'first-payment.md#try-a-payment',
  params: { merchantCode: MerchantCodeParam },
  body: Type.Object({ money: money('practice', { description: 'The amount that the payer pays.' }) }),
  example: { money: { amount: 150.5, currencyCode: 'THB' } },
  answers: {
    201: Type.Object({
      idPayin: Type.String({ description: 'The payin that is created when the payer chooses a method.' }),
      url: Type.String({ description: 'Anyone with the link can pay this payin.' }),
      expiresAt: instant(),
    }),
  },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  async handle(call) {
    const { gateway } = call.backOffice
    const { merchant, merchantCode } = await merchantOf(gateway, call.params.merchantCode)
    const { money: requested } = call.body()
    if (!merchant.isTest) throw refuse(adminProblem('INVALID_STATE', LIVE))
    if (merchant.status !== 'ACTIVE') throw refuse(adminProblem('INVALID_STATE', SUSPENDED))
    if (merchant.callbackUrl === undefined) throw refuse(adminProblem('INVALID_STATE', NO_CALLBACKS))
    const { clock, randomness } = gateway.deps
    const now = clock.now()
    const idPayin = `${OWN_ID}${randomness.uuidV7(now)}`
    const issuedAtSecs = Math.floor(now / 1000)
    const expiresAtSecs = issuedAtSecs + VALIDITY_SECS
    const token = gateway.issueToken({
      merchantCode,
      scope: { kind: 'action', action: 'PAYIN_CHECKOUT', idPayment: idPayin },
      money: moneyText(requested),
      madeWith: `trial:${call.operator.id}`,
      jti: Buffer.from(randomness.bytes(16)).toString('base64url'),
      issuedAtSecs,
      expiresAtSecs,
    })
    const url = `${gateway.checkoutUrlOf(merchantCode, idPayin)}#${token}`
    // The audit line is written before the link is returned, and not for refused requests.
    await call.note({
      action: 'payment.try',
      subject: `payment ${merchantCode}/payin/${idPayin}`,
      detail: moneyText(requested),
    })
    return { idPayin, url, expiresAt: isoTime(expiresAtSecs * 1000) }
  },
})

const LIVE = "Only a live merchant's shop can start its payments. Try it with a test merchant."
const SUSPENDED = 'The merchant is suspended and accepts no payments.'
const NO_CALLBACKS = 'The merchant has no callbackUrl for its payments. Set one first.'

export const TRIAL_ENDPOINTS = [tried]
