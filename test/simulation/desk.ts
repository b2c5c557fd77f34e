/** Sends the requests of merchants in a simulated world; every answer is recorded and passed to the model, which checks it. */
import type { PaymentKind } from '@sluice/core/foundation/identifiers.ts'
import type { Answer } from '../harness.ts'
import type { Dice } from './dice.ts'
import { beforeOf, type KnownPayment, type Model } from './model.ts'
import type { Node } from './node.ts'
import { holds } from './violation.ts'
import type { World } from './world.ts'

const TOKEN_SECS = 86_400

/** The deed that sends the request, with its number for the lines of the history. */
export interface Asking {
  readonly index: number
  readonly dice: Dice
}

export class Desk {
  readonly #world: World
  readonly #model: Model

  constructor(world: World, model: Model) {
    this.#world = world
    this.#model = model
  }

  node(dice: Dice): Node {
    const { nodes } = this.#world
    holds(nodes.length > 0, 'somebody serves', () => 'no node is left')
    return dice.one(nodes)
  }

  /** The payment that this deed creates. */
  payment(merchant: string, kind: PaymentKind, { index }: Asking): KnownPayment {
    return this.#model.payment(merchant, kind, `order-${index}`)
  }

  async create({ index, dice }: Asking, known: KnownPayment, body: string): Promise<void> {
    const attempt = { body, fate: 'open' as const }
    const before = beforeOf(known)
    known.attempts.push(attempt)
    const node = this.node(dice)
    const token = await this.#tokenFor(known.merchant, node)
    const answer =
      token === undefined ? undefined : await node.request('POST', pathOf(known), { token, raw: body })
    this.tell(`#${index} create ${pathOf(known)} ${body}`, node, answer)
    this.#world.count(`create ${answer?.status ?? 'nothing'}`)
    if (answer?.status === 409) this.#world.count(`sameRequest ${answer.body.sameRequest}`)
    if (known.kind === 'refund' && answer?.body?.code) this.#world.count(`refund refused ${answer.body.code}`)
    this.#model.created(known, attempt, before, answer)
  }

  async read(known: KnownPayment, dice: Dice): Promise<Answer | undefined> {
    const node = this.node(dice)
    const before = beforeOf(known)
    const token = await this.#tokenFor(known.merchant, node)
    if (token === undefined) return undefined
    const answer = await node.request('GET', pathOf(known), { token })
    this.tell(`read ${pathOf(known)}`, node, answer)
    this.#model.read(known, before, answer)
    return answer
  }

  /** @returns whether the gateway confirmed that it stored it */
  async setReference({ index, dice }: Asking, known: KnownPayment, reference: string): Promise<boolean> {
    const node = this.node(dice)
    const token = await this.#tokenFor(known.merchant, node)
    if (token === undefined || known.kind !== 'payin') return false
    const body = { externalReference: { reference } }
    const answer = await node.request('POST', `${pathOf(known)}/!setExternalReference`, { token, body })
    this.tell(`#${index} reference ${pathOf(known)} ${reference}`, node, answer)
    this.#world.count(`reference ${answer?.status ?? 'nothing'}`)
    if (!answer || answer.status === 200 || answer.status === 500) known.hasReference = true
    const isExpected = !answer || [200, 400, 404, 409, 429].includes(answer.status) || this.#model.isExcused()
    holds(isExpected, 'a reference has an expected answer', () => `${answer?.status} ${answer?.text}`)
    return answer?.status === 200
  }

  async balances(node: Node, merchant: string): Promise<Answer | undefined> {
    const token = await this.#tokenFor(merchant, node)
    const answer = token === undefined ? undefined : await node.request('GET', '/balances', { token })
    this.tell(`balances ${merchant}`, node, answer)
    return answer
  }

  /** The merchant's newest payments of this kind. */
  async list(kind: PaymentKind, merchant: string, node: Node): Promise<Answer | undefined> {
    const token = await this.#tokenFor(merchant, node)
    const answer =
      token === undefined ? undefined : await node.request('GET', `/${kind}s?limit=100`, { token })
    this.tell(`list ${kind}s of ${merchant}`, node, answer)
    const isExpected = !answer || answer.status === 200 || this.#model.isExcused()
    holds(isExpected, 'a list has an expected answer', () => `${answer?.status} ${answer?.text}`)
    return answer
  }

  async #tokenFor(code: string, node: Node): Promise<string | undefined> {
    const merchant = this.#world.merchants.find((one) => one.code === code)
    if (!merchant) throw new Error('nobody')
    const now = this.#world.deps.clock.now()
    if (merchant.token !== undefined && merchant.tokenUntil > now) return merchant.token
    const body = {
      merchantCode: merchant.code,
      secret: merchant.secret,
      validitySecs: TOKEN_SECS,
      operations: ['GET .*', 'POST .*'],
    }
    const answer = await node.request('POST', '/auth-tokens', { body })
    if (answer?.status !== 201) {
      const isExcused = !answer || this.#model.isExcused()
      holds(isExcused, 'a merchant gets its token', () => `${answer?.status} ${answer?.text}`)
      return undefined
    }
    merchant.token = String(answer.body.token)
    merchant.tokenUntil = now + (TOKEN_SECS - 600) * 1_000
    return merchant.token
  }

  tell(what: string, node: Node, answer: Answer | undefined): void {
    this.#world.record(`${what} at ${node.name} → ${answer ? `${answer.status} ${answer.text}` : 'nothing'}`)
  }
}

export const pathOf = ({ kind, id }: Pick<KnownPayment, 'kind' | 'id'>): string => `/${kind}s/${id}`
