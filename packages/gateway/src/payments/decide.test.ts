import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import { describe, expect, it } from 'vitest'
import { type Change, NO_PLAN } from './change.ts'
import { claimName, decideBatch, type LockedRows, paymentName } from './decide.ts'
import { maker, SHOP, thb } from './payments.fixture.ts'
import { firstRoundTrip } from './round-trips.ts'
import { lockBalances, lockPayments } from './statements.ts'

const make = maker(simulatedDeps(1))
const found = (changes: Partial<LockedRows> = {}): LockedRows => ({
  taken: new Set(),
  holders: new Map(),
  created: new Map(),
  payments: new Map(),
  waiting: new Map(),
  balances: new Map(),
  doubted: new Set(),
  committed: new Set(),
  ...changes,
})
const namesOfClaims = (change: Change) => change.claims.map(claimName)

describe('deciding a batch', () => {
  it('nets the deltas of one balance into one row, whatever the number of changes', () => {
    const changes = [make.credited(100n), make.credited(50n), make.credited(-30n)]
    const opening = decideBatch(changes, found())
    expect(opening.effects.balanceOpenings).toMatchObject([{ account: 'available', amount: '120' }])
    expect(opening.effects.balanceMoves).toEqual([])
    const moving = decideBatch(changes, found({ balances: new Map([[`${SHOP}/THB/available`, 5n]]) }))
    expect(moving.effects.balanceMoves).toMatchObject([{ account: 'available', amount: '120' }])
    expect(moving.effects.balanceOpenings).toEqual([])
  })

  it('sees each balance as the changes before it leave it', () => {
    const outcomes = (order: readonly bigint[]) =>
      decideBatch(
        order.map((amount) => make.credited(amount)),
        found(),
      ).outcomes.map(({ type }) => type)
    expect(outcomes([-10n, 10n])).toEqual(['short', 'done'])
    expect(outcomes([10n, -10n])).toEqual(['done', 'done'])
  })

  it('takes back what the first trip inserted for a change that fails', () => {
    const debit = make.credited(-1n, 'settlement')
    const payout = make.payout('o', 60n)
    if (payout.subject.type !== 'create') throw new Error('a create')
    const { payment } = payout.subject
    const decided = decideBatch(
      [debit, payout],
      found({ taken: new Set(namesOfClaims(debit)), created: new Map([[paymentName(payment), payment]]) }),
    )
    expect(decided.outcomes.map(({ type }) => type)).toEqual(['short', 'short'])
    expect(decided.effects.releases).toMatchObject([{ value: 'settlement', key: debit.claimKey }])
    expect(decided.effects.removals).toMatchObject([{ id: 'o', key: payment.key }])
    expect([decided.effects.events, decided.effects.postings]).toEqual([[], []])
  })

  it('writes nothing for a change that an earlier attempt committed, and leaves no claim behind', () => {
    const credit = make.credited(100n, 'top-up')
    const decided = decideBatch(
      [credit],
      found({ committed: new Set([credit.changeId]), taken: new Set(namesOfClaims(credit)) }),
    )
    expect(decided.outcomes).toEqual([{ type: 'done', payment: undefined }])
    expect(decided.effects.postings).toEqual([])
    expect(decided.effects.releases).toMatchObject([{ value: 'top-up' }])
  })

  it('asks for the same again where a claim was released while it looked', () => {
    expect(() => decideBatch([make.credited(1n, 'x')], found())).toThrow(
      expect.objectContaining({ kind: 'RETRY' }),
    )
  })

  it('locks balances for what may post, and lets nothing post that has said that it does not', () => {
    const payment = make.payment('payout', 'o')
    const posting = {
      account: 'available' as const,
      currency: thb(1n).currency,
      amountMinor: thb(0n).amountMinor,
    }
    const move = make.moved('payout', 'o', () => ({ plan: { ...NO_PLAN, postings: [posting] } }))
    if (move.subject.type !== 'move') throw new Error('a move')
    const quiet = { ...move, subject: { ...move.subject, postsNothing: true } }
    const statements = (change: Change) => firstRoundTrip([change], false).map(({ statement }) => statement)
    expect(statements(move)).toEqual([lockPayments, lockBalances])
    expect(statements(quiet)).toEqual([lockPayments])
    const payments = new Map([[paymentName(payment), payment]])
    expect(() => decideBatch([quiet], found({ payments }))).toThrow('under lock')
  })

  it('never writes a row of an illegal step', () => {
    const payment = make.payment('payout', 'o')
    const move = make.moved('payout', 'o', () => ({ plan: { ...NO_PLAN, moves: ['EXPIRED'] } }))
    const payments = new Map([[paymentName(payment), payment]])
    expect(() => decideBatch([move], found({ payments }))).toThrow('payout: PENDING to EXPIRED')
  })
})
