/**
 * A bank with a direct integration, in a simulated world: a shop accepts Pix through an account there. The bank loses answers after their
 * effect, hangs, fails and sends garbage; payers pay, payees are reached or not; and its notifications come late, twice, out of order, not
 * at all, or name another payment than the one that was paid.
 *
 * Checked at the end against the bank's own books: **a payment is SUCCESS exactly if it was paid or arrived there**, and the bank has no
 * payment twice and none that is unknown here. Most worlds have no such shop and no cost from it.
 */
import { EXAMPLES } from '@sluice/core/catalogue/examples.ts'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import type { NetworkScript } from '@sluice/core/foundation/simulated-deps.ts'
import type { Database } from '@sluice/database/port.ts'
import { type FakeNotification, type Mishap, networkTo } from '@sluice/providers/fake-server.fixture.ts'
import { PixFake } from '@sluice/providers/pix/fake.fixture.ts'
import { PIX_SETTINGS } from '@sluice/providers/pix/pix.fixture.ts'
import type { Bank } from './bank.ts'
import type { Asking, Desk } from './desk.ts'
import { type Dice, diceOf, STREAMS } from './dice.ts'
import { holds } from './violation.ts'
import type { World } from './world.ts'

/** The usual deeds leave this shop alone. */
export const NATIVE_SHOP = 'FAYE'
const LIVED = 0.2
export const livesNative = (seed: number): boolean => diceOf(seed, STREAMS.native).happens(LIVED)

/** Events of a shop with an account at a directly integrated bank: at most one in a step. */
export const NATIVE_ACTIONS = [
  [1, 'nothing'],
  [5, 'native order'],
  [4, 'native money'],
  [4, 'native news'],
] as const
export type NativeAction = Exclude<(typeof NATIVE_ACTIONS)[number][1], 'nothing'>
export const isNative = (what: string): what is NativeAction =>
  NATIVE_ACTIONS.some(([, action]) => action === what)

const BANK = 'http://127.0.0.1:7'
const NAME = 'bank'
const ACCOUNT = `test-native-${NAME}`
const BRL = 'BRL' as CurrencyCode
const METHODS = { payin: 'PIXQR', payout: 'TAX_PAYER_ID_TRANSFER' } as const
const MONEY_TO_PAY_OUT = minor(10_000_000n)

/** What happens to a call. */
export const NATIVE_CALLS = [
  [14, 'well'],
  [2, 'lose'],
  [1, 'hang'],
  [1, 'garbage'],
  [1, '503'],
] as const
/** What happens to a notification. */
export const NATIVE_NOTICE = [
  [6, 'told'],
  [2, 'told twice'],
  [2, 'dropped'],
  [2, 'told later'],
  [1, 'told of another'],
] as const

/** The statuses that our payment may have for each state of the bank's books. */
const RIGHT: Readonly<Record<string, readonly string[]>> = {
  'payin none': ['FAILED', 'EXPIRED'],
  'payin ATIVA': ['FAILED', 'EXPIRED'],
  'payin REMOVIDA_PELO_USUARIO_RECEBEDOR': ['FAILED', 'EXPIRED'],
  'payin CONCLUIDA': ['SUCCESS'],
  'payout none': ['FAILED'],
  'payout REALIZADO': ['SUCCESS'],
  'payout NAO_REALIZADO': ['FAILED'],
}

export class NativeBank {
  /** True once nothing fails any more. */
  isWell = true
  readonly #world: World
  readonly #desk: Desk
  readonly #bank: Bank
  readonly #fake: PixFake
  readonly #reported: FakeNotification[] = []
  #isSettled = false
  /** Each step has its own dice. */
  #dice: Dice

  constructor(world: World, { desk, bank }: { readonly desk: Desk; readonly bank: Bank }) {
    this.#world = world
    this.#desk = desk
    this.#bank = bank
    this.#dice = world.dice(STREAMS.nativeOfStep(0))
    this.#fake = new PixFake({
      ...PIX_SETTINGS,
      now: () => world.deps.clock.now(),
      mishap: () => this.#mishap(),
      notify: async (url, body, headers) => void this.#reported.push({ url, body, headers }),
    })
  }

  async begin(): Promise<void> {
    const [node] = this.#world.nodes
    if (!livesNative(this.#world.seed) || !node) return
    this.#world.hosts.set(BANK, this.#network)
    const settings = { ...PIX_SETTINGS, profile: 'efi', baseUrl: BANK }
    const account = { name: NAME, provider: 'pix', isTest: true, settings }
    for (const [path, body] of [
      ['/admin/providers', account],
      [`/admin/providers/${ACCOUNT}/!subscribe`, {}],
    ] as const) {
      const answer = await this.#world.finish(this.#world.operate(node, 'POST', path, body))
      if (!answer || answer.status > 201) throw new Error(`no account at the bank: ${answer?.text}`)
    }
    const products = Object.values(METHODS).map((code) => ({ code, currency: BRL, processors: [ACCOUNT] }))
    await this.#world.addMerchant(NATIVE_SHOP, products)
    const money = { currency: BRL, amountMinor: MONEY_TO_PAY_OUT }
    await this.#world.finish(this.#bank.fund(node, NATIVE_SHOP as MerchantCode, money))
    this.isWell = false
  }

  beginStep(number: number): void {
    this.#dice = this.#world.dice(STREAMS.nativeOfStep(number))
  }

  async action(what: NativeAction, asking: Asking): Promise<void> {
    switch (what) {
      case 'native order':
        return this.#order(asking)
      case 'native money':
        return this.#fake.live(asking.dice)
      case 'native news':
        return this.#tell(asking)
    }
  }

  /** Delays calls, seldom beyond the limit. */
  readonly #network: NetworkScript = async (request, wait) => {
    const delayMs = this.isWell ? 10 : this.#dice.between(1, 400) * (this.#dice.happens(0.05) ? 50 : 1)
    await wait(delayMs)
    const answer = await networkTo(this.#fake, BANK)(request, wait)
    // Completes payments whose call could not be sent before.
    if (this.#isSettled) await this.#arrive()
    return answer
  }

  #mishap(): Mishap | undefined {
    if (this.isWell) return undefined
    const found = this.#dice.weighted(NATIVE_CALLS)
    this.#world.count(`native call ${found}`)
    if (found === 'well') return undefined
    return found === '503' ? { status: 503, error: 'ServicoIndisponivel' } : found
  }

  async #order(asking: Asking): Promise<void> {
    const { dice } = asking
    const kind = dice.weighted([
      [3, 'payin' as const],
      [2, 'payout' as const],
    ])
    const known = this.#desk.payment(NATIVE_SHOP, kind, asking)
    known.isActedOn = true
    const example = EXAMPLES.find(({ method }) => method.code === METHODS[kind])
    const money = { amount: dice.between(1, 500) + 0.5, currencyCode: BRL }
    const body = { paymentRequested: { money }, paymentMethod: example?.paymentMethod }
    await this.#desk.create(asking, known, JSON.stringify(body))
  }

  /** Delivers some of the waiting notifications, in any order. */
  async #tell({ dice }: Asking): Promise<void> {
    const now = this.#reported
      .splice(0)
      .map((each) => [dice.fraction(), each] as const)
      .toSorted(([one], [other]) => one - other)
    for (const [, statusChange] of now) {
      const how = dice.weighted(NATIVE_NOTICE)
      this.#world.count(`native news ${how}`)
      if (how === 'told later') this.#reported.push(statusChange)
      if (how === 'told of another') await this.#send(dice, this.#ofAnother(statusChange, dice))
      if (how === 'told' || how === 'told twice') await this.#send(dice, statusChange)
      if (how === 'told twice') await this.#send(dice, statusChange)
    }
  }

  /** A notification by a stranger who knows the address, about a payment that may not be paid. */
  #ofAnother(statusChange: FakeNotification, dice: Dice): FakeNotification {
    const references = this.#fake.references().map((line) => line.split(' ')[0] ?? '')
    const body = statusChange.body.replaceAll(/[0-9a-f]{32}/g, () => dice.one(references))
    return { ...statusChange, body }
  }

  async #send(dice: Dice, { url, body, headers }: FakeNotification): Promise<void> {
    // A node may have died during the previous one.
    if (this.#world.nodes.length === 0) return
    const node = this.#desk.node(dice)
    const answer = await node.request('POST', new URL(url).pathname, { raw: body, headers })
    this.#world.record(`the bank tells ${node.name} ${body} → ${answer?.status ?? 'nothing'}`)
    const isExpected = !answer || answer.status === 200 || answer.status >= 500
    holds(isExpected, 'a notification is heard', () => `${answer?.status} ${answer?.text}`)
  }

  // ── The end ───────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Payers pay or do not, outgoing payments arrive or do not; and no notification is sent. */
  async settle(): Promise<void> {
    this.isWell = true
    this.#reported.length = 0
    const dice = this.#world.dice(STREAMS.native)
    for (let round = 0; round < 3; round += 1) await this.#fake.live(dice)
    this.#isSettled = true
    await this.#arrive()
  }

  /** Completes outgoing payments. */
  async #arrive(): Promise<void> {
    for (const line of this.#fake.references()) {
      const [reference = '', status] = line.split(' ')
      if (status === 'EM_PROCESSAMENTO') await this.#fake.end(reference, true)
    }
  }

  async check(database: Database): Promise<void> {
    const rows = await database.run(PAYMENTS, [NATIVE_SHOP])
    const known = new Set<string>()
    for (const { kind, id, key, status } of rows) {
      const reference = String(key).replaceAll('-', '')
      known.add(reference)
      const word = this.#fake.statusOf(reference) ?? 'none'
      const isRight = RIGHT[`${kind} ${word}`]?.includes(String(status)) ?? false
      holds(
        isRight,
        'a payment is what its bank says',
        () => `${kind} ${id} is ${status}, the bank says ${word}`,
      )
      const times = this.#fake.known(reference)
      holds(times <= 1, 'nothing is at a bank twice', () => `${kind} ${id}: ${times} times`)
      this.#world.count(`native ${kind} ${status}`)
    }
    for (const line of this.#fake.references())
      holds(known.has(line.split(' ')[0] ?? ''), 'what is at a bank is somebody’s', () => line)
  }
}

const PAYMENTS = {
  name: '',
  text: `select kind, id, key::text as key, status from payment where merchant_id = $1 and kind in ('payin', 'payout') order by kind, id`,
}
