/**
 * Many payments through one account at a bank that loses answers after their effect, fails, talks nonsense, and notifies twice, late, out of
 * order or not at all, while the gateway dies and is started again. What must come of it is counted from the bank's books and from ours.
 */

import { type Database, DatabaseFailure } from '../../src/database/port.ts'
import type { Instant, OutgoingAnswer, OutgoingRequest } from '../../src/foundation/deps.ts'
import { type CurrencyCode, minor } from '../../src/foundation/money.ts'
import { brokenPromises, idOf, whileTimePasses } from '../../src/payments/payments.fixture.ts'
import { findPayment } from '../../src/payments/reading.ts'
import { plainReference } from '../../src/processors/native/native.ts'
import { type Mishap, PixFake } from '../../src/processors/native/pix/fake.fixture.ts'
import { PIX_SETTINGS, pixAccount } from '../../src/processors/native/pix/pix.fixture.ts'
import { START, type TestGateway, testGateway } from '../harness.ts'
import { type Dice, diceOf } from '../simulation/dice.ts'
import { payinBody } from './refund-kit.ts'

const NAME = 'test-native-bank'
const BRL = 'BRL' as CurrencyCode
const AT_ONCE = 20

export interface Came {
  /** Of payments that somebody was told were accepted: those whose status is not what the bank's books say. */
  readonly wrong: readonly string[]
  /** What the bank has, and belongs to no payment. */
  readonly nobodys: readonly string[]
  readonly broken: readonly string[]
  readonly counts: Readonly<Record<string, number>>
  readonly mishaps: number
}

/** @param database is closed by whoever gives it */
export async function runThroughBank(database: Database, payments: number, seed: number): Promise<Came> {
  const dice = diceOf(seed, 1)
  let mishaps = 0
  let isOver = false
  let killAt = Number.POSITIVE_INFINITY
  let onCall: () => void = () => undefined
  const mishap = (): Mishap | undefined => {
    if (fake.calls.length >= killAt) onCall()
    const found = dice.weighted<Mishap | undefined>([
      [88, undefined],
      [5, 'lose'],
      [3, { status: 503, error: 'ServicoIndisponivel' }],
      [2, { status: 500, error: 'ErroInternoDoServidor' }],
      [2, 'garbage'],
    ])
    if (isOver || found === undefined) return undefined
    mishaps += 1
    return found
  }
  const told: { readonly url: string; readonly body: string }[] = []
  const notify = async (url: string, body: string): Promise<void> => {
    for (
      let times = dice.weighted([
        [5, 0],
        [90, 1],
        [5, 2],
      ]);
      times > 0;
      times -= 1
    )
      told.push({ url, body })
  }
  let now = (): number => START
  const fake = new PixFake({ ...PIX_SETTINGS, mishap, notify, now: () => now() })
  const baseUrl = await fake.listen()
  const underWay = new Set<Promise<unknown>>()
  const ask = async (request: OutgoingRequest): Promise<OutgoingAnswer> => {
    if (!request.url.startsWith(baseUrl))
      return { ok: true, status: 204, headers: {}, body: '', durationMs: 1 }
    try {
      const { method, headers, body } = request
      const answer = await fetch(request.url, { method, headers, ...(body !== undefined && { body }) })
      return { ok: true, status: answer.status, headers: {}, body: await answer.text(), durationMs: 1 }
    } catch {
      return { ok: false, reason: 'UNREACHABLE', detail: 'cut off', durationMs: 1 }
    }
  }
  const network = (request: OutgoingRequest): Promise<OutgoingAnswer> => {
    const answer = ask(request)
    underWay.add(answer)
    answer.finally(() => underWay.delete(answer))
    return answer
  }
  const outside = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.allSettled(underWay)
  }

  let life = 0
  let dies: () => void = () => undefined
  const begin = async (startAt: Instant): Promise<TestGateway> => {
    life += 1
    const mortal = mortalDatabase(database)
    dies = mortal.die
    const made = await testGateway(mortal.database, { network, outside, seed: seed * 10 + life, startAt })
    now = () => made.deps.clock.now()
    await made.app.gateway.providers.load()
    return made
  }
  let gateway = await begin(START)
  const settings = { ...PIX_SETTINGS, profile: 'efi', baseUrl }
  const record = await pixAccount(database, gateway.app.settings.masterKey, gateway.deps, {
    name: NAME,
    settings,
  })
  await gateway.app.gateway.providers.load()
  const webhook = gateway.app.gateway.notificationUrlOf(record)
  const merchant = await gateway.merchant({
    products: ['PIXQR', 'TAX_PAYER_ID_TRANSFER'].map((code) => ({ code, currency: BRL, processors: [NAME] })),
    rateLimitPerSecond: 10_000,
  })
  await gateway.credit(merchant, { currency: BRL, amountMinor: minor(100_000_000_000n) })
  const account = gateway.app.gateway.providers.find(NAME)?.processor.account
  while (!(await account?.subscribe?.(webhook))?.ok);

  const asked: { readonly kind: 'payin' | 'payout'; readonly id: string }[] = []
  const kills = new Set([Math.floor(payments / 3), Math.floor((2 * payments) / 3)])
  while (asked.length < payments) {
    const batch = Array.from({ length: Math.min(AT_ONCE, payments - asked.length) }, (_, index) => ({
      kind: dice.weighted([
        [2, 'payin' as const],
        [1, 'payout' as const],
      ]),
      id: `run-${asked.length + index}`,
    }))
    const token = await merchant.token()
    const isLast = [...kills].some((at) => at >= asked.length && at < asked.length + batch.length)
    // It dies while the bank has some of them.
    if (isLast) killAt = fake.calls.length + Math.ceil(batch.length / 2)
    onCall = dies
    asked.push(...batch)
    const answers = batch.map(({ kind, id }) =>
      gateway.request('POST', `/${kind}s/${id}`, {
        token,
        body: payinBody(kind === 'payin' ? 'PIXQR' : 'TAX_PAYER_ID_TRANSFER'),
      }),
    )
    await whileTimePasses(gateway.deps, Promise.allSettled(answers))
    killAt = Number.POSITIVE_INFINITY
    if (isLast) gateway = await begin(gateway.deps.clock.now() + 1_000)
    await fake.live(dice)
    await deliver(gateway, told, dice)
    await gateway.advance(1_000)
  }
  isOver = true
  // Unpaid charges expire after two hours; whatever was not told is asked about within one.
  for (let hour = 0; hour < 4; hour += 1) {
    await gateway.doze(3_600_000)
    if (hour === 0) await fake.live(dice)
    await deliver(gateway, told, dice)
  }

  const wrong: string[] = []
  const counts: Record<string, number> = {}
  const references = new Set<string>()
  for (const { kind, id } of asked) {
    const payment = await findPayment(database, merchant.code, kind, idOf(id))
    const reference = payment && plainReference(payment)
    if (reference !== undefined) references.add(reference)
    const bank = reference === undefined ? undefined : fake.statusOf(reference)
    const cell = `${kind} ${payment?.status ?? 'none'}, at the bank ${bank ?? 'none'}`
    counts[cell] = (counts[cell] ?? 0) + 1
    if (!RIGHT.has(cell)) wrong.push(`${id}: ${cell}`)
  }
  const nobodys = fake.references().filter((line) => !references.has(line.split(' ')[0] ?? ''))
  const broken = await brokenPromises(database)
  await gateway.stop()
  await fake.close()
  return { wrong, nobodys, broken, counts, mishaps }
}

/** What ours may say of what the bank says. */
const RIGHT: ReadonlySet<string> = new Set([
  'payin SUCCESS, at the bank CONCLUIDA',
  'payin EXPIRED, at the bank REMOVIDA_PELO_USUARIO_RECEBEDOR',
  'payin EXPIRED, at the bank ATIVA',
  'payout SUCCESS, at the bank REALIZADO',
  'payout FAILED, at the bank NAO_REALIZADO',
  // Its create died before anything was written, or was refused before anything was sent.
  'payin none, at the bank none',
  'payout none, at the bank none',
  'payin FAILED, at the bank none',
  'payout FAILED, at the bank none',
  'payin EXPIRED, at the bank none',
])

/** Some of what waits, in any order. */
async function deliver(
  gateway: TestGateway,
  told: { readonly url: string; readonly body: string }[],
  dice: Dice,
): Promise<void> {
  const now = told.splice(0).toSorted(() => dice.between(-1, 1))
  told.push(...now.splice(0, Math.floor(now.length / 5)))
  for (const { url, body } of now)
    await gateway.request('POST', new URL(url).pathname, {
      raw: body,
      headers: { 'content-type': 'application/json' },
    })
}

/** A database that answers nobody any more once its gateway is dead. */
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
