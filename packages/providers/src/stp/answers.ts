import { declined, noAnswer, readAs, readDone, unclear } from '@sluice/provider-kit/answers.ts'
import type { OrderAnswer, Unclear } from '@sluice/provider-kit/provider.ts'
import type { CallAnswer } from '@sluice/provider-kit/reach.ts'
import {
  ANSWERS,
  CODES,
  LEAST_ORDER_ID,
  OneStpOrder,
  StpAnswered,
  type StpOrder,
  StpResult,
  zeroMeans,
} from './read.ts'

/** A status, order number or code, for the record. */
export function statusCodeOf(body: unknown): string | undefined {
  const order = readAs(OneStpOrder, body)
  if (order) return order.respuesta.estado
  const id = readAs(StpResult, body)?.resultado.id ?? readAs(StpAnswered, body)?.estado
  return id === undefined ? undefined : `id${id}`
}

/** The number of an accepted order. */
export function registeredId(answer: CallAnswer): number | undefined {
  const result = readDone(StpResult, answer)?.resultado
  const isError = typeof result?.descripcionError === 'string' && result.descripcionError !== ''
  return result && !isError && result.id >= LEAST_ORDER_ID ? result.id : undefined
}

/** For an order that got no number. */
export function refusalOf(answer: CallAnswer): Exclude<OrderAnswer, { type: 'accepted' }> | 'exists' {
  if (answer.type === 'none') return noAnswer(answer)
  if (answer.status === 403) return declined('UNHEALTHY', 'our IP address is not on STP’s list')
  const result = answer.status === 200 ? readAs(StpResult, answer.body)?.resultado : undefined
  if (!result) return unclear(`status ${answer.status}`)
  const { id, descripcionError } = result
  const means = id === 0 ? zeroMeans(descripcionError ?? '') : CODES[id]
  switch (means) {
    case undefined:
      return { ...unclear(`code ${id}`), unlisted: String(id) }
    case 'exists':
      return 'exists'
    case 'unclear':
      return unclear(`code ${id}`)
    case 'laundering':
      return { type: 'refused', reason: 'STP refuses it by its rules against money laundering' }
    default:
      return declined(means, `STP refuses it: code ${id}`)
  }
}

export type StpFound = { readonly type: 'order'; readonly order: StpOrder } | { readonly type: 'missing' }

export function foundIn(answer: CallAnswer): StpFound | Unclear {
  if (answer.type === 'none') return unclear(answer.why)
  const found = answer.status === 200 ? readAs(OneStpOrder, answer.body) : undefined
  if (found) return { type: 'order', order: found.respuesta }
  const said = readAs(StpAnswered, answer.body)?.estado
  if (said !== undefined && ANSWERS[said] === 'missing') return { type: 'missing' }
  return {
    ...unclear(`status ${answer.status}${said === undefined ? '' : `, answer ${said}`}`),
    ...(said !== undefined && ANSWERS[said] === undefined && { unlisted: String(said) }),
  }
}
