/**
 * Money that does not match its payin, in a simulated world: a shop whose products refund it or keep it in a case, by a policy that the
 * seed chooses; payers who pay too late, too much and twice, and a bank that reports it twice; operators who refund from cases, two at the
 * same time.
 *
 * Checked at the end against what was really sent: **each payment is credited, on its way to its sender, or in a case**, to the last unit
 * and only once. Two worlds of three have no such shop and no cost from it.
 */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import type { MerchantCode, MerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import { type CurrencyCode, type Money, minor } from '@sluice/core/foundation/money.ts'
import type { StatusUpdate } from '@sluice/core/processor/port.ts'
import type { Database } from '@sluice/database/port.ts'
import type { Json } from '../harness.ts'
import type { Bank } from './bank.ts'
import type { Asking, Desk } from './desk.ts'
import { type Dice, diceOf, STREAMS } from './dice.ts'
import type { KnownPayment } from './model.ts'
import type { Node } from './node.ts'
import { holds } from './violation.ts'
import type { World } from './world.ts'

/** The usual deeds leave this shop alone. */
export const EXCESS_SHOP = 'EMMA'
const LIVED = 0.35
export const livesExcess = (seed: number): boolean => diceOf(seed, STREAMS.excess).happens(LIVED)

/** Events of a shop whose payers pay late, too much and twice: at most one in a step. */
export const EXCESS_ACTIONS = [
  [3, 'nothing'],
  [3, 'excess order'],
  [5, 'excess money'],
  [2, 'excess case'],
] as const
export type ExcessAction = Exclude<(typeof EXCESS_ACTIONS)[number][1], 'nothing'>
export const isOfExcess = (what: string): what is ExcessAction =>
  EXCESS_ACTIONS.some(([, action]) => action === what)

/** The rail of PROMPTPAY returns nothing, that of PIXQR does. */
const METHODS = [
  { code: 'PROMPTPAY', currency: 'THB' as CurrencyCode, account: { accountNumber: '1234567890' } },
  { code: 'PIXQR', currency: 'BRL' as CurrencyCode, account: {} },
] as const
/** The sandbox leaves the first unpaid and lets the second expire immediately. */
const ORDERED = [
  [3, 907],
  [2, 906],
] as const
/** Money beyond the order, late or paid again; some of it fails when it is returned. */
const BESIDES = [
  [6, 300],
  [1, 902],
  [1, 913],
  [1, 915],
] as const
const SENDER = { accountName: 'Malee Sender', accountNumber: '9876543210' }

interface Order {
  readonly known: KnownPayment
  readonly currency: CurrencyCode
  readonly amount: number
}

export class Excess {
  readonly #world: World
  readonly #desk: Desk
  readonly #bank: Bank
  readonly #orders: Order[] = []
  /** The money that left payers' banks. */
  readonly #sent: StatusUpdate[] = []

  constructor(world: World, { desk, bank }: { readonly desk: Desk; readonly bank: Bank }) {
    this.#world = world
    this.#desk = desk
    this.#bank = bank
  }

  async begin(): Promise<void> {
    if (!livesExcess(this.#world.seed)) return
    const dice = this.#world.dice(STREAMS.excessPolicies)
    const policies = () => ({
      ...(dice.happens(0.6) && { late: 'REFUND' }),
      ...(dice.happens(0.6) && { overpaid: 'CREDIT_ORDER_AND_REFUND_EXCESS' }),
      ...(dice.happens(0.6) && { second: 'REFUND' }),
    })
    const products = METHODS.map(({ code, currency }) => ({ code, currency, ...policies() }))
    await this.#world.addMerchant(EXCESS_SHOP, [...products, { code: 'BANK_TRANSFER', currency: 'THB' }])
  }

  async action(what: ExcessAction, asking: Asking): Promise<void> {
    switch (what) {
      case 'excess order':
        return this.#order(asking)
      case 'excess money':
        return this.#pay(asking)
      case 'excess case':
        return this.#makeRefund(asking)
    }
  }

  async #order(asking: Asking): Promise<void> {
    const { dice } = asking
    const { code, currency, account } = dice.one(METHODS)
    const amount = dice.weighted(ORDERED)
    const known = this.#desk.payment(EXCESS_SHOP, 'payin', asking)
    known.isActedOn = true
    this.#orders.push({ known, currency, amount })
    const body = {
      paymentRequested: { money: { amount, currencyCode: currency } },
      paymentMethod: { paymentMethodCode: code, account },
    }
    await this.#desk.create(asking, known, JSON.stringify(body))
  }

  /** Pays in full, too much, again or too little; or the bank repeats a report. */
  async #pay({ dice }: Asking): Promise<void> {
    if (this.#sent.length > 0 && dice.happens(0.3)) return this.#tell(dice.one(this.#sent))
    const among = this.#orders.filter(({ known }) => known.isAccepted)
    if (among.length === 0) return
    const { known, currency, amount } = dice.one(among)
    const isPaid = this.#sent.some(({ id }) => id === known.id)
    const rest = dice.weighted(BESIDES)
    const whole = isPaid
      ? rest
      : dice.weighted([
          [3, amount],
          [4, amount + rest],
          [1, rest],
        ])
    const statusUpdate: StatusUpdate = {
      processor: 'sandbox',
      statusUpdateId: `excess-${this.#sent.length + 1}`,
      merchantId: known.merchant as MerchantCode,
      kind: 'payin',
      id: known.id as MerchantOrderId,
      at: this.#world.deps.clock.now(),
      statusChange: {
        type: 'paid',
        received: moneyOf(currency, whole),
        ...(dice.happens(0.7) && { customerAccount: SENDER }),
      },
    }
    this.#sent.push(statusUpdate)
    await this.#tell(statusUpdate)
    // Two of the bank's systems report it independently.
    if (dice.happens(0.2)) await this.#tell(statusUpdate)
  }

  async #tell(statusUpdate: StatusUpdate): Promise<void> {
    const answer = await this.#bank.tell(statusUpdate)
    this.#world.count(`excess ${answer ?? 'nothing'}`)
  }

  /** An operator settles a case; sometimes another one at the same moment, by another refund route. */
  async #makeRefund({ dice }: Asking): Promise<void> {
    const node = this.#desk.node(dice)
    const path = `/admin/cases?merchantCode=${EXCESS_SHOP}&open=true`
    const listed = await this.#world.operate(node, 'GET', path)
    if (listed?.status !== 200) return
    const cases = listed.body.data as unknown as readonly Json[]
    if (cases.length === 0) return
    const id = String(dice.one(cases).id)
    const sent = { by: 'PROCESSOR' }
    const noted = { by: 'NOTED', reference: `back ${id}` }
    const ways = dice.weighted([
      [4, [sent]],
      [2, [sent, sent]],
      [1, [sent, noted]],
      [1, [noted]],
    ])
    await Promise.all(ways.map((way) => this.#return(dice, id, way)))
  }

  async #return(dice: Dice, id: string, how: { readonly by: string }): Promise<void> {
    if (this.#world.nodes.length === 0) return
    const node = this.#desk.node(dice)
    const answer = await this.#world.operate(node, 'POST', `/admin/cases/${id}/!return`, how)
    this.#desk.tell(`case ${id} back, ${how.by}`, node, answer)
    this.#world.count(`excess case ${how.by} ${answer?.status ?? 'nothing'}`)
    const isExpected = !answer || [200, 409].includes(answer.status) || answer.status >= 500
    holds(isExpected, 'a case is given back or is not', () => `${answer?.status} ${answer?.text}`)
  }

  // ── The end ───────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Completes the returns whose amount the sandbox leaves open. */
  async finish(node: Node): Promise<void> {
    if (this.#sent.length === 0) return
    for (const { id } of await this.#world.database.run(PENDING, [EXCESS_SHOP])) {
      const path = `/admin/sandbox/${EXCESS_SHOP}/refund/${id}/!succeed`
      await this.#world.finish(this.#world.operate(node, 'POST', path))
    }
  }

  async check(database: Database): Promise<void> {
    if (this.#sent.length === 0) return
    const rows = await database.run(WHERE_IT_IS, [EXCESS_SHOP])
    const found = new Map(rows.map((row) => [String(row.statusUpdate), row]))
    for (const { statusUpdateId, id, statusChange } of this.#sent) {
      if (statusChange.type !== 'paid') continue
      const { credited, back, held } = found.get(statusUpdateId) ?? {}
      const [sent, all] = [
        statusChange.received.amountMinor,
        [credited, back, held].reduce<bigint>((sum, each) => sum + BigInt(String(each ?? 0)), 0n),
      ]
      holds(
        all === sent,
        'what was paid is credited, went back or is a case, once',
        () =>
          `${statusUpdateId} for ${id}: ${sent} sent, ${credited ?? 0} credited, ${back ?? 0} back, ${held ?? 0} in cases`,
      )
    }
    for (const { name, times } of await database.run(LIVED_THROUGH, [EXCESS_SHOP]))
      this.#world.count(String(name), Number(times))
  }
}

const moneyOf = (currency: CurrencyCode, whole: number): Money => ({
  currency,
  amountMinor: minor(BigInt(whole) * 10n ** BigInt(offered(currency).ledgerDigits)),
})

const PENDING = {
  name: '',
  text: `select id from payment where merchant_id = $1 and kind = 'refund' and status = 'PENDING' order by id`,
}

/** The part of a case that the gateway does not return itself. */
const WHERE_IT_IS = {
  name: '',
  text: `select "statusUpdate", sum(credited)::text as credited, sum(back)::text as back, sum(held)::text as held from (
      select confirmation as "statusUpdate", amount as credited, 0 as back, 0 as held from payment
        where merchant_id = $1 and kind = 'payin' and confirmation is not null
      union all select request -> 'refund' -> 'excess' ->> 'statusUpdate', 0, amount, 0 from payment
        where merchant_id = $1 and kind = 'refund' and status = 'SUCCESS'
      union all select c.detail ->> 'statusUpdate', 0, 0, c.amount - coalesce((select sum(d.amount) from case_decision d
          where d.merchant_id = c.merchant_id and d.case_key = c.key and d.detail ->> 'by' = 'PROCESSOR'), 0)
        from case_file c where c.merchant_id = $1 and c.amount is not null) parts group by "statusUpdate"`,
}

const LIVED_THROUGH = {
  name: '',
  text: `select 'excess ' || (request -> 'refund' -> 'excess' ->> 'why') || ' ' || (request -> 'refund' ->> 'route')
        || case when request ? 'caseReturn' then ' of a case' else '' end || ' ' || status as name, count(*)::integer as times
      from payment where merchant_id = $1 and kind = 'refund' group by 1`,
}
