/**
 * The contract of processors for a provider account: the parts of its world that all providers share. A provider's own test names the
 * provider and brings its fake, the fake's settings, and the bodies of requests.
 */
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import type { NetworkScript } from '@sluice/core/foundation/simulated-deps.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Product } from '@sluice/gateway/merchants/merchant.ts'
import { idOf, whileTimePasses } from '@sluice/gateway/payments/payments.fixture.ts'
import { findPayment } from '@sluice/gateway/payments/reading.ts'
import type { NativeProcessor } from '@sluice/gateway/processors/providers/adapter.ts'
import type { Provider, ProviderAccount, Settings } from '@sluice/provider-kit/provider.ts'
import {
  type FakeNotification,
  type FakeServer,
  type FakeServerOptions,
  networkTo,
} from '@sluice/providers/fake-server.fixture.ts'
import { keepAccount, NOTIFIED_AT } from '@sluice/providers/providers.fixture.ts'
import { expect, it } from 'vitest'
import { START, testGateway } from '../harness.ts'
import { openTestDatabase } from '../setup/shared.ts'
import { describeProcessor } from './contract-kit.ts'
import type { ProcessorWorld } from './processor-world.ts'

export const ACCOUNT = 'test-native-bank'
/** Nothing listens here: requests to it reach the fake, without a socket. */
export const FAKE_URL = 'http://127.0.0.1:7'

/** What the kit does at a provider's fake. A reference is the ID by which the provider knows a payment (`Provider.referenceOf`). */
export interface ProviderFake extends Pick<FakeServer<never>, 'handle' | 'close'> {
  /** The payer pays a payin's amount. */
  pay(reference: string): Promise<unknown>
  /** An outgoing payment (a payout or refund) arrives or fails. */
  end(reference: string, arrives: boolean): Promise<unknown>
  /** How often money moved, or can still move, under this reference. */
  known(reference: string): number
  /** If notifications are sealed: the same notification for another payment; its headers too, if they contain the seal. */
  renamed?(body: string, from: string, to: string): string | FakeNotification
  /** Set if an account has no `subscribe`: the provider learns the notification address in another way. */
  notifyAt?(url: string): void
}

/** The arguments of every fake. */
export type FakeNeeds = Required<Pick<FakeServerOptions<never>, 'now' | 'notify'>>

export interface ServedProduct {
  readonly code: string
  readonly currency: string
  /** Required members of requests for the product, because the provider needs them. */
  readonly require?: Product['require']
}

export interface NativeContract {
  readonly provider: Provider
  readonly fake: (needs: FakeNeeds) => ProviderFake
  readonly settings: (baseUrl: string) => Settings
  readonly products: readonly ServedProduct[]
  readonly bodies: ProcessorWorld['bodies']
  readonly foreign: ProcessorWorld['foreign']
  readonly sentAgainWithinMs?: ProcessorWorld['sentAgainWithinMs']
  /** Left out: its rail cannot refund payins. */
  readonly refunds?: Omit<NonNullable<ProcessorWorld['refunds']>, 'fails'>
}

/** @param name as in "the processor …": `native, before a bank with the Pix API` */
export function describeNative(name: string, contract: NativeContract): void {
  const reported: FakeNotification[] = []
  let made: Awaited<ReturnType<typeof worldOf>>
  const make = async () => {
    made = await worldOf(contract, reported)
    return made.world
  }
  describeProcessor(name, make, (ofWorld) => {
    const [fakeOf, accountOf] = [() => made.fake, () => made.account]
    if (contract.bodies.payin) notificationTests(contract.provider, { ofWorld, fakeOf, accountOf, reported })
  })
}

/** Call this while tests are declared. The world exists once they run. */
function notificationTests(
  provider: Provider,
  given: {
    readonly ofWorld: () => ProcessorWorld
    readonly fakeOf: () => ProviderFake
    readonly accountOf: () => NativeProcessor
    /** Notifications that it has sent, not delivered yet. */
    readonly reported: FakeNotification[]
  },
): void {
  const { ofWorld, fakeOf, accountOf, reported } = given
  let made = 0
  const current = async (id: string): Promise<Payment> => {
    const { gateway, merchant } = ofWorld()
    const payment = await findPayment(gateway.database, merchant.code, 'payin', idOf(id))
    if (!payment) throw new Error(`${id} is there`)
    return payment
  }
  const create = async (): Promise<{ readonly id: string; readonly reference: string }> => {
    const { gateway, merchant, bodies } = ofWorld()
    made += 1
    const id = `notified-${made}`
    const body = bodies.payin?.()
    const token = await merchant.token()
    const answer = await whileTimePasses(
      gateway.deps,
      gateway.request('POST', `/payins/${id}`, { token, body }),
    )
    expect(answer.status, answer.text).toBe(201)
    return { id, reference: provider.referenceOf(await current(id)) }
  }
  const send = async ({ url, body, headers }: FakeNotification): Promise<number> => {
    const { gateway } = ofWorld()
    const { pathname, search } = new URL(url)
    const { status } = await gateway.request('POST', pathname + search, { raw: body, headers })
    // Shorter than the time until its next status inquiry.
    await gateway.advance(5_000)
    return status
  }

  it('is asked as soon as it notifies, and what it tells counts once', async () => {
    const { id, reference } = await create()
    reported.length = 0
    await fakeOf().pay(reference)
    expect(reported).not.toEqual([])
    // Providers expect different status codes: one of them wants 204.
    for (const each of [...reported, ...reported]) expect([200, 204]).toContain(await send(each))
    const paid = await current(id)
    expect(paid.status).toBe('SUCCESS')
    for (const each of reported) await send(each)
    expect(await current(id)).toEqual(paid)
  })

  it('believes no notification: one that names a payment which nobody paid changes nothing', async () => {
    const [open, paid] = [await create(), await create()]
    reported.length = 0
    await fakeOf().pay(paid.reference)
    const before = await current(open.id)
    const renamed = (each: FakeNotification, from: string, to: string): FakeNotification => {
      const other = fakeOf().renamed?.(each.body, from, to) ?? each.body.replaceAll(from, to)
      return typeof other === 'string' ? { ...each, body: other } : other
    }
    for (const each of reported) await send(renamed(each, paid.reference, open.reference))
    expect(await current(open.id)).toEqual(before)
    for (const each of reported)
      expect(await send({ ...each, url: each.url.replace(NOTIFIED_AT, 'a-guess') })).toBe(401)
    expect((await current(paid.id)).status).toBe('PENDING')
  })

  it('is asked of what it told while it could not be asked, as soon as it answers again', async () => {
    const { gateway, outage } = ofWorld()
    const { id, reference } = await create()
    await outage?.(true)
    while (!accountOf().isCut) await accountOf().probe()
    reported.length = 0
    await fakeOf().pay(reference)
    for (const each of reported) await send(each)
    expect((await current(id)).status).toBe('PENDING')
    await outage?.(false)
    // An unreachable provider is probed every few seconds.
    await accountOf().probe()
    await gateway.advance(5_000)
    expect((await current(id)).status).toBe('SUCCESS')
  })
}

async function worldOf(
  contract: NativeContract,
  reported: FakeNotification[],
): Promise<{
  readonly world: ProcessorWorld
  readonly fake: ProviderFake
  readonly account: NativeProcessor
}> {
  const { provider, bodies, foreign, refunds, sentAgainWithinMs } = contract
  const database = await openTestDatabase(START)
  const fake = contract.fake({
    now: () => gateway.deps.clock.now(),
    notify: async (url, body, headers) => void reported.push({ url, body, headers }),
  })
  let isDown = false
  const whenUp = networkTo(fake, FAKE_URL)
  const network: NetworkScript = (request, wait) =>
    isDown && request.url.startsWith(FAKE_URL)
      ? { ok: false, reason: 'UNREACHABLE', detail: 'down', durationMs: 1 }
      : whenUp(request, wait)
  const gateway = await testGateway(database, { network })
  const { app, deps } = gateway
  const settings = contract.settings(FAKE_URL)
  const record = await keepAccount(database, app.settings.masterKey, deps, {
    provider,
    name: ACCOUNT,
    settings,
  })
  const { providers } = app.gateway
  await providers.load()
  const processor = providers.find(ACCOUNT)?.processor
  if (!processor) throw new Error('the account is there')
  await processor.probe()
  await beNotified(processor.account, app.gateway.notificationUrlOf(record), fake)

  const products = contract.products.map(productOf)
  const merchant = await gateway.merchant({ products })
  for (const currency of new Set(products.map((each) => each.currency)))
    await gateway.credit(merchant, { currency, amountMinor: minor(100_000_000_000n) })

  const end = (payment: Payment, arrives: boolean) => fake.end(provider.referenceOf(payment), arrives)
  const settled = new Set<string>()
  const world: ProcessorWorld = {
    gateway,
    processor,
    merchant,
    bodies,
    foreign,
    ...(sentAgainWithinMs !== undefined && { sentAgainWithinMs }),
    async settle(payment) {
      const reference = provider.referenceOf(payment)
      if (!settled.has(reference)) {
        settled.add(reference)
        await (payment.kind === 'payin' ? fake.pay(reference) : end(payment, true))
      }
      await processor.ask(payment)
    },
    ...(refunds && {
      refunds: {
        ...refunds,
        async fails(refund: Payment) {
          await end(refund, false)
          await processor.ask(refund)
        },
      },
    }),
    outage(down) {
      isDown = down
    },
    known: (payment) => fake.known(provider.referenceOf(payment)),
    restarted: () => providers.open(record),
    async close() {
      await gateway.stop()
      await fake.close()
      await database.close()
    },
  }
  return { world, fake, account: processor }
}

/** Makes the provider send its notifications to this address. Its calls may fail. */
export async function beNotified(account: ProviderAccount, url: string, fake: ProviderFake): Promise<void> {
  while (account.subscribe && !(await account.subscribe(url)).ok);
  fake.notifyAt?.(url)
}

/** A product of a test merchant that is served only by this account. */
export const productOf = ({ code, currency, require }: ServedProduct) => ({
  code,
  currency: currency as CurrencyCode,
  processors: [ACCOUNT],
  ...(require && { require }),
})
