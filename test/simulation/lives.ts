/**
 * What merchants and payers do in a simulated world: chosen by chance, a few things at the same time. Each act tells the model
 * what it asked and what it was answered; the model judges. What befalls the machines meanwhile is in `fate.ts`.
 */

import { REDELIVER } from '../../src/callbacks/statements.ts'
import { offered } from '../../src/catalogue/currencies.ts'
import { EXAMPLES, type MethodExample } from '../../src/catalogue/examples.ts'
import type { MerchantCode, PaymentKind } from '../../src/foundation/identifiers.ts'
import { type CurrencyCode, minor } from '../../src/foundation/money.ts'
import { isoTime } from '../../src/payments/rows.ts'
import { isFinal } from '../../src/payments/transitions.ts'
import type { Answer } from '../harness.ts'
import type { Bank } from './bank.ts'
import type { Dice } from './dice.ts'
import { Fate } from './fate.ts'
import { beforeOf, type KnownPayment, type Model } from './model.ts'
import type { Node } from './node.ts'
import { holds } from './violation.ts'
import type { SimMerchant, World } from './world.ts'

/** Of these a merchant has money to pay out: a few, so that balances are really contended. */
const HOME_CURRENCIES = ['BRL', 'IDR', 'KES', 'JPY', 'INR']
const PAYINS = EXAMPLES.filter(({ method }) => method.kind === 'payin')
const PAYOUTS = EXAMPLES.filter(({ method }) => method.kind === 'payout')
const HOME_PAYOUTS = PAYOUTS.filter(({ currencyCode }) => HOME_CURRENCIES.includes(currencyCode))
const WITH_REFERENCE = PAYINS.filter(({ method }) => ['P2A_V2', 'UPIQR', 'UPICOLLECT'].includes(method.code))
const ENDINGS = [901, 902, 903, 904, 905, 906, 907, 908, 909, 910, 911]
const TOKEN_SECS = 86_400

export class Lives {
  readonly #world: World
  readonly #model: Model
  readonly #bank: Bank
  readonly #dice: Dice
  readonly #fate: Fate
  #created = 0

  constructor(world: World, model: Model, bank: Bank) {
    this.#world = world
    this.#model = model
    this.#bank = bank
    this.#dice = world.dice(10)
    this.#fate = new Fate(world, model)
  }

  /** Merchants, and the money they begin with. */
  async begin(): Promise<void> {
    for (const code of ['ANNA', 'BERT']) {
      const merchant = await this.#world.addMerchant(code)
      for (const currency of HOME_CURRENCIES) await this.#world.finish(this.#topUp(merchant, currency))
    }
  }

  /** One to three things at the same time, and what befalls the machines meanwhile. */
  async step(): Promise<void> {
    await this.#fate.befall()
    const acts = Array.from({ length: this.#dice.weighted(TOGETHER) }, () => this.#act())
    await this.#world.finish(Promise.all(acts))
    await this.#fate.passTime()
  }

  #act(): Promise<void> {
    const dice = this.#dice
    const merchant = dice.one(this.#world.merchants)
    const known = this.#somePayment()
    if (!known) return this.#createPayin(merchant)
    switch (dice.weighted(ACTS)) {
      case 'payin':
        return this.#createPayin(merchant)
      case 'payout':
        return this.#createPayout(merchant)
      case 'twins':
        return this.#createTwins(merchant)
      case 'nonsense':
        return this.#createNonsense(merchant)
      case 'repeat':
        return this.#attempt(known, dice.one(known.attempts).body)
      case 'conflict':
        return this.#conflict(known)
      case 'reference':
        return this.#setReference(this.#somePayment((one) => isOfReference(one)) ?? known)
      case 'bank':
        return this.#bank.act(this.#node(), known)
      case 'stray':
        return this.#payBeforehand(merchant)
      case 'redeliver':
        return this.#redeliver(known)
      case 'top-up':
        return this.#topUp(merchant, dice.one(HOME_CURRENCIES))
      case 'balances':
        return this.#readBalances(merchant)
      default:
        return this.read(known)
    }
  }

  #node(): Node {
    const { nodes } = this.#world
    holds(nodes.length > 0, 'somebody serves', () => 'no node is left')
    return this.#dice.one(nodes)
  }

  #somePayment(which: (known: KnownPayment) => boolean = () => true): KnownPayment | undefined {
    const all = [...this.#model.payments.values()].filter(
      (known) => known.attempts.length > 0 && which(known),
    )
    if (all.length === 0) return undefined
    // Mostly the young ones, for much still happens to them.
    return this.#dice.one(this.#dice.happens(0.7) ? all.slice(-8) : all)
  }

  // ── Payments ──────────────────────────────────────────────────────────────────────────────────────────────────────

  #createPayin(merchant: SimMerchant): Promise<void> {
    const example = this.#dice.one(this.#dice.happens(0.2) ? WITH_REFERENCE : PAYINS)
    return this.#create(merchant, 'payin', this.#requestOf(merchant, example))
  }

  #createPayout(merchant: SimMerchant): Promise<void> {
    const example = this.#dice.one(this.#dice.happens(0.9) ? HOME_PAYOUTS : PAYOUTS)
    return this.#create(merchant, 'payout', this.#requestOf(merchant, example))
  }

  #create(merchant: SimMerchant, kind: PaymentKind, body: string): Promise<void> {
    return this.#attempt(this.#model.payment(merchant.code, kind, this.#newId()), body)
  }

  #newId = (): string => `order-${++this.#created}`

  /** The same request twice at the same moment, as impatient clients send it. */
  async #createTwins(merchant: SimMerchant): Promise<void> {
    const kind = this.#dice.one(['payin', 'payout'] as const)
    const body = this.#requestOf(merchant, this.#dice.one(kind === 'payin' ? PAYINS : HOME_PAYOUTS))
    const known = this.#model.payment(merchant.code, kind, this.#newId())
    await Promise.all([this.#attempt(known, body), this.#attempt(known, body)])
  }

  #createNonsense(merchant: SimMerchant): Promise<void> {
    const kind = this.#dice.one(['payin', 'payout'] as const)
    const example = this.#dice.one(kind === 'payin' ? PAYINS : PAYOUTS)
    const request = JSON.parse(this.#requestOf(merchant, example))
    const wrong = this.#dice.one([
      { paymentRequested: { money: { amount: -1, currencyCode: example.currencyCode } } },
      { paymentRequested: { money: { amount: 1, currencyCode: 'XXX' } } },
      { paymentMethod: { paymentMethodCode: 'NOBODY_PAYS' } },
      { callbackUrl: 'javascript:alert(1)' },
    ])
    return this.#create(merchant, kind, JSON.stringify({ ...request, ...wrong }))
  }

  #conflict(known: KnownPayment): Promise<void> {
    const request = JSON.parse(this.#dice.one(known.attempts).body)
    const { money } = request.paymentRequested
    const changed = { money: { ...money, amount: money.amount + this.#dice.between(1, 3) } }
    return this.#attempt(known, JSON.stringify({ ...request, paymentRequested: changed }))
  }

  #requestOf(merchant: SimMerchant, example: MethodExample): string {
    const { amount, currencyCode } = example.money
    const usual = Number(amount)
    const whole = Math.floor(usual)
    const chosen = this.#dice.weighted([
      [4, usual],
      [3, whole - (whole % 1_000) + this.#dice.one(ENDINGS)],
      [1, whole * this.#dice.between(1, 9)],
    ])
    return JSON.stringify({
      paymentRequested: { money: { amount: chosen, currencyCode } },
      paymentMethod: example.paymentMethod,
      callbackUrl: this.#world.receivers.urlOf(merchant.code),
    })
  }

  async #attempt(known: KnownPayment, body: string): Promise<void> {
    const attempt = { body, fate: 'open' as const }
    const before = beforeOf(known)
    known.attempts.push(attempt)
    const node = this.#node()
    const token = await this.#tokenFor(known.merchant, node)
    const answer =
      token === undefined ? undefined : await node.request('POST', pathOf(known), { token, raw: body })
    this.#world.record(
      `create ${pathOf(known)} ${body} → ${answer ? `${answer.status} ${answer.text}` : 'nothing'}`,
    )
    this.#model.created(known, attempt, before, answer)
  }

  async read(known: KnownPayment): Promise<void> {
    const node = this.#node()
    const before = beforeOf(known)
    const token = await this.#tokenFor(known.merchant, node)
    if (token === undefined) return
    const answer = await node.request('GET', pathOf(known), { token })
    this.#world.record(`read ${pathOf(known)} → ${answer ? `${answer.status} ${answer.text}` : 'nothing'}`)
    this.#model.read(known, before, answer)
  }

  async #setReference(known: KnownPayment): Promise<void> {
    const node = this.#node()
    const token = await this.#tokenFor(known.merchant, node)
    if (token === undefined || known.kind !== 'payin') return
    // Few references, so that payins meet on them; some are too short.
    const reference = this.#dice.happens(0.1) ? '12345' : String(632_504_000_000 + this.#dice.between(1, 40))
    const body = { externalReference: { reference } }
    const answer = await node.request('POST', `${pathOf(known)}/!setExternalReference`, { token, body })
    this.#world.record(`reference ${pathOf(known)} ${reference} → ${answer?.status ?? 'nothing'}`)
    if (!answer || answer.status === 200 || answer.status === 500) known.hasReference = true
    const isExpected = !answer || [200, 400, 404, 409].includes(answer.status) || this.#model.isExcused()
    holds(isExpected, 'a reference has an expected answer', () => `${answer?.status} ${answer?.text}`)
  }

  async #redeliver(known: KnownPayment): Promise<void> {
    const node = this.#node()
    const now = isoTime(this.#world.deps.clock.now())
    const work = node.database.run(REDELIVER, [known.merchant, known.kind, known.id, now])
    await node.unlessCrashed(work.catch(() => undefined))
    this.#world.record(`redeliver ${pathOf(known)}`)
    if (node.alive) node.app.delivery.wake()
  }

  async #readBalances(merchant: SimMerchant): Promise<void> {
    const answer = await this.balances(this.#node(), merchant.code)
    if (answer?.status !== 200) return
    const rows = answer.body.data as unknown as readonly {
      available: { amount: number }
      reserved: { amount: number }
    }[]
    const isFine = rows.every(({ available, reserved }) => available.amount >= 0 && reserved.amount >= 0)
    holds(isFine, 'balances are never negative', () => answer.text)
  }

  async balances(node: Node, merchant: string): Promise<Answer | undefined> {
    const token = await this.#tokenFor(merchant, node)
    const answer = token === undefined ? undefined : await node.request('GET', '/balances', { token })
    this.#world.record(`balances ${merchant} → ${answer ? `${answer.status} ${answer.text}` : 'nothing'}`)
    return answer
  }

  async #topUp(merchant: SimMerchant, currency: string): Promise<void> {
    const usual = HOME_PAYOUTS.find(({ currencyCode }) => currencyCode === currency)
    const whole = Math.ceil(Number(usual?.money.amount ?? 1_000)) * this.#dice.between(1, 4)
    const amountMinor = minor(BigInt(whole) * 10n ** BigInt(offered(currency as CurrencyCode).ledgerDigits))
    await this.#bank.fund(this.#node(), merchant.code, currency, amountMinor)
  }

  async #tokenFor(code: MerchantCode | string, node: Node): Promise<string | undefined> {
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

  /** The money is there before its payin, which may never come. */
  async #payBeforehand(merchant: SimMerchant): Promise<void> {
    const body = this.#requestOf(merchant, this.#dice.one(PAYINS))
    const known = this.#model.payment(merchant.code, 'payin', this.#newId())
    known.isActedOn = true
    const { money } = JSON.parse(body).paymentRequested
    await this.#bank.payBeforehand(this.#node(), known, money)
    if (this.#dice.happens(0.6) && this.#world.nodes.length > 0) await this.#attempt(known, body)
  }
}

export const pathOf = ({ kind, id }: Pick<KnownPayment, 'kind' | 'id'>): string => `/${kind}s/${id}`

const isOfReference = (known: KnownPayment): boolean =>
  known.status !== undefined &&
  !isFinal(known.status) &&
  /P2A_V2|UPIQR|UPICOLLECT/.test(known.attempts[0]?.body ?? '')

const TOGETHER = [
  [6, 1],
  [3, 2],
  [2, 3],
] as const
const ACTS = [
  [24, 'payin'],
  [12, 'payout'],
  [4, 'twins'],
  [4, 'nonsense'],
  [8, 'repeat'],
  [4, 'conflict'],
  [10, 'reference'],
  [8, 'bank'],
  [2, 'stray'],
  [3, 'redeliver'],
  [3, 'top-up'],
  [4, 'balances'],
  [20, 'read'],
] as const
