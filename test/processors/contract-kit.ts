/**
 * The contract of processors, as tests: the behaviour that every one must have.
 *
 * A processor's own test makes a world (`ProcessorWorld`) in which it is registered, and calls `describeProcessor`. The kit creates
 * payments twice, concurrently and after a crash, has them paid twice, late and after they expire, refunds them, sends status inquiries and
 * passes malformed input. The world knows everything that depends on the rail, such as how a payer pays.
 */
import { currency } from '@sluice/core/catalogue/currencies.ts'
import {
  changeId,
  type MerchantCode,
  type MethodKind,
  paymentKey,
} from '@sluice/core/foundation/identifiers.ts'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import type { NewStep } from '@sluice/core/payment/claims.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { type AcceptContext, DECLINE_REASONS, type WantedPayment } from '@sluice/core/processor/port.ts'
import { payoutReserved } from '@sluice/gateway/ledger/postings.ts'
import { brokenPromises, idOf, rowsOf, whileTimePasses } from '@sluice/gateway/payments/payments.fixture.ts'
import { isForTests } from '@sluice/gateway/payments/processor-names.ts'
import { findPayment } from '@sluice/gateway/payments/reading.ts'
import { INQUIRE_AGAIN_MS } from '@sluice/gateway/processing/accepted-payment.ts'
import { methodOf, payinContext } from '@sluice/gateway/processing/instructions.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProcessorWorld } from './processor-world.ts'
import { refundTests } from './refund-kit.ts'

const KINDS: readonly MethodKind[] = ['payin', 'payout']
let made = 0

/**
 * @param makeWorld is called once
 * @param further tests only for this kind of processor, in the same world
 */
export function describeProcessor(
  name: string,
  makeWorld: () => Promise<ProcessorWorld>,
  further: (worldOf: () => ProcessorWorld) => void = () => undefined,
): void {
  describe(`the processor ${name}`, () => {
    let world: ProcessorWorld
    beforeAll(async () => {
      world = await makeWorld()
    })
    afterAll(() => world?.close())

    const contextOf = (payment: Payment): AcceptContext => {
      const context = payinContext(payment, 'Test Shop', 'http://127.0.0.1:8080')
      return {
        reference: context.reference,
        merchantName: context.merchantName,
        taken: [],
        sandboxReceiving: () => (payment.kind === 'payin' ? methodOf(payment).sandboxReceiving(context) : {}),
      }
    }
    const bodyOf = (kind: MethodKind): object | undefined => world.bodies[kind]?.()
    const current = async ({ merchantId, kind, id }: Payment): Promise<Payment> => {
      const payment = await findPayment(world.gateway.database, merchantId, kind, id)
      if (!payment) throw new Error(`${kind} ${id} is not there`)
      return payment
    }
    const create = async (kind: MethodKind): Promise<Payment | undefined> => {
      const body = bodyOf(kind)
      if (!body) return undefined
      made += 1
      const id = idOf(`kit-${made}`)
      const { gateway, merchant } = world
      const token = await merchant.token()
      // A create may wait for its processor, which may wait for time to pass.
      const answer = await whileTimePasses(
        gateway.deps,
        gateway.request('POST', `/${kind}s/${id}`, { token, body }),
      )
      expect(answer.status, answer.text).toBe(201)
      const payment = await findPayment(gateway.database, merchant.code, kind, id)
      if (!payment) throw new Error('a create that is answered is kept')
      return payment
    }
    /** A payment as left by a node that died before it called the processor. */
    const orphan = async (kind: MethodKind): Promise<Payment | undefined> => {
      const like = await create(kind)
      if (!like) return undefined
      made += 1
      const { deps, app } = world.gateway
      const now = deps.clock.now()
      const payment: Payment = {
        ...like,
        id: idOf(`kit-${made}`),
        key: paymentKey(deps.randomness.uuidV7(now)),
        createdAt: now,
        status: 'NEW',
        seq: 1,
        announced: 0,
        response: undefined,
        processorRef: undefined,
        processorStatus: undefined,
        moneyRequiredMinor: undefined,
        expireAt: like.expireAt === undefined ? undefined : now + 600_000,
      }
      const steps: NewStep[] = [{ purpose: 'accept', dueAt: now + INQUIRE_AGAIN_MS }]
      const postings = kind === 'payout' ? payoutReserved(payment.money, payment) : []
      const outcome = await app.journal.commit({
        changeId: changeId(deps.randomness.uuidV7(now)),
        merchantId: payment.merchantId,
        at: now,
        actor: 'merchant',
        claims: [],
        claimKey: undefined,
        subject: { type: 'create', payment, reason: 'accepted', postings, steps },
      })
      expect(outcome.type).toBe('done')
      return payment
    }
    const each = async (
      make: (kind: MethodKind) => Promise<Payment | undefined>,
      check: (payment: Payment) => Promise<void>,
    ): Promise<void> => {
      let seen = 0
      for (const kind of KINDS) {
        const payment = await make(kind)
        if (!payment) continue
        seen += 1
        await check(payment)
      }
      expect(seen).toBeGreaterThan(0)
    }
    const knownOnce = async (payment: Payment): Promise<void> => {
      if (world.known) expect(await world.known(payment)).toBe(1)
    }
    const casesOf = async ({ key }: Payment) =>
      (await rowsOf(world.gateway.database, `select reason from case_file where payment_key = '${key}'`))
        .length

    it('has a name that tells whether it is for tests', () => {
      const { processor, gateway } = world
      expect(isForTests(processor.name)).toBe(processor.forTests)
      expect(gateway.app.gateway.processors.get(processor.name)).toBe(processor)
    })

    it('says what it serves and how it is from memory, without waiting', async () => {
      const { processor, gateway } = world
      await each(create, async ({ kind, merchantId, method, operator, money }) => {
        const wanted: WantedPayment = { kind, merchantId, method, operator, money }
        expect(processor.serves(wanted, gateway.deps.clock.now())).toEqual({ type: 'serves' })
        expect(processor.serves({ ...wanted, operator: undefined }, gateway.deps.clock.now()).type).toBe(
          'serves',
        )
      })
      const { healthy, since, detail } = processor.health()
      expect([typeof healthy, typeof since, typeof detail]).toEqual(['boolean', 'number', 'string'])
    })

    it('declines what it does not serve, with a reason', async () => {
      const { processor, gateway, foreign } = world
      await each(create, async ({ kind, merchantId, method, operator, money }) => {
        for (const part of foreign) {
          const wanted: WantedPayment = { kind, merchantId, method, operator, money, ...part }
          const answer = processor.serves(wanted, gateway.deps.clock.now())
          expect(
            answer,
            JSON.stringify(part, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
          ).toMatchObject({ type: 'declined', detail: expect.any(String) })
          if (answer.type === 'declined') expect(DECLINE_REASONS).toContain(answer.reason)
        }
      })
    })

    it('answers odd questions, and throws at none', () => {
      const { processor } = world
      const odd = fc.record({
        kind: fc.constantFrom('payin' as const, 'payout' as const),
        merchantId: fc.string() as fc.Arbitrary<MerchantCode>,
        method: fc.string(),
        operator: fc.option(fc.string(), { nil: undefined }),
        money: fc.record({
          currency: fc.oneof(
            fc.constantFrom('THB', 'JPY', 'USDT'),
            fc.string(),
          ) as fc.Arbitrary<CurrencyCode>,
          amountMinor: fc.bigInt(0n, 10n ** 18n).map(minor),
        }),
      })
      fc.assert(
        fc.property(odd, fc.integer({ min: 0, max: 4_102_444_800_000 }), (wanted, at) => {
          const { type } = processor.serves(wanted, at)
          return type === 'serves' || type === 'declined'
        }),
        { numRuns: 200 },
      )
    })

    it('takes the same payment on once, however often it is asked', async () => {
      const { processor, gateway } = world
      await each(create, async (payment) => {
        const ask = () => processor.accept(payment, contextOf(payment))
        // Some processors limit the calls per second.
        const first = await whileTimePasses(gateway.deps, ask())
        const others = await whileTimePasses(gateway.deps, Promise.all([ask(), ask(), ask()]))
        const answers = [first, ...others]
        for (const answer of answers) expect(answer.type).not.toBe('declined')
        const reported = answers.map((answer) =>
          answer.type === 'accepted'
            ? [answer.receiving, answer.processorRef, answer.moneyRequired]
            : answer.type,
        )
        for (const one of reported) expect(one).toEqual(reported[0])
        await knownOnce(payment)
      })
    })

    it('takes a payment on whose node has died, and only once when two nodes ask', async () => {
      const { gateway } = world
      await each(orphan, async (payment) => {
        const { acceptances } = gateway.app.gateway
        const tries = Promise.all([acceptances.again(payment), acceptances.again(payment)])
        await whileTimePasses(gateway.deps, tries)
        await gateway.advance(INQUIRE_AGAIN_MS + 5_000)
        expect((await current(payment)).status).not.toBe('NEW')
        await knownOnce(payment)
        const events = await rowsOf(
          gateway.database,
          `select seq from event where key = '${payment.key}' and reason = 'accepted by the processor'`,
        )
        expect(events).toHaveLength(1)
      })
    })

    it('does not decline, after a restart, what it has taken on', async () => {
      const processor = (await world.restarted?.()) ?? world.processor
      await each(create, async (payment) => {
        const answer = await processor.accept(payment, contextOf(payment))
        expect(answer.type).not.toBe('declined')
        await knownOnce(payment)
      })
    })

    it('tells of money, which counts once however often it is told', async () => {
      await each(create, async (payment) => {
        await world.settle(payment)
        await world.gateway.advance(5_000)
        const paid = await current(payment)
        expect(paid.status).toBe('SUCCESS')
        await world.settle(paid)
        await world.gateway.advance(5_000)
        expect(await current(payment)).toEqual(paid)
        expect(await casesOf(payment)).toBe(0)
      })
    })

    it('is believed once: what it says against it later is one case, and never another status', async () => {
      await each(create, async (payment) => {
        await world.settle(payment)
        await world.gateway.advance(5_000)
        const paid = await current(payment)
        const { merchantId, kind, id } = payment
        const deny = (statusUpdateId: string) =>
          world.gateway.app.statusUpdates.take({
            processor: world.processor.name,
            statusUpdateId,
            ...{ merchantId, kind, id },
            at: world.gateway.deps.clock.now(),
            statusChange: { type: 'failed', failureReason: 'PROCESSOR_ERROR' },
          })
        const first = `denied-${payment.key}`
        expect([await deny(first), await deny(first), await deny(`${first}-again`)]).toEqual(
          Array(3).fill('contradicts'),
        )
        const now = await current(payment)
        expect({ ...now, seq: paid.seq }).toEqual(paid)
        expect(await casesOf(payment)).toBe(1)
      })
    })

    it('tells of money that comes after the expiry', async () => {
      const payment = await create('payin')
      if (!payment) return
      const { gateway } = world
      await gateway.app.statusUpdates.take({
        processor: world.processor.name,
        statusUpdateId: `expired-${payment.key}`,
        merchantId: payment.merchantId,
        kind: 'payin',
        id: payment.id,
        at: gateway.deps.clock.now(),
        statusChange: { type: 'expired' },
      })
      const expired = await current(payment)
      expect(expired.status).toBe('EXPIRED')
      await world.settle(expired)
      await gateway.advance(5_000)
      expect((await current(payment)).status).toBe('SUCCESS')
    })

    it('takes back what is open, if it takes anything back, and nothing that is over', async () => {
      const { processor, gateway } = world
      if (!processor.cancel) return
      const cancel = async (payment: Payment) => processor.cancel?.(payment)
      await each(create, async (payment) => {
        expect(['cancelled', 'too-late', 'later']).toContain(await cancel(payment))
        expect(['cancelled', 'too-late', 'later']).toContain(await cancel(payment))
      })
      await each(create, async (payment) => {
        await world.settle(payment)
        await gateway.advance(5_000)
        expect(await cancel(await current(payment))).toBe('too-late')
      })
    })

    it('knows what became of a payment, if it can be asked, and which one it has never heard of', async () => {
      const { processor } = world
      if (!processor.ask) return
      const ask = async (payment: Payment) => processor.ask?.(payment)
      await each(create, async (payment) => {
        expect(await ask(payment)).toBe('open')
        made += 1
        expect(await ask({ ...payment, id: idOf(`kit-${made}`) })).toBe('unknown')
        await world.settle(payment)
        expect(await ask(payment)).toBe('reported')
        expect((await current(payment)).status).toBe('SUCCESS')
      })
    })

    it('declines nothing for want of an answer: the payment waits, and is taken on when there is one', async () => {
      const { outage, gateway, sentAgainWithinMs } = world
      if (!outage) return
      await outage(true)
      const waiting: Payment[] = []
      await each(create, async (payment) => {
        expect(payment).toMatchObject({ status: 'NEW', processor: world.processor.name })
        waiting.push(payment)
      })
      await outage(false)
      await gateway.doze(60_000, 10_000)
      if (sentAgainWithinMs !== undefined) await gateway.doze(sentAgainWithinMs, 300_000)
      for (const payment of waiting) {
        const now = await current(payment)
        expect([now.status === 'NEW', now.processor]).toEqual([false, world.processor.name])
        await knownOnce(payment)
      }
    })

    refundTests(() => world)
    further(() => world)

    it('leaves the ledger in balance and every history whole', async () => {
      expect(await brokenPromises(world.gateway.database)).toEqual([])
    })

    it('is asked of currencies that there are', () => {
      for (const { money } of world.foreign) {
        if (money) expect(currency(money.currency)).toBeDefined()
      }
    })
  })
}
