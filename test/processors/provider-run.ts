/**
 * Many payments through one provider account. The provider loses answers after their effect, fails, hangs, sends garbage, and notifies
 * twice, late, out of order or not at all, while the gateway dies twice and is restarted. The results are checked against the provider's
 * books and ours.
 *
 * The suite makes a few payments. To run any number from any seed:
 * `SLUICE_RUN_PAYMENTS=10000 SLUICE_RUN_SEED=7 npx vitest run test/processors/pix.test.ts -t 'pays nobody twice'`
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { MerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import { type Database, DatabaseFailure } from '@sluice/database/port.ts'
import { brokenPromises, idOf, whileTimePasses } from '@sluice/gateway/payments/payments.fixture.ts'
import { findPayment } from '@sluice/gateway/payments/reading.ts'
import {
  type ErrorAnswer,
  type FakeNotification,
  type FakeServer,
  type FakeServerOptions,
  type Mishap,
  networkTo,
} from '@sluice/providers/fake-server.fixture.ts'
import { keepAccount } from '@sluice/providers/providers.fixture.ts'
import { describe, expect, it } from 'vitest'
import { START, type TestGateway, testGateway } from '../harness.ts'
import { openTestDatabase } from '../setup/shared.ts'
import { type Dice, diceOf } from '../simulation/dice.ts'
import {
  ACCOUNT,
  beNotified,
  FAKE_URL,
  type FakeNeeds,
  type NativeContract,
  type ProviderFake,
  productOf,
} from './native-kit.ts'

const AT_ONCE = 20
const IN_THE_SUITE = 60

/** What a provider's status means for the money: `unpaid` and `paid` of payins, `under way` and `arrived` of payouts, `failed` of both. */
export type Fate = 'unpaid' | 'paid' | 'under way' | 'arrived' | 'failed'

/** What the run does at a fake, in addition to the contract tests. */
export interface RunFake extends ProviderFake, Pick<FakeServer<never>, 'calls'> {
  /**
   * Payers pay most of what is open, and most of what was sent arrives.
   * @param shown the provider's IDs that payers were shown: if each attempt makes another link, the others were lost
   */
  live(dice: Dice, shown: ReadonlySet<string>): Promise<void>
  /** The provider's status of this reference. */
  statusOf(reference: string): string | undefined
  /** All its payments: the reference first, and after a space text for readers. */
  references(): readonly string[]
}

/** The arguments of every fake of a run. */
export type RunNeeds<Reported> = FakeNeeds & Required<Pick<FakeServerOptions<Reported>, 'mishap'>>

export interface ProviderRun<Reported>
  extends Pick<NativeContract, 'provider' | 'settings' | 'products' | 'bodies' | 'sentAgainWithinMs'> {
  readonly fake: (needs: RunNeeds<Reported>) => RunFake
  /** Errors of the provider that settle nothing, by weight; 88 calls in a hundred succeed. */
  readonly errors: readonly (readonly [weight: number, error: Reported])[]
  /** Every status that its books can have. */
  readonly fates: Readonly<Record<string, Fate>>
  /** Time between batches of twenty payments, if the provider limits the rate; left out: a second. */
  readonly betweenMs?: number
}

interface Came {
  /** Payments whose status differs from the provider's books. */
  readonly wrong: readonly string[]
  /** Payments that the provider has twice, or that belong to no payment of ours. */
  readonly stray: readonly string[]
  readonly broken: readonly string[]
  readonly counts: Readonly<Record<string, number>>
  readonly mishaps: number
}

/** @param name the provider, such as `a bank with the Pix API` */
export function describeRun<Reported extends object = ErrorAnswer>(
  name: string,
  run: ProviderRun<Reported>,
): void {
  const payments = Number(process.env.SLUICE_RUN_PAYMENTS ?? IN_THE_SUITE)
  const seed = Number(process.env.SLUICE_RUN_SEED ?? 1)
  describe(`many payments through ${name}`, () => {
    it('pays nobody twice and loses nothing, though answers and notifications are lost and the gateway dies twice', async () => {
      const database = await openTestDatabase(START)
      const came = await runThrough(database, run, payments, seed)
      await database.close()
      if (payments !== IN_THE_SUITE) console.log(came)
      expect(came).toMatchObject({ wrong: [], stray: [], broken: [] })
      expect(came.mishaps).toBeGreaterThan(payments / 12)
      const cells = Object.keys(came.counts).join()
      if (run.bodies.payin) expect(cells).toContain('payin SUCCESS')
      if (run.bodies.payout) expect(cells).toContain('payout SUCCESS')
    }, 7_200_000)
  })
}

/** @param database is closed by the caller */
async function runThrough<Reported extends object>(
  database: Database,
  run: ProviderRun<Reported>,
  payments: number,
  seed: number,
): Promise<Came> {
  const dice = diceOf(seed, 1)
  const reported: FakeNotification[] = []
  let mishaps = 0
  let isOver = false
  let killAt = Number.POSITIVE_INFINITY
  let dies: () => void = () => undefined
  let now = (): Instant => START
  const fake = run.fake({
    now: () => now(),
    mishap() {
      if (fake.calls.length >= killAt) dies()
      const found = mishapOf(dice, run.errors)
      if (isOver || found === undefined) return undefined
      mishaps += 1
      return found
    },
    async notify(url, body, headers) {
      for (let times = dice.weighted(TIMES_REPORTED); times > 0; times -= 1)
        reported.push({ url, body, headers })
    },
  })

  let life = 0
  const begin = async (startAt: Instant): Promise<TestGateway> => {
    life += 1
    const mortal = mortalDatabase(database)
    dies = mortal.die
    const network = networkTo(fake, FAKE_URL)
    const made = await testGateway(mortal.database, { network, seed: seed * 10 + life, startAt })
    now = () => made.deps.clock.now()
    await made.app.gateway.providers.load()
    return made
  }
  let gateway = await begin(START)
  const merchant = await prepare(database, gateway, run, fake)

  const kinds = (['payin', 'payout'] as const).filter((kind) => run.bodies[kind])
  const requested: Requested[] = []
  const shownSoFar = lookerAt(database, merchant.code, requested)
  const kills = [Math.floor(payments / 3), Math.floor((2 * payments) / 3)]
  while (requested.length < payments) {
    const batch = Array.from({ length: Math.min(AT_ONCE, payments - requested.length) }, (_, index) => ({
      kind: dice.weighted(kinds.map((kind) => [kind === 'payin' ? 2 : 1, kind] as const)),
      id: idOf(`run-${requested.length + index}`),
    }))
    const token = await merchant.token()
    const isLast = kills.some((at) => at >= requested.length && at < requested.length + batch.length)
    // The gateway dies while the provider has some of them.
    if (isLast) killAt = fake.calls.length + Math.ceil(batch.length / 2)
    requested.push(...batch)
    const answers = batch.map(({ kind, id }) =>
      gateway.request('POST', `/${kind}s/${id}`, { token, body: run.bodies[kind]?.() }),
    )
    await whileTimePasses(gateway.deps, Promise.allSettled(answers))
    killAt = Number.POSITIVE_INFINITY
    if (isLast) {
      dies()
      gateway = await begin(gateway.deps.clock.now() + 1_000)
    }
    await fake.live(dice, await shownSoFar())
    await deliver(gateway, reported, dice)
    await gateway.advance(run.betweenMs ?? 1_000)
  }
  isOver = true
  // Unpaid payins expire within two hours; payments without a notification get a status inquiry within one.
  for (let hour = 0; hour < 4; hour += 1) {
    await gateway.doze(3_600_000, 300_000)
    // Payouts that are sent again so late have hardly begun by then.
    if (hour === 0 || (run.sentAgainWithinMs !== undefined && hour < 3))
      await fake.live(dice, await shownSoFar())
    await deliver(gateway, reported, dice)
  }
  const compared = await compare(database, run, fake, {
    merchant: merchant.code,
    requested,
    at: gateway.deps.clock.now(),
  })
  const broken = await brokenPromises(database)
  await gateway.stop()
  await fake.close()
  return { ...compared, broken, mishaps }
}

/** @returns the provider's IDs of everything accepted by then; each payment is looked up until it has one */
function lookerAt(
  database: Database,
  merchant: Parameters<typeof findPayment>[1],
  requested: readonly Requested[],
): () => Promise<ReadonlySet<string>> {
  const shown = new Set<string>()
  const seen = new Set<MerchantOrderId>()
  return async () => {
    for (const { kind, id } of requested) {
      if (seen.has(id)) continue
      const processorRef = (await findPayment(database, merchant, kind, id))?.processorRef
      if (processorRef === undefined) continue
      seen.add(id)
      shown.add(processorRef)
    }
    return shown
  }
}

interface Requested {
  readonly kind: 'payin' | 'payout'
  readonly id: MerchantOrderId
}

/** How often each notification is sent. */
const TIMES_REPORTED = [
  [5, 0],
  [90, 1],
  [5, 2],
] as const

function mishapOf<Reported>(
  dice: Dice,
  errors: readonly (readonly [number, Reported])[],
): Mishap<Reported> | undefined {
  return dice.weighted<Mishap<Reported> | undefined>([
    [88, undefined],
    [5, 'lose'],
    [1, 'garbage'],
    [1, 'hang'],
    ...errors,
  ])
}

async function prepare<Reported>(
  database: Database,
  gateway: TestGateway,
  { provider, settings, products: wanted }: ProviderRun<Reported>,
  fake: RunFake,
) {
  const { app, deps } = gateway
  const kept = { provider, name: ACCOUNT, settings: settings(FAKE_URL) }
  const record = await keepAccount(database, app.settings.masterKey, deps, kept)
  await app.gateway.providers.load()
  const products = wanted.map(productOf)
  const merchant = await gateway.merchant({ products, rateLimitPerSecond: 10_000 })
  for (const currency of new Set(products.map((each) => each.currency)))
    await gateway.credit(merchant, { currency, amountMinor: minor(100_000_000_000_000n) })
  const url = app.gateway.notificationUrlOf(record)
  const account = app.gateway.providers.find(ACCOUNT)?.processor.account
  if (!account) throw new Error('the account is there')
  await whileTimePasses(deps, beNotified(account, url, fake))
  return merchant
}

/**
 * The statuses that our payment may have for each state of the provider's books. A create that died or sent nothing has left no record
 * there.
 */
const RIGHT: Readonly<Record<Requested['kind'], Readonly<Record<Fate | 'none', readonly string[]>>>> = {
  payin: {
    none: ['none', 'FAILED', 'EXPIRED'],
    unpaid: ['EXPIRED', 'FAILED'],
    paid: ['SUCCESS'],
    // Still open at the end of the run.
    'under way': ['PENDING'],
    arrived: [],
    failed: ['EXPIRED', 'FAILED', 'REFUSED'],
  },
  payout: {
    none: ['none', 'FAILED'],
    unpaid: [],
    paid: [],
    'under way': [],
    arrived: ['SUCCESS'],
    failed: ['FAILED', 'REFUSED'],
  },
}

async function compare<Reported>(
  database: Database,
  { provider, fates }: ProviderRun<Reported>,
  fake: RunFake,
  {
    merchant,
    requested,
    at,
  }: {
    readonly merchant: Parameters<typeof findPayment>[1]
    readonly requested: readonly Requested[]
    readonly at: Instant
  },
): Promise<Pick<Came, 'wrong' | 'stray' | 'counts'>> {
  const wrong: string[] = []
  const stray: string[] = []
  const counts: Record<string, number> = {}
  const references = new Set<string>()
  for (const { kind, id } of requested) {
    const payment = await findPayment(database, merchant, kind, id)
    const reference = payment && provider.referenceOf(payment)
    const word = reference === undefined ? undefined : fake.statusOf(reference)
    const cell = `${kind} ${payment?.status ?? 'none'}, at the provider ${word ?? 'none'}`
    counts[cell] = (counts[cell] ?? 0) + 1
    const fate = word === undefined ? 'none' : fates[word]
    // Some rails give payers days.
    const isOpen = fate === 'unpaid' && payment?.status === 'PENDING' && (payment.expireAt ?? 0) > at
    if (!isOpen && (!fate || !RIGHT[kind][fate].includes(payment?.status ?? 'none')))
      wrong.push(`${id}: ${cell}`)
    if (reference === undefined) continue
    references.add(reference)
    if (fake.known(reference) > 1) stray.push(`${id}: twice as ${reference}`)
  }
  const nobodys = fake.references().filter((line) => !references.has(line.split(' ')[0] ?? ''))
  return { wrong, stray: [...stray, ...nobodys], counts }
}

/** Delivers some of the waiting notifications, in any order. */
async function deliver(gateway: TestGateway, reported: FakeNotification[], dice: Dice): Promise<void> {
  const now = reported
    .splice(0)
    .map((each) => [dice.fraction(), each] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, each]) => each)
  reported.push(...now.splice(0, Math.floor(now.length / 5)))
  for (const { url, body, headers } of now)
    await gateway.request('POST', new URL(url).pathname, { raw: body, headers })
}

/** A database that stops answering once its gateway is dead. */
function mortalDatabase(database: Database): { readonly database: Database; die(): void } {
  let isDead = false
  const alive = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (isDead) throw new DatabaseFailure('UNAVAILABLE', 'its gateway is dead')
    return work()
  }
  return {
    die: () => {
      isDead = true
    },
    database: {
      engine: database.engine,
      writeSlots: database.writeSlots,
      run: (statement, values) => alive(() => database.run(statement, values)),
      batch: (calls) => alive(() => database.batch(calls)),
      transact: (reads, decide) => alive(() => database.transact(reads, decide)),
      ping: (timeoutMs) => alive(() => database.ping(timeoutMs)),
      close: async () => undefined,
    },
  }
}
