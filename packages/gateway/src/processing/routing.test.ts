import type { MerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import type { Processor } from '@sluice/core/processor/port.ts'
import type { Opened } from '@sluice/database/testing.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { thb as thbPayin, thbPayout } from '../../../../test/api/api.fixture.ts'
import { type TestGateway, type TestMerchant, testGateway } from '../../../../test/harness.ts'
import { bothEngines } from '../../../../test/setup/shared.ts'
import { unresponsive } from '../payments/passing.ts'
import { brokenPromises, emptyJournal, idOf, maker, thb } from '../payments/payments.fixture.ts'
import { findPayment, readBeside, readHistory } from '../payments/reading.ts'
import { ACCEPTED, declines, type Scripted, scripted } from './processors.fixture.ts'
import { nextQuestionAt } from './unresponsive.ts'

let opened: Opened
let gateway: TestGateway
let shop: TestMerchant
let count = 0
let gateways = 0

beforeAll(async () => {
  const [inMemory] = bothEngines
  if (!inMemory) throw new Error('no engine')
  opened = await inMemory.open()
})
beforeEach(() => emptyJournal(opened.database))
afterEach(async () => {
  expect(await brokenPromises(opened.database)).toEqual([])
  await gateway?.stop()
})
afterAll(() => opened?.close())

/** A gateway whose processors for tests are these, in this order, and a merchant of it. */
async function route(...processors: readonly Processor[]): Promise<void> {
  gateways += 1
  gateway = await testGateway(opened.database, {
    seed: gateways,
    settings: { processors: () => processors },
    network: () => ({ ok: true, status: 204, headers: {}, body: '', durationMs: 1 }),
  })
  const names = processors.map(({ name }) => name)
  const products = ['PROMPTPAY', 'BANK_TRANSFER'].map((code) => ({
    code,
    currency: 'THB',
    processors: names,
  }))
  shop = await gateway.merchant({ products })
}

const create = async (kind: 'payin' | 'payout' = 'payin', amount = 500) => {
  count += 1
  const id = idOf(`route-${count}`)
  const answering = gateway.request('POST', `/${kind}s/${id}`, {
    token: await shop.token(),
    body: kind === 'payin' ? thbPayin(amount) : thbPayout(amount),
  })
  return { id, kind, answer: await answering }
}
const found = async ({ id, kind }: { id: MerchantOrderId; kind: 'payin' | 'payout' }) => {
  const payment = await findPayment(gateway.database, shop.code, kind, id)
  if (!payment) throw new Error('no payment')
  return payment
}
const historyOf = async (of: { id: MerchantOrderId; kind: 'payin' | 'payout' }) => {
  const { key } = await found(of)
  const events = await readHistory(gateway.database, shop.code, key)
  return events.map(({ actor, reason }) => `${actor} ${reason}`)
}
/** As operators read it: what it waits for, and its cases. */
const besideOf = async (of: { id: MerchantOrderId; kind: 'payin' | 'payout' }) =>
  readBeside(gateway.database, await found(of))
const sick: Partial<Processor> = { health: () => ({ healthy: false, since: 0, detail: 'it is down' }) }
const inline = (name: string): Scripted =>
  scripted(name, { acceptInline: (_, context) => ({ ...ACCEPTED, receiving: context.sandboxReceiving() }) })

describe('before the commit', () => {
  it.each([
    ['does not serve it', { serves: () => declines('METHOD') }],
    ['is not healthy', sick],
    ['declines when it is checked', { check: () => declines() }],
    ['declines when it shall take it on', { acceptInline: () => declines() }],
    ['declines so after a while', { acceptInline: async () => declines() }],
  ] satisfies [string, Partial<Processor>][])('one that %s is passed over', async (_, answers) => {
    await route(scripted('test-first', answers), inline('test-second'))
    const made = await create()
    expect([made.answer.status, made.answer.body.process?.status]).toEqual([201, 'PENDING'])
    expect((await found(made)).processor).toBe('test-second')
  })

  it.each([
    ['METHOD', 'METHOD_UNAVAILABLE'],
    // None was named, so none is called unavailable.
    ['OPERATOR', 'METHOD_UNAVAILABLE'],
    ['AMOUNT', 'AMOUNT_OUT_OF_RANGE'],
    ['LIMIT', 'METHOD_UNAVAILABLE'],
    ['HOURS', 'METHOD_UNAVAILABLE'],
  ] as const)(
    'where nobody takes it, the last word was %s: 422 %s, and the ID is free',
    async (reason, code) => {
      await route(
        scripted('test-first', { check: () => declines(reason) }),
        scripted('test-second', { serves: () => declines('METHOD') }),
      )
      const made = await create()
      expect([made.answer.status, made.answer.body.code]).toEqual([422, code])
      expect(await findPayment(gateway.database, shop.code, 'payin', made.id)).toBeUndefined()
    },
  )

  it('where nobody takes it, operators read every reason in the log, and the merchant only what it can mend', async () => {
    const fault = {
      path: '/paymentMethod/account/accountName',
      code: 'TOO_LONG',
      message: 'is longer than 20 characters',
    } as const
    await route(
      scripted('test-first', { serves: () => declines('HOURS') }),
      scripted('test-second', { check: () => ({ ...declines('METHOD'), faults: [fault] }) }),
      scripted('test-third', { acceptInline: () => declines('LIMIT') }),
    )
    const { answer } = await create()
    expect(answer).toMatchObject({ status: 422, body: { code: 'METHOD_UNAVAILABLE', errors: [fault] } })
    expect(answer.text).not.toMatch(/test-|as the test wants it/)
    const line = gateway.deps.logged.findLast(
      ({ message }) => message === 'no processor accepted the payment',
    )
    expect(line?.fields).toMatchObject({
      merchantId: shop.code,
      declined:
        'test-first: HOURS (as the test wants it); test-second: METHOD (as the test wants it); test-third: LIMIT (as the test wants it)',
    })
  })

  it('where all that serve it are not healthy, it is tried all the same', async () => {
    await route(scripted('test-first', { ...sick, serves: () => declines() }), scripted('test-second', sick))
    const made = await create()
    expect([made.answer.status, (await found(made)).processor]).toEqual([201, 'test-second'])
  })

  it('one that wants what somebody else holds is asked for something else', async () => {
    const wanting: Partial<Processor> = {
      acceptInline: async (_, { taken, sandboxReceiving }) => ({
        ...ACCEPTED,
        receiving: sandboxReceiving(),
        claims: [{ owner: 'account:1', scope: 'money-required', value: `THB:${taken.length}` }],
      }),
    }
    await route(scripted('test-first', wanting), inline('test-second'))
    const made = await Promise.all(Array.from({ length: 18 }, () => create()))
    expect(made.map(({ answer }) => answer.status)).toEqual(made.map(() => 201))
    const processors = await Promise.all(made.map(async (each) => (await found(each)).processor))
    expect(processors.filter((name) => name === 'test-first')).toHaveLength(16)
    expect(processors.filter((name) => name === 'test-second')).toHaveLength(2)
  })

  it('options are those that somebody serves now', async () => {
    await route(
      scripted('test-first', { serves: ({ method }) => (method === 'QR' ? { type: 'serves' } : declines()) }),
    )
    const ask = async () =>
      gateway.request('POST', '/payins/!availablePaymentOptions', {
        token: await shop.token(),
        body: { money: { amount: 500, currencyCode: 'THB' } },
      })
    expect((await ask()).body.data).toEqual([])
  })
})

describe('after the commit', () => {
  it('a payment that is declined passes to the next one, and its history tells', async () => {
    await route(
      scripted('test-first', { accept: async () => declines() }),
      scripted('test-second', { check: () => declines('AMOUNT') }),
      scripted('test-third'),
    )
    const made = await create()
    expect([made.answer.status, made.answer.body.process?.status]).toEqual([201, 'PENDING'])
    expect((await found(made)).processor).toBe('test-third')
    expect(await historyOf(made)).toEqual([
      'merchant accepted',
      'processor:test-first declined: LIMIT (as the test wants it); test-second: AMOUNT (as the test wants it); passed to test-third',
      'processor:test-third accepted by the processor',
    ])
  })

  it('where nobody is left it has FAILED, and a payout’s reserve goes back', async () => {
    const decline = { accept: async () => declines() }
    await route(scripted('test-first', decline), scripted('test-second', decline))
    await gateway.credit(shop, thb(100_000n))
    const payout = await create('payout')
    const payin = await create()
    for (const made of [payin, payout]) {
      expect((await historyOf(made)).slice(1)).toEqual([
        'processor:test-first declined: LIMIT (as the test wants it); passed to test-second',
        'processor:test-second declined: LIMIT (as the test wants it); no processor is left',
      ])
      expect([made.answer.status, made.answer.body.process?.status]).toEqual([201, 'FAILED'])
      expect(made.answer.body.failureReasonCode).toBe('PROCESSOR_ERROR')
    }
    const { body } = await gateway.request('GET', '/balances', { token: await shop.token() })
    expect(body.data).toMatchObject([{ available: { amount: 1_000 }, reserved: { amount: 0 } }])
  })

  it('one that does not answer keeps it, and is asked again', async () => {
    let isDown = true
    const first = scripted('test-first', {
      accept: async (_, context) => {
        if (isDown) throw new Error('no answer')
        return { ...ACCEPTED, receiving: context.sandboxReceiving() }
      },
    })
    const second = scripted('test-second')
    await route(first, second)
    const made = await create()
    expect(made.answer.body.process?.status).toBe('NEW')
    isDown = false
    await gateway.advance(16_000)
    expect(await found(made)).toMatchObject({ status: 'PENDING', processor: 'test-first' })
    expect(second.requested).toEqual([])
  })

  it('a claim that somebody else holds is asked for anew', async () => {
    await route(
      scripted('test-first', {
        accept: async (_, { taken, sandboxReceiving }) => ({
          ...ACCEPTED,
          receiving: sandboxReceiving(),
          claims: [{ owner: 'account:2', scope: 'money-required', value: `THB:${taken.length}` }],
        }),
      }),
    )
    const made = [await create(), await create()]
    expect(made.map(({ answer }) => answer.body.process?.status)).toEqual(['PENDING', 'PENDING'])
  })
})

describe('silence', () => {
  it('is asked about later and later, to once an hour', () => {
    const pauses = [1, 2, 3, 4, 5, 6].map((requested) => nextQuestionAt(requested, 0) / 60_000)
    expect(pauses).toEqual([2, 5, 10, 30, 60, 60])
  })

  it('is asked about from the first minute on, and opens one case', async () => {
    const at: number[] = []
    await route(
      scripted('test-first', {
        ask: async () => {
          at.push(gateway.deps.clock.now())
          return 'open'
        },
        silenceMs: () => 15 * 60_000,
      }),
    )
    await gateway.credit(shop, thb(100_000n))
    const start = gateway.deps.clock.now()
    const made = await create('payout')
    await gateway.doze(20 * 60_000)
    expect(at.map((each) => Math.round((each - start) / 60_000))).toEqual([1, 3, 8, 18])
    expect((await found(made)).status).toBe('PENDING')
    expect((await besideOf(made)).cases).toMatchObject([{ reason: 'NO_STATUS_UPDATE' }])
  })

  it('is a case with the commit that ends its step: a worker that dies then leaves no second one behind', async () => {
    const planned = unresponsive(maker(gateway.deps).payment('payout', 'x', { status: 'PENDING' }), 'key', 0)
    expect(planned).toMatchObject({
      plan: { clearSteps: ['silence'], cases: [{ reason: 'NO_STATUS_UPDATE' }] },
    })
  })

  it('of a processor that is gone for good ends a day after the expiry', async () => {
    await route(
      scripted('test-first', {
        ask: async ({ status }) => {
          if (status === 'EXPIRED') throw new Error('gone')
          return 'open'
        },
      }),
    )
    const made = await create()
    const { expireAt = 0 } = await found(made)
    await gateway.doze(expireAt - gateway.deps.clock.now() + 60_000)
    const waiting = async () => (await besideOf(made)).steps.map(({ purpose }) => purpose)
    expect(await waiting()).toContain('inquiry')
    await gateway.deps.jump(24 * 3_600_000)
    await gateway.doze(16 * 60_000)
    expect(await waiting()).not.toContain('inquiry')
  })

  it('of a processor that was not heard after an expiry is no end where this gateway was gone for that day itself', async () => {
    let isDown = true
    const first = scripted('test-first', {
      ask: async ({ status }) => {
        if (isDown && status === 'EXPIRED') throw new Error('no token yet')
        return 'open'
      },
    })
    await route(first)
    const made = await create()
    const { expireAt = 0 } = await found(made)
    await gateway.deps.jump(expireAt - gateway.deps.clock.now() + 30 * 3_600_000)
    await gateway.advance(10_000)
    expect((await found(made)).status).toBe('EXPIRED')
    const waiting = async () => (await besideOf(made)).steps.map(({ purpose }) => purpose)
    expect(await waiting()).toEqual(['inquiry'])
    isDown = false
    await gateway.doze(5 * 60_000)
    expect(first.requested.at(-1)).toBe(`ask ${made.id}`)
    expect(await waiting()).toEqual([])
  })

  it('a payin whose time is over is offered to nobody by who has read it before', async () => {
    const first = scripted('test-first', {
      accept: async () => {
        throw new Error('no answer')
      },
    })
    await route(first)
    const made = await create()
    const { expireAt = 0 } = await found(made)
    const offered = () => first.requested.filter((requested) => requested === `accept ${made.id}`).length
    const before = offered()
    expect(before).toBeGreaterThan(0)
    const asRead = await found(made)
    expect(asRead.status).toBe('NEW')
    await gateway.deps.jump(expireAt - gateway.deps.clock.now())
    await gateway.app.gateway.acceptances.again(asRead)
    expect(offered()).toBe(before)
  })

  it('an expired payin’s processor is told and asked, and it is not offered anew to one that never heard of it', async () => {
    const first = scripted('test-first', {
      accept: async () => {
        throw new Error('no answer')
      },
      ask: async ({ status }) => (status === 'EXPIRED' ? 'unknown' : 'open'),
      cancel: async () => 'cancelled',
    })
    await route(first)
    const made = await create()
    const { expireAt = 0 } = await found(made)
    await gateway.doze(expireAt - gateway.deps.clock.now() + 10_000)
    expect((await found(made)).status).toBe('EXPIRED')
    expect(first.requested.slice(-2)).toEqual([`cancel ${made.id}`, `ask ${made.id}`])
    await gateway.doze(15 * 60_000)
    expect(first.requested.at(-1)).toBe(`ask ${made.id}`)
    expect((await besideOf(made)).steps).toEqual([])
  })

  it('a payin that expired before its acceptance was known is still taken on, and late money still counts', async () => {
    let isDown = true
    const first = scripted('test-first', {
      accept: async (_, context) => {
        if (isDown) throw new Error('no answer')
        return { ...ACCEPTED, receiving: context.sandboxReceiving() }
      },
      ask: async () => 'open',
    })
    await route(first)
    const made = await create()
    const { expireAt = 0 } = await found(made)
    await gateway.doze(expireAt - gateway.deps.clock.now() + 1_000)
    expect((await found(made)).status).toBe('EXPIRED')
    isDown = false
    await gateway.advance(10_000)
    expect(await found(made)).toMatchObject({ status: 'EXPIRED', processorRef: 'ref' })
    await gateway.app.statusUpdates.take({
      processor: 'test-first',
      statusUpdateId: 'late',
      merchantId: shop.code,
      kind: 'payin',
      id: made.id,
      at: gateway.deps.clock.now(),
      statusChange: { type: 'paid', received: thb(50_000n) },
    })
    expect((await found(made)).status).toBe('SUCCESS')
  })
})
