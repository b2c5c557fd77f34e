/**
 * The market of a simulated world: an honest shop and a thief's shop, both paid on the operator's own accounts; payers who send money
 * through their banks; and the bank, which reports it late, twice, and sometimes under a reference that it has used before.
 *
 * The thief knows what a real one could know: which orders exist, their amounts and names, and the transfer numbers that payers have typed
 * anywhere. He creates orders with the same names and amounts, at his own shop and as a payer of the honest one, claims invented or
 * overheard numbers, and sends small amounts with other people's texts. He cannot see a number whose claim is not stored yet, nor our
 * references and amounts before they are shown to him.
 *
 * Checked at the end against what was really sent: **no credit changes its owner**, so the thief is paid only what he sent; and every
 * credit is on a payin or in a case, to the last unit.
 */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import { minorFromText } from '@sluice/core/foundation/money.ts'
import type { Database, Row } from '@sluice/database/port.ts'
import type { Answer } from '../harness.ts'
import type { Asking, Desk } from './desk.ts'
import { type Dice, STREAMS } from './dice.ts'
import {
  entryOf,
  type Order,
  PEOPLE,
  RAILS,
  type Rail,
  type Transfer,
  tagIn,
  tagOf,
  WHERE_ALL_MEET,
} from './market-transfers.ts'
import { nameOf } from './model.ts'
import type { Node } from './node.ts'
import type { ActionDeed, MarketAction } from './plan.ts'
import { holds } from './violation.ts'
import type { World } from './world.ts'

const SHOP = 'CARA'

const THIEVES_SHOP = 'DIRK'

/** The usual deeds leave these alone: only bank statements move money here. */
export const MARKET_MERCHANTS: ReadonlySet<string> = new Set([SHOP, THIEVES_SHOP])

const PROCESSOR = 'test-own-account'

export class Market {
  readonly #world: World
  readonly #desk: Desk
  /** Mostly one, so that all orders meet on it. */
  readonly #rails: readonly Rail[]
  readonly #orders = new Map<number, Order>()
  readonly #transfers: Transfer[] = []
  /** Numbers that honest payers have typed: the thief may have seen them. */
  readonly #overheard: string[] = []

  constructor(world: World, desk: Desk) {
    this.#world = world
    this.#desk = desk
    const dice = world.dice(STREAMS.market)
    const only = dice.weighted(WHERE_ALL_MEET)
    this.#rails = dice.happens(0.8) ? RAILS.filter(({ by }) => by === only) : RAILS
  }

  async begin(): Promise<void> {
    const products = this.#rails.map(({ method, currency }) => ({
      code: method.paymentMethodCode,
      currency,
      processors: [PROCESSOR],
    }))
    await this.#world.addMerchant(SHOP, products)
    await this.#world.addMerchant(THIEVES_SHOP, products)
    const [node] = this.#world.nodes
    for (const { account, currency, served } of this.#rails) {
      const body = {
        id: account,
        name: account,
        kind: 'BANK_ACCOUNT',
        currencyCode: currency,
        isTest: true,
        timeZone: 'Asia/Bangkok',
        methods: [served],
      }
      const answer =
        node && (await this.#world.finish(this.#world.operate(node, 'POST', '/admin/accounts', body)))
      if (answer?.status !== 201) throw new Error(`no account: ${answer?.text}`)
    }
  }

  async action(what: MarketAction, doing: Asking, on: ActionDeed['on']): Promise<void> {
    const order = on === undefined ? undefined : this.#orders.get(on)
    switch (what) {
      case 'shop order':
        await this.#honestOrder(doing)
        // Payers often pay at the same time.
        if (!doing.dice.happens(0.4)) return
        return this.#pay(this.#orders.get(doing.index), doing)
      case 'theft order':
        return this.#theftOrder(doing)
      case 'transfer':
        return this.#pay(order, doing)
      case 'claim':
        return order && this.#claim(order, doing)
      case 'theft claim':
        return order && this.#theftClaim(order, doing)
      case 'theft transfer':
        return this.#theftTransfer(doing.dice)
      case 'statement':
        return this.#tell(this.#desk.node(doing.dice), doing.dice)
    }
  }

  // ── Honest people ─────────────────────────────────────────────────────────────────────────────────────────────────

  #honestOrder(doing: Asking): Promise<void> {
    const rail = doing.dice.one(this.#rails)
    const wanted = { rail, person: doing.dice.one(PEOPLE), amount: doing.dice.one(rail.amounts) }
    return this.#order(doing, SHOP, { ...wanted, isThefts: false })
  }

  async #order(doing: Asking, merchant: string, wanted: Omit<Order, 'known'>): Promise<void> {
    const known = this.#desk.payment(merchant, 'payin', doing)
    known.isActedOn = true
    this.#orders.set(doing.index, { ...wanted, known })
    const { rail, person, amount } = wanted
    await this.#desk.create(
      doing,
      known,
      JSON.stringify({
        paymentRequested: { money: { amount, currencyCode: rail.currency } },
        paymentMethod: { ...rail.method, account: person },
      }),
    )
  }

  /** Most payers supply the number immediately, some later, some never. */
  async #pay(order: Order | undefined, doing: Asking): Promise<void> {
    if (!order) return
    this.#transfer(order, doing)
    if (doing.dice.happens(0.5)) await this.#claim(order, doing)
  }

  /** As instructed; or twice; or the round amount of the order; or without the reference. */
  #transfer(order: Order, { dice }: Asking): void {
    const shown = order.known.body?.paymentMethodResponse
    if (!shown) return
    const times = dice.happens(0.1) ? 2 : 1
    for (let time = 0; time < times; time += 1) {
      // A late payer follows the instructions, but the amount may belong to another order by then, and the money cannot be told from that
      // order's.
      const isMistaken =
        dice.happens(0.15) && order.known.status !== 'EXPIRED' && this.#isInTime(shown.expireAt)
      const requested = isMistaken ? undefined : shown.moneyRequired?.amount
      const reference = order.rail.by === 'reference' && !isMistaken ? String(shown.reference) : ''
      this.#send(dice, {
        rail: order.rail,
        isThiefs: order.isThefts,
        order,
        amountMinor: this.#minor(order.rail, Number(requested ?? order.amount)),
        remittance: reference,
        sender: order.person,
      })
    }
  }

  async #claim(order: Order, doing: Asking): Promise<void> {
    const sent = this.#transfers.find((transfer) => transfer.order === order)
    if (sent?.utr === undefined || !order.known.isAccepted) return
    const isKept = await this.#desk.setReference(doing, order.known, sent.utr)
    // Before a claim is stored, anybody who knows the number is taken for the payer: until then it is as good as a secret.
    if (isKept) this.#overheard.push(sent.utr)
  }

  // ── The thief ─────────────────────────────────────────────────────────────────────────────────────────────────────

  /** An order like somebody else's, at his own shop or as a payer of the honest one. */
  #theftOrder(doing: Asking): Promise<void> {
    const { dice } = doing
    const honest = [...this.#orders.values()].filter(({ isThefts }) => !isThefts)
    const rail = dice.one(this.#rails)
    const like =
      honest.length > 0 ? dice.one(honest) : { rail, person: dice.one(PEOPLE), amount: rail.amounts[0] ?? 1 }
    const { person, amount } = like
    const merchant = dice.happens(0.6) ? THIEVES_SHOP : SHOP
    return this.#order(doing, merchant, { rail: like.rail, person, amount, isThefts: true })
  }

  async #theftClaim(order: Order, doing: Asking): Promise<void> {
    if (!order.known.isAccepted || order.rail.by !== 'utr') return
    const { dice } = doing
    const own = this.#transfers.flatMap(({ isThiefs, utr }) => (isThiefs && utr !== undefined ? [utr] : []))
    const known = [...this.#overheard, ...own]
    const number = known.length > 0 && dice.happens(0.7) ? dice.one(known) : utrOf(dice)
    this.#world.count(
      known.includes(number) ? 'theft claims an overheard number' : 'theft claims a made-up number',
    )
    await this.#desk.setReference(doing, order.known, number)
  }

  /** A small amount with a text that belongs to others. */
  async #theftTransfer(dice: Dice): Promise<void> {
    const honest = [...this.#orders.values()].filter(({ isThefts }) => !isThefts)
    const rail = dice.one(this.#rails)
    const others = honest.flatMap(({ known }) => known.body?.paymentMethodResponse?.reference ?? [])
    const words = [...this.#overheard, ...others.map(String), utrOf(dice)]
    this.#send(dice, {
      rail,
      isThiefs: true,
      order: undefined,
      amountMinor: dice.happens(0.5) ? 100n : this.#minor(rail, dice.one(rail.amounts)),
      remittance: `${dice.one(words)} ${dice.one(words)}`,
      sender: dice.one(PEOPLE),
    })
  }

  // ── The bank ──────────────────────────────────────────────────────────────────────────────────────────────────────

  #send(dice: Dice, sent: Omit<Transfer, 'number' | 'reference' | 'utr' | 'at' | 'isReported'>): void {
    const number = this.#transfers.length + 1
    const earlier = this.#transfers.filter(
      ({ rail, amountMinor, sender }) =>
        rail === sent.rail && amountMinor === sent.amountMinor && sender !== sent.sender,
    )
    const reused = earlier.length > 0 && dice.happens(0.3) ? dice.one(earlier).reference : undefined
    if (reused !== undefined) this.#world.count('the bank uses a reference again')
    const transfer: Transfer = {
      ...sent,
      number,
      reference: reused ?? `BR-${number}`,
      utr: sent.rail.by === 'utr' ? utrOf(dice) : undefined,
      at: this.#world.deps.clock.now(),
      isReported: false,
    }
    this.#transfers.push(transfer)
    const { rail, amountMinor, remittance, isThiefs } = transfer
    const whose = isThiefs ? 'the thief' : nameOf(sent.order?.known ?? NOBODY)
    this.#world.record(`${tagOf(transfer)} ${rail.account} ${amountMinor} by ${whose}: ${remittance}`)
  }

  /** Reports everything new in one batch, with some entries that it has reported before. */
  async #tell(node: Node, dice: Dice): Promise<void> {
    for (const rail of this.#rails) {
      const mine = this.#transfers.filter((transfer) => transfer.rail === rail)
      const reported = mine.filter(({ isReported }) => !isReported || dice.happens(0.3))
      if (reported.every(({ isReported }) => isReported) || !this.#world.nodes.includes(node)) continue
      const body = { data: reported.map(entryOf) }
      const answer = await this.#world.operate(
        node,
        'POST',
        `/admin/bank-feeds/${rail.account}/entries`,
        body,
      )
      this.#reported(rail, reported, answer)
    }
  }

  #reported(rail: Rail, transfers: readonly Transfer[], answer: Answer | undefined): void {
    this.#world.record(
      `the bank tells ${rail.account} of ${transfers.map(tagOf).join(', ')} → ${answer?.status ?? 'nothing'}`,
    )
    this.#world.count(`bank's statement ${answer?.status ?? 'nothing'}`)
    if (answer?.status === 200 || answer?.status === 202)
      for (const transfer of transfers) transfer.isReported = true
  }

  #isInTime(expireAt: unknown): boolean {
    return this.#world.deps.clock.now() <= Date.parse(String(expireAt))
  }

  #minor({ currency }: Rail, amount: number): bigint {
    return minorFromText(String(amount), offered(currency).ledgerDigits)
  }

  // ── The end ───────────────────────────────────────────────────────────────────────────────────────────────────────

  /** At the end, when nothing fails any more: the bank reports everything, including earlier entries again. */
  async finish(node: Node): Promise<void> {
    const dice = this.#world.dice(STREAMS.end)
    await this.#tell(node, dice)
    const isReported = this.#transfers.every((transfer) => transfer.isReported)
    holds(isReported, 'a statement is taken in', () => 'the bank could not tell of some transfers')
  }

  async check(database: Database): Promise<void> {
    const [entries, payins, cases, clearing] = await database.batch(
      TEXTS.map((text) => ({ statement: { name: '', text }, values: [] })),
    )
    const entryByTag = new Map(entries?.map((row) => [tagIn(row.remittance), row] as const))
    const conflicts = new Set(cases?.map((row) => tagIn(row.remittance)))
    const caseOf = new Set(
      cases?.flatMap((row) => (row.remittance === null ? [`${row.account}:${row.reference}`] : [])),
    )
    const payinOf = new Map(payins?.map((row) => [String(row.confirmation), row] as const))
    for (const transfer of this.#transfers) {
      const name = `${tagOf(transfer)} of ${transfer.isThiefs ? 'the thief' : nameOf(transfer.order?.known ?? NOBODY)}`
      const entry = entryByTag.get(tagOf(transfer))
      if (!entry) {
        holds(conflicts.has(tagOf(transfer)), 'a credit is never dropped', () => `${name} is nowhere`)
        continue
      }
      const fact = `${entry.account}:${entry.reference}`
      const payin = payinOf.get(fact)
      this.#world.count(payin ? 'market credit pays' : 'market credit is a case')
      holds(
        payin || caseOf.has(fact),
        'a credit is never dropped',
        () => `${name} is neither a payin's nor a case`,
      )
      if (payin) this.#checkOwner(transfer, payin, name)
    }
    this.#checkSums(clearing ?? [])
  }

  /** Senders may pay any order they like; but no order is paid by money that others sent for something else. */
  #checkOwner(transfer: Transfer, payin: Row, name: string): void {
    const paid = [...this.#orders.values()].find(
      ({ known }) => known.merchant === payin.merchant_id && known.id === payin.id,
    )
    holds(
      transfer.isThiefs || paid === transfer.order,
      'no credit changes its owner',
      () => `${name} pays ${payin.merchant_id}/${payin.id}${paid?.isThefts ? ", a thief's" : ''}`,
    )
  }

  /** The books show exactly the amount that was sent. */
  #checkSums(clearing: readonly Row[]): void {
    const sums = new Map<string, bigint>()
    for (const { rail, amountMinor } of this.#transfers)
      sums.set(rail.currency, (sums.get(rail.currency) ?? 0n) + amountMinor)
    for (const [currency, sent] of sums) {
      const booked = clearing.find((row) => row.currency === currency)?.amount
      const isEqual = -BigInt(String(booked ?? 0)) === sent
      holds(isEqual, 'what came in is on the books', () => `${currency}: ${sent} sent, ${booked} booked`)
    }
  }
}

const NOBODY = { merchant: 'nobody', kind: 'payin', id: '' } as const

const utrOf = (dice: Dice): string => `6${String(dice.between(0, 99_999_999_999)).padStart(11, '0')}`

const TEXTS = [
  'select account, reference, remittance from bank_entry order by account, reference',
  `select merchant_id, id, confirmation from payment where processor = '${PROCESSOR}' and confirmation is not null`,
  `select detail ->> 'remittance' as remittance, detail -> 'entry' ->> 'account' as account,
     detail -> 'entry' ->> 'reference' as reference from case_file where detail ? 'entry'`,
  `select currency, sum(amount)::text as amount from posting where account = 'clearing:${PROCESSOR}' group by currency`,
]
