/** The refund tests of the contract of processors, for those whose rail can refund payins (`ProcessorWorld.refunds`). */
import { EXAMPLES } from '@sluice/core/catalogue/examples.ts'
import type { MerchantOrderId, PaymentKind } from '@sluice/core/foundation/identifiers.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { attemptOf, refundTerms } from '@sluice/core/payment/refund-terms.ts'
import type { StatusUpdate } from '@sluice/core/processor/port.ts'
import { rowsOf, whileTimePasses } from '@sluice/gateway/payments/payments.fixture.ts'
import { findPayment } from '@sluice/gateway/payments/reading.ts'
import { expect, it } from 'vitest'
import type { Answer } from '../harness.ts'
import type { ProcessorWorld } from './processor-world.ts'

const CALLBACKS = 'http://127.0.0.1:9/callbacks'
let made = 0

/** A payin by this method, with the values of the catalogue's example. */
export function payinBody(methodCode: string, amount?: number): object {
  const example = EXAMPLES.find(({ method }) => method.code === methodCode)
  if (!example) throw new Error(`the catalogue has no ${methodCode}`)
  const { money, paymentMethod } = example
  return {
    paymentRequested: { money: { ...money, ...(amount !== undefined && { amount }) } },
    paymentMethod,
    callbackUrl: CALLBACKS,
  }
}

/** Call this while tests are declared. @param worldOf returns the world once they run */
export function refundTests(worldOf: () => ProcessorWorld): void {
  const find = async (kind: PaymentKind, id: MerchantOrderId): Promise<Payment> => {
    const { gateway, merchant } = worldOf()
    const payment = await findPayment(gateway.database, merchant.code, kind, id)
    if (!payment) throw new Error(`${kind} ${id} is not there`)
    return payment
  }
  const post = async (kind: PaymentKind, id: MerchantOrderId, body: object): Promise<Answer> => {
    const { gateway, merchant } = worldOf()
    const token = await merchant.token()
    const answer = await whileTimePasses(
      gateway.deps,
      gateway.request('POST', `/${kind}s/${id}`, { token, body }),
    )
    expect(answer.status, answer.text).toBe(201)
    return answer
  }
  /** A refund of a payin that the processor accepted and that was paid. */
  const refundOf = async (payinBody: object): Promise<Payment> => {
    made += 1
    const { gateway, settle } = worldOf()
    const [idPayin, id] = [`of-${made}` as MerchantOrderId, `back-${made}` as MerchantOrderId]
    await post('payin', idPayin, payinBody)
    const payin = await find('payin', idPayin)
    await settle(payin)
    await gateway.advance(5_000)
    const account = EXAMPLES.find(
      ({ method, currencyCode }) =>
        method.code === 'BANK_TRANSFER' && currencyCode === String(payin.money.currency),
    )?.paymentMethod
    const payee = worldOf().refunds?.payee ?? account
    await post('refund', id, { idPayin, reason: 'OTHER', payee, callbackUrl: CALLBACKS })
    return find('refund', id)
  }
  const casesOf = async ({ key }: Payment) =>
    (
      await rowsOf(worldOf().gateway.database, `select reason from case_file where payment_key = '${key}'`)
    ).map(({ reason }) => reason)

  it('gives money of a payin back by its rail, if it says that it does, and tells of it once', async () => {
    const { refunds, gateway, processor, settle } = worldOf()
    if (!refunds) return
    const refund = await refundOf(refunds.payin())
    expect([refund.processor, refundTerms(refund).route]).toEqual([processor.name, 'NATIVE'])
    await settle(refund)
    await settle(refund)
    await gateway.advance(5_000)
    expect((await find('refund', refund.id)).status).toBe('SUCCESS')
    expect(await casesOf(refund)).toEqual([])
  })

  it('keeps the tries of a refund apart: news of an older one settles nothing of the newer, and its money is a case', async () => {
    const { refunds, gateway, processor, settle } = worldOf()
    if (!refunds || !processor.reportsAttempts) return
    const first = await refundOf(refunds.payin())
    await refunds.fails(first)
    await gateway.advance(5_000)
    const second = await find('refund', first.id)
    expect([second.status, second.processor, attemptOf(second), refundTerms(second).route]).toEqual([
      'PENDING',
      processor.name,
      1,
      'PAYOUT',
    ])
    const { merchantId, kind, id, key } = first
    const tell = (statusChange: StatusUpdate['statusChange'], statusUpdateId: string, attempt?: number) =>
      gateway.app.statusUpdates.take({
        ...{ processor: processor.name, statusUpdateId, merchantId, kind, id, statusChange },
        ...(attempt !== undefined && { attempt }),
        at: gateway.deps.clock.now(),
      })
    const failed: StatusUpdate['statusChange'] = {
      type: 'failed',
      failureReason: 'ACCOUNT_INVALID',
      noMoneyLeft: true,
    }
    expect([await tell(failed, `old-${key}`, 0), await tell(failed, `nameless-${key}`)]).toEqual([
      'not-allowed',
      'not-allowed',
    ])
    expect(await tell({ type: 'delivered' }, `gone-${key}`, 0)).toBe('suspended')
    expect(await find('refund', id)).toMatchObject({ status: 'PENDING', processor: processor.name })
    expect(await casesOf(first)).toEqual(['DELIVERED_AFTER_PENDING'])
    await settle(second)
    await gateway.advance(5_000)
    expect((await find('refund', id)).status).toBe('SUCCESS')
  })
}
