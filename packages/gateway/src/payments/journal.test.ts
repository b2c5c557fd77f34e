import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import type { CurrencyCode } from '@sluice/core/foundation/money.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Claim } from '@sluice/core/payment/claims.ts'
import type { Database } from '@sluice/database/port.ts'
import type { Opened } from '@sluice/database/testing.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bothEngines } from '../../../../test/setup/shared.ts'
import { payoutReleased } from '../ledger/postings.ts'
import { type Change, type CommitResult, NO_PLAN } from './change.ts'
import { LaneJournal } from './journal.ts'
import type { Journal } from './journal-port.ts'
import { balanceOf, brokenPromises, emptyJournal, idOf, maker, rowsOf, SHOP } from './payments.fixture.ts'
import { delivered, ended, paid, referenceSet } from './plans.ts'
import { findPayment, readHistory } from './reading.ts'

const ENGINES = bothEngines

const keyOf = ({ subject }: Change) => (subject.type === 'create' ? subject.payment.key : undefined)

const tally = (outcomes: readonly CommitResult[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { type } of outcomes) counts[type] = (counts[type] ?? 0) + 1
  return counts
}

describe.each(ENGINES)('the journal on $name', ({ open }) => {
  let opened: Opened
  let database: Database
  let deps: SimulatedDeps
  let journal: Journal
  let make: ReturnType<typeof maker>
  const node = (queueLimit = 10_000) => new LaneJournal(database, deps, { queueLimit })
  const commitAll = (changes: readonly Change[], by: readonly Journal[] = [journal]) =>
    Promise.all(changes.map((change, index) => (by[index % by.length] ?? journal).commit(change)))

  beforeAll(async () => {
    opened = await open()
    database = opened.database
  })
  beforeEach(async () => {
    await emptyJournal(database)
    deps = simulatedDeps(1)
    make = maker(deps)
    journal = node()
  })
  afterAll(() => opened?.close())

  it.each([1, 2])(
    'accepts one of fifty creates of one ID on %i nodes, and calls the others duplicates',
    async (nodes) => {
      const by = Array.from({ length: nodes }, () => node())
      const outcomes = await commitAll(
        Array.from({ length: 50 }, () => make.payin('p')),
        by,
      )
      expect(tally(outcomes)).toEqual({ done: 1, duplicate: 49 })
      const winner = outcomes.find((outcome) => outcome.type === 'done')?.payment?.key
      for (const outcome of outcomes) {
        if (outcome.type === 'duplicate')
          expect(outcome.existing).toEqual({ key: winner, requestHash: 'hash' })
      }
      expect(await rowsOf(database, 'select count(*)::int as n from history')).toEqual([{ n: 1 }])
      expect(await brokenPromises(database)).toEqual([])
    },
  )

  it('accepts one of fifty payouts of one ID on two nodes, and reserves its cost once', async () => {
    await journal.commit(make.credited(100_000n))
    const outcomes = await commitAll(
      Array.from({ length: 50 }, () => make.payout('o', 1_000n)),
      [node(), node()],
    )
    expect(tally(outcomes)).toEqual({ done: 1, duplicate: 49 })
    expect(await balanceOf(database)).toBe(99_000n)
    expect(await balanceOf(database, 'reserved')).toBe(1_000n)
    expect(await brokenPromises(database)).toEqual([])
  })

  it('says yes, no, yes to payouts of 60, 60 and 40 from 100', async () => {
    await journal.commit(make.credited(100n))
    const outcomes = await commitAll([make.payout('a', 60n), make.payout('b', 60n), make.payout('c', 40n)])
    expect(outcomes.map(({ type }) => type)).toEqual(['done', 'short', 'done'])
    expect(await balanceOf(database)).toBe(0n)
    expect(await findPayment(database, SHOP, 'payout', idOf('b'))).toBeUndefined()
    expect(await brokenPromises(database)).toEqual([])
  })

  it('calls a payout repeated after it emptied the balance a duplicate, and one never accepted short', async () => {
    await journal.commit(make.credited(60n))
    await journal.commit(make.payout('a', 60n))
    const [again, other] = await commitAll([make.payout('a', 60n), make.payout('b', 1n)])
    expect([again?.type, other?.type]).toEqual(['duplicate', 'short'])
    // A refused ID is not used up.
    await journal.commit(make.credited(1n))
    expect((await journal.commit(make.payout('b', 1n))).type).toBe('done')
  })

  it('never overdraws a balance, however payouts, credits and releases race on two nodes', async () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ do: fc.constant('payout' as const), amount: fc.bigInt(1n, 90n) }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('credit' as const), amount: fc.bigInt(1n, 60n) }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('release' as const), amount: fc.constant(0n) }) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
        await emptyJournal(database)
        const by = [node(), node()]
        const changes = steps.map((each, index) => {
          if (each.do === 'credit') return make.credited(each.amount)
          if (each.do === 'payout') return make.payout(`o${index}`, each.amount)
          return make.moved('payout', `o${index - 1}`, (payout) =>
            ended(payout, 'REFUSED', 'NO', deps.clock.now()),
          )
        })
        const outcomes = await commitAll(changes, by)
        expect(await brokenPromises(database)).toEqual([])
        const spent = steps.reduce((sum, { do: what, amount }, index) => {
          if (outcomes[index]?.type !== 'done') return sum
          return what === 'credit' ? sum + amount : what === 'payout' ? sum - amount : sum
        }, 0n)
        const released = steps.reduce((sum, { do: what }, index) => {
          const before = steps[index - 1]
          return what === 'release' && outcomes[index]?.type === 'done' ? sum + (before?.amount ?? 0n) : sum
        }, 0n)
        expect(await balanceOf(database)).toBe(spent + released)
      }),
      { numRuns: 60 },
    )
  })

  it('lets one hostile change in a batch of fifty hurt nobody else', async () => {
    await journal.commit(make.credited(100_000n))
    const good = Array.from({ length: 47 }, (_, index) => make.payout(`o${index}`, 100n))
    const bad = [
      make.payin('live-by-sandbox', { isTest: false }),
      make.payin('nothing', { money: { currency: 'THB' as CurrencyCode, amountMinor: minor(0n) } }),
      make.moved('payout', 'o0', () => {
        throw new Error('a bug in a decision')
      }),
    ]
    const changes = [...good.slice(0, 20), ...bad.slice(0, 2), ...good.slice(20), ...bad.slice(2)]
    const settled = await Promise.allSettled(changes.map((change) => journal.commit(change)))
    const rejected = settled.flatMap(({ status }, index) => (status === 'rejected' ? [changes[index]] : []))
    expect(rejected).toEqual(bad)
    expect(await rowsOf(database, 'select count(*)::int as n from payment')).toEqual([{ n: 47 }])
    expect(await balanceOf(database)).toBe(100_000n - 4_700n)
    expect(await brokenPromises(database)).toEqual([])
    expect(deps.logged.some(({ message }) => message.includes('trying each change alone'))).toBe(true)
  })

  it('lets a hostile payin in a batch of payin creates hurt nobody else', async () => {
    const changes = Array.from({ length: 50 }, (_, index) =>
      make.payin(`p${index}`, index === 25 ? { isTest: false } : {}),
    )
    const settled = await Promise.allSettled(changes.map((change) => journal.commit(change)))
    expect(settled.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([25])
    expect(await rowsOf(database, 'select count(*)::int as n from history')).toEqual([{ n: 49 }])
  })

  it('commits changes of one payment in the order they came, though none waits for the others', async () => {
    await journal.commit(make.payin('p'))
    const seen: number[] = []
    const changes = Array.from({ length: 20 }, (_, index) =>
      make.moved('payin', 'p', () => {
        seen.push(index)
        return { plan: { ...NO_PLAN, reason: `change ${index}` } }
      }),
    )
    await commitAll(changes)
    expect(seen).toEqual(changes.map((_, index) => index))
    const payment = await findPayment(database, SHOP, 'payin', idOf('p'))
    const history = payment ? await readHistory(database, SHOP, payment.key) : []
    expect(history.map(({ reason }) => reason)).toEqual([
      'accepted',
      ...seen.map((index) => `change ${index}`),
    ])
  })

  it('loses no change of a payment that two nodes move at once', async () => {
    await journal.commit(make.payin('p'))
    const changes = Array.from({ length: 30 }, () =>
      make.moved('payin', 'p', (payment) => ({
        plan: { ...NO_PLAN, patch: { externalChanges: payment.externalChanges + 1 } },
      })),
    )
    await commitAll(changes, [node(), node()])
    expect((await findPayment(database, SHOP, 'payin', idOf('p')))?.externalChanges).toBe(30)
    expect(await brokenPromises(database)).toEqual([])
  })

  it('settles a payin that two nodes report as paid and refused at once in one way only', async () => {
    for (let round = 0; round < 10; round++) {
      const id = `p${round}`
      await journal.commit(make.payin(id))
      const at = deps.clock.now()
      const outcomes = await commitAll(
        [
          make.moved('payin', id, (payin) =>
            paid(payin, { statusUpdate: 'r', received: payin.money, at }, undefined),
          ),
          make.moved('payin', id, (payin) => ended(payin, 'REFUSED', 'NO', at)),
        ],
        [node(), node()],
      )
      expect(tally(outcomes)).toEqual({ done: 1, refused: 1 })
    }
    expect(await brokenPromises(database)).toEqual([])
  })

  it('takes a claim once, and names who holds it', async () => {
    const outcomes = await commitAll(
      Array.from({ length: 20 }, () => make.credited(100n, 'top-up 1')),
      [node(), node()],
    )
    expect(tally(outcomes)).toEqual({ done: 1, claimed: 19 })
    expect(await balanceOf(database)).toBe(100n)
    const [claim] = await rowsOf(database, 'select key from claim')
    expect(outcomes.find(({ type }) => type === 'claimed')).toMatchObject({
      claim: { scope: 'funding', value: 'top-up 1' },
      holder: { merchantId: SHOP, key: claim?.key },
    })
  })

  it('gives the claims of a refused change back', async () => {
    const debit = make.credited(-1n, 'settlement')
    expect((await journal.commit(debit)).type).toBe('short')
    expect(await rowsOf(database, 'select * from claim')).toEqual([])
    await journal.commit(make.credited(100n))
    expect((await journal.commit(make.credited(-1n, 'settlement'))).type).toBe('done')
  })

  it('gives an external reference to one payin, and frees the one that was corrected', async () => {
    await commitAll([make.payin('a'), make.payin('b')])
    const set = async (id: string, value: string): Promise<string> => {
      const payment = await findPayment(database, SHOP, 'payin', idOf(id))
      if (!payment) return 'absent'
      const claims: Claim[] = [{ owner: SHOP, scope: 'external-reference', value }]
      const move = make.moved('payin', id, (payin) => referenceSet(payin, value, []))
      const outcome = await journal.commit({ ...move, claims, claimKey: payment.key })
      return outcome.type === 'refused' ? outcome.refusal : outcome.type
    }
    expect(await set('a', '111111111111')).toBe('done')
    expect(await set('b', '111111111111')).toBe('claimed')
    expect(await set('a', '111111111111')).toBe('REPEATED')
    expect(await set('a', '222222222222')).toBe('done')
    expect(await set('b', '111111111111')).toBe('done')
    expect(await set('a', '333333333333')).toBe('done')
    expect(await set('a', '444444444444')).toBe('done')
    // Once, and three corrections.
    expect(await set('a', '555555555555')).toBe('NOT_ALLOWED')
    const claims = await rowsOf(database, 'select value from claim order by value')
    expect(claims.map(({ value }) => value)).toEqual(['111111111111', '444444444444'])
  })

  it('says absent of a payment that is not there, and keeps nothing', async () => {
    const move = make.moved('payout', 'none', (payout) => delivered(payout, 'r', 0, undefined))
    const claims: Claim[] = [{ owner: SHOP, scope: 'confirmation', value: 'r' }]
    const { uuid } = make
    expect(
      await journal.commit({ ...move, claims, claimKey: uuid() as NonNullable<Change['claimKey']> }),
    ).toEqual({
      type: 'absent',
    })
    expect(await rowsOf(database, 'select * from claim')).toEqual([])
  })

  it('keeps what merchants have apart, though their IDs and references are the same', async () => {
    const other = 'OTHER' as MerchantCode
    await journal.commit(make.credited(100n))
    const outcomes = await commitAll([
      make.payin('p'),
      make.payin('p', { merchantId: other }),
      make.payout('p', 60n),
      make.payout('p', 60n, { merchantId: other }),
    ])
    expect(outcomes.map(({ type }) => type)).toEqual(['done', 'done', 'done', 'short'])
  })

  it.each([
    ['a NUL character', 'a\u0000b'],
    ['half of a surrogate pair', 'a\uD800b'],
  ])('lets text that no database can store, %s, hurt none of its batch', async (_, text) => {
    await journal.commit(make.credited(100_000n))
    await commitAll(['p', 'q'].map((id) => make.payin(id)))
    const claim: Claim = { owner: SHOP, scope: 'external-reference', value: text }
    const bad = [
      make.payin('in-the-request', { request: { accountName: text } }),
      make.payout('in-a-payout', 100n, { request: { accountName: text } }),
      make.moved('payin', 'p', () => ({
        plan: { ...NO_PLAN, reason: 'accepted', patch: { processorRef: text } },
      })),
      make.moved('payin', 'q', () => ({ plan: { ...NO_PLAN, reason: text } })),
      { ...make.payin('in-a-claim'), claims: [claim] },
    ].map((change) => ({ ...change, claimKey: change.claims.length > 0 ? keyOf(change) : undefined }))
    const good = Array.from({ length: 20 }, (_each, index) =>
      index % 2 ? make.payin(`in${index}`) : make.payout(`out${index}`, 100n),
    )
    const changes = [...good.slice(0, 10), ...bad, ...good.slice(10)]
    const settled = await Promise.allSettled(changes.map((change) => journal.commit(change)))
    const done = settled.flatMap((each, index) =>
      each.status === 'fulfilled' && each.value.type === 'done' ? [changes[index]] : [],
    )
    expect(done).toEqual(good)
    expect(await rowsOf(database, 'select count(*)::int as n from payment')).toEqual([{ n: 22 }])
    expect(await rowsOf(database, 'select count(*)::int as n from claim')).toEqual([{ n: 0 }])
    expect(await brokenPromises(database)).toEqual([])
  })

  it('refuses an illegal move for itself alone, as a bug of its maker', async () => {
    await journal.commit(make.payin('p', { status: 'SUCCESS', ...{ seq: 1 } })).catch(() => undefined)
    await journal.commit(make.payin('q'))
    const illegal = make.moved('payin', 'q', () => ({ plan: { ...NO_PLAN, moves: ['NEW'] } }))
    await expect(journal.commit(illegal)).rejects.toThrow('PENDING to NEW')
    const unbalanced = make.moved('payin', 'q', (payin) => ({
      plan: { ...NO_PLAN, postings: payoutReleased(payin.money, payin).slice(1) },
    }))
    await expect(journal.commit(unbalanced)).rejects.toThrow('sum to zero')
    expect((await findPayment(database, SHOP, 'payin', idOf('q')))?.seq).toBe(1)
  })
})
