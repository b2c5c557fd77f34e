/**
 * Payouts at Efí: Pix to keys, each under our own `idEnvio`. Efí makes one of it, and answers a repetition with 409 `id_envio_duplicado`
 * (dev.efipay.com.br/docs/api-pix/envio-pagamento-pix): then, and whenever a later try is refused, the first one is looked for.
 */

import type { Payment } from '../../../payments/model.ts'
import type { CheckAnswer } from '../../../processing/port.ts'
import { readAs, readDone, unclear } from '../answers.ts'
import { accepted, factOf } from '../findings.ts'
import type { AccountStanding, OrderAnswer, OrderFindings, ProviderOrder } from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import { listed } from '../status-codes.ts'
import {
  digits,
  isOf,
  mayBeThere,
  moved,
  NO_PAYOUTS,
  notFound,
  notThere,
  refusalOf,
  statusCodeOf,
} from './answers.ts'
import { pixKeyOf } from './payee.ts'
import type { PixPayouts } from './payouts.ts'
import { brl, MOVING_STATUS, SentPix } from './read.ts'

const CREATE_WITHIN_MS = 8_000
const INQUIRE_WITHIN_MS = 10_000

export class EfiPayouts implements PixPayouts {
  readonly #ownKey: string
  readonly #standing: AccountStanding

  /** @param ownKey the account's own Pix key: the money comes from there */
  constructor(ownKey: string, standing: AccountStanding) {
    this.#ownKey = ownKey
    this.#standing = standing
  }

  check(payment: Payment): CheckAnswer {
    return pixKeyOf(payment) === undefined ? NO_PAYOUTS : { type: 'fine' }
  }

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    const { payment, reference } = order
    const chave = pixKeyOf(payment)
    if (chave === undefined) return NO_PAYOUTS
    const answer = await this.#standing.calls.call({
      operation: 'send',
      method: 'PUT',
      path: `/v3/gn/pix/${reference}`,
      body: {
        valor: digits(payment),
        pagador: { chave: this.#ownKey },
        favorecido: { chave },
      },
      timeoutMs: CREATE_WITHIN_MS,
      payment,
      statusCodeOf: statusCodeOf(SentPix),
    })
    const isTaken = answer.type === 'answer' && answer.status < 300
    const refused = isTaken ? undefined : refusalOf(answer)
    if (refused && !mayBeThere(answer, order)) return refused
    const known = refused ? await this.#ask(order) : answer
    const sent = known.type === 'answer' && known.status < 300 ? readAs(SentPix, known.body) : undefined
    if (!sent || !isOf(order, sent)) {
      const why = 'a Pix that is not the one that was asked for'
      return refused ? notThere(refused, why) : unclear(why)
    }
    return accepted(reference, sent.status)
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const answer = await this.#ask(order)
    const missing = notFound(answer)
    if (missing) return missing
    const sent = readDone(SentPix, answer)
    if (!sent || !isOf(order, sent)) return unclear('a Pix that is not the one that was asked about')
    const found = moved(order.reference, sent.status)
    if (found.type !== 'known') return found
    const back = sent.devolucoes ?? []
    const unlisted = back.find(({ status }) => listed(MOVING_STATUS, status) === undefined)
    if (unlisted) return { type: 'unlisted', statusCode: unlisted.status }
    // One that is under way may still come to nothing.
    const cameBack = back
      .filter(({ status }) => listed(MOVING_STATUS, status) === 'done')
      .map(({ rtrId, valor }) =>
        factOf(
          rtrId,
          sent.status,
          { type: 'returned', received: brl(valor) },
          { endToEndId: sent.endToEndId },
        ),
      )
    return { ...found, facts: [...found.facts, ...cameBack] }
  }

  #ask(order: ProviderOrder): Promise<CallAnswer> {
    return this.#standing.calls.call({
      operation: 'read-sent',
      method: 'GET',
      path: `/v2/gn/pix/enviados/id-envio/${order.reference}`,
      timeoutMs: INQUIRE_WITHIN_MS,
      payment: order.payment,
      statusCodeOf: statusCodeOf(SentPix),
    })
  }
}
