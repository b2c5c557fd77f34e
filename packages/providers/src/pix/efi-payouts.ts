/**
 * Payouts at Efí: Pix to keys, each under our own `idEnvio`. Efí sends it once and answers a repetition with 409 `id_envio_duplicado`
 * (dev.efipay.com.br/docs/api-pix/envio-pagamento-pix). Then, and whenever a later try is refused, the first one is looked for.
 */
import type { Payment } from '@sluice/core/payment/model.ts'
import type { CheckAnswer } from '@sluice/core/processor/port.ts'
import { readAs, readDone, unclear } from '@sluice/provider-kit/answers.ts'
import { accepted, factOf } from '@sluice/provider-kit/findings.ts'
import type { OrderAnswer, OrderFindings, ProviderOrder } from '@sluice/provider-kit/provider.ts'
import type { CallAnswer } from '@sluice/provider-kit/reach.ts'
import { BaseProduct } from '@sluice/provider-kit/routed-account.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import { digits, isOf, mayBeThere, moved, NO_PAYOUTS, notFound, notThere, refusalOf } from './answers.ts'
import { pixKeyOf } from './payee.ts'
import type { PixPayouts } from './payouts.ts'
import { brl, MOVING_STATUS, SentPix } from './read.ts'

/** Its setting is the account's own Pix key, from which the money comes. */
export class EfiPayouts extends BaseProduct<string> implements PixPayouts {
  check(payment: Payment): CheckAnswer {
    return pixKeyOf(payment) === undefined ? NO_PAYOUTS : { type: 'fine' }
  }

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    const { payment, reference } = order
    const chave = pixKeyOf(payment)
    if (chave === undefined) return NO_PAYOUTS
    const body = { valor: digits(payment), pagador: { chave: this.settings }, favorecido: { chave } }
    const answer = await this.calls.send(order, 'send', `/v3/gn/pix/${reference}`, body, { method: 'PUT' })
    const isTaken = answer.type === 'answer' && answer.status < 300
    const refused = isTaken ? undefined : refusalOf(answer)
    if (refused && !mayBeThere(answer, order)) return refused
    const known = refused ? await this.#read(order) : answer
    const sent = known.type === 'answer' && known.status < 300 ? readAs(SentPix, known.body) : undefined
    if (!sent || !isOf(order, sent)) {
      const why = 'a Pix that is not the one requested'
      return refused ? notThere(refused, why) : unclear(why)
    }
    return accepted(reference, sent.status)
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const answer = await this.#read(order)
    const missing = notFound(answer)
    if (missing) return missing
    const sent = readDone(SentPix, answer)
    if (!sent || !isOf(order, sent)) return unclear('a Pix that is not the one inquired about')
    const { status, endToEndId, devolucoes: back = [] } = sent
    const found = moved(order.reference, status)
    if (found.type !== 'known') return found
    const unlisted = back.find((each) => listed(MOVING_STATUS, each.status) === undefined)
    if (unlisted) return { type: 'unlisted', statusCode: unlisted.status }
    // A return that is in progress may still fail.
    const cameBack = back
      .filter((each) => listed(MOVING_STATUS, each.status) === 'done')
      .map(({ rtrId, valor }) =>
        factOf(rtrId, status, { type: 'returned', received: brl(valor) }, { endToEndId }),
      )
    return { ...found, facts: [...found.facts, ...cameBack] }
  }

  #read(order: ProviderOrder): Promise<CallAnswer> {
    return this.calls.read(order, 'read-sent', `/v2/gn/pix/enviados/id-envio/${order.reference}`)
  }
}
