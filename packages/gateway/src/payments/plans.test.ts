import { minor } from '@sluice/core/foundation/money.ts'
import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import { ALL_STEPS } from '@sluice/core/payment/claims.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { isFinal, mayMove, STATUSES, TRANSITIONS } from '@sluice/core/payment/transitions.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { balances } from '../ledger/accounts.ts'
import type { Decision, Plan } from './change.ts'
import { maker, thb } from './payments.fixture.ts'
import {
  accepted,
  acceptedLater,
  delivered,
  ended,
  expired,
  MAX_REFERENCE_SETTINGS,
  paid,
  referenceSet,
} from './plans.ts'
import { suspended } from './suspending.ts'

const make = maker(simulatedDeps(1))
const AT = 1_000_000

describe('the table of transitions', () => {
  it('is the contract’s: no other step is allowed', () => {
    const of = (kind: 'payin' | 'payout') =>
      [undefined, ...STATUSES].flatMap((from) =>
        STATUSES.filter((to) => mayMove(kind, from, to)).map((to) => `${from ?? ''}>${to}`),
      )
    const both = [
      '>NEW',
      '>PENDING',
      'NEW>PENDING',
      'NEW>REFUSED',
      'NEW>FAILED',
      'PENDING>SUCCESS',
      'PENDING>REFUSED',
      'PENDING>FAILED',
    ]
    expect(of('payout')).toEqual(both)
    expect(of('payin').sort()).toEqual([...both, 'NEW>EXPIRED', 'PENDING>EXPIRED', 'EXPIRED>SUCCESS'].sort())
  })

  it('leaves SUCCESS, REFUSED and FAILED no way out, and reaches every status', () => {
    expect(TRANSITIONS.filter(({ from }) => from !== undefined && isFinal(from))).toEqual([])
    expect(new Set(TRANSITIONS.map(({ to }) => to))).toEqual(new Set(STATUSES))
  })
})

type Happening =
  | { readonly what: 'accepted' }
  | { readonly what: 'paid'; readonly statusUpdate: string; readonly off: bigint }
  | { readonly what: 'delivered'; readonly statusUpdate: string }
  | { readonly what: 'refused' | 'failed' | 'expired early' | 'time passes' | 'reference' }

const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({ what: fc.constant('accepted' as const) }),
  fc.record({
    what: fc.constant('paid' as const),
    statusUpdate: fc.constantFrom('r1', 'r2', 'r3'),
    off: fc.constantFrom(0n, 0n, 0n, 1n, -1n),
  }),
  fc.record({ what: fc.constant('delivered' as const), statusUpdate: fc.constantFrom('r1', 'r2') }),
  fc.record({ what: fc.constantFrom('refused', 'failed', 'expired early', 'time passes', 'reference') }),
) as fc.Arbitrary<Happening>

function decide(payment: Payment, each: Happening): Decision {
  const statusUpdate = { at: AT }
  switch (each.what) {
    case 'accepted':
      return accepted(
        payment,
        {
          response: {},
          processorRef: 'ref',
          processorStatus: undefined,
          moneyRequiredMinor: undefined,
          expireAt: undefined,
          steps: [],
        },
        AT,
      )
    case 'paid': {
      if (payment.kind === 'payout') return { refusal: 'NOT_ALLOWED' }
      const received = { ...payment.money, amountMinor: minor(payment.money.amountMinor + each.off) }
      return paid(payment, { ...statusUpdate, statusUpdate: each.statusUpdate, received }, undefined)
    }
    case 'delivered':
      if (payment.kind === 'payin') return { refusal: 'NOT_ALLOWED' }
      return delivered(payment, each.statusUpdate, AT, undefined)
    case 'refused':
      return ended(payment, 'REFUSED', 'NO', AT)
    case 'failed':
      return ended(payment, 'FAILED', 'BROKEN', AT)
    case 'expired early':
      return expired(payment, AT, true)
    case 'time passes':
      return expired(payment, AT, false)
    case 'reference':
      return referenceSet(payment, `${100_000_000_000 + payment.externalChanges}`, [])
  }
}

/** What the journal does with a plan, as far as a payment's row goes. */
const applied = (payment: Payment, plan: Plan): Payment => ({
  ...payment,
  ...plan.patch,
  status: plan.moves.at(-1) ?? payment.status,
  seq: payment.seq + Math.max(1, plan.moves.length),
  announced: payment.announced + (plan.announce ? 1 : 0),
})

const total = (plan: Plan, account: string) =>
  plan.postings.filter((each) => each.account === account).reduce((sum, each) => sum + each.amountMinor, 0n)

describe('whatever happens to a payment, in whatever order', () => {
  const start = fc.record({
    kind: fc.constantFrom('payin' as const, 'payout' as const),
    status: fc.constantFrom('NEW' as const, 'PENDING' as const),
    expireAt: fc.constantFrom(AT - 1, AT + 1),
  })

  it('it makes only steps of the table, stays final, and moves money once, in balance', () => {
    fc.assert(
      fc.property(start, fc.array(happening, { maxLength: 25 }), (begins, happenings) => {
        let payment = make.payment(begins.kind, 'p', {
          status: begins.status,
          expireAt: begins.kind === 'payin' ? begins.expireAt : undefined,
          feeMinor: minor(150n),
          vatMinor: minor(11n),
        })
        let available = 0n
        let reserved = payment.kind === 'payout' ? 10_161n : 0n
        for (const each of happenings) {
          const decision = decide(payment, each)
          if ('refusal' in decision) continue
          const { plan } = decision
          let from = payment.status
          for (const to of plan.moves) {
            expect(mayMove(payment.kind, from, to), `${payment.kind} ${from} > ${to} as ${each.what}`).toBe(
              true,
            )
            from = to
          }
          if (isFinal(payment.status)) expect(plan.moves).toEqual([])
          if (payment.status === 'EXPIRED' && plan.moves.length > 0) expect(each.what).toBe('paid')
          expect(balances(plan.postings)).toBe(true)
          if (plan.postings.length > 0) {
            expect(plan.moves.at(-1) === 'SUCCESS' || payment.kind === 'payout').toBe(true)
          }
          if (plan.moves.at(-1) === 'SUCCESS') expect(plan.postings.length).toBeGreaterThan(0)
          // A payin tells of every change of its status, a payout of its end, and nothing else is told.
          const tells = payment.kind === 'payin' ? plan.moves.length > 0 : plan.moves.some(isFinal)
          expect(plan.announce).toBe(tells)
          available += total(plan, 'available')
          reserved += total(plan, 'reserved')
          payment = applied(payment, plan)
          expect(payment.processedAt !== undefined).toBe(isFinal(payment.status))
          expect(payment.failureReason !== undefined).toBe(payment.status === 'FAILED')
        }
        if (payment.kind === 'payin')
          expect([available, reserved]).toEqual([payment.status === 'SUCCESS' ? 9_839n : 0n, 0n])
        else if (payment.status === 'SUCCESS') expect([available, reserved]).toEqual([0n, 0n])
        else if (isFinal(payment.status)) expect([available, reserved]).toEqual([10_161n, 0n])
        else expect([available, reserved]).toEqual([0n, 10_161n])
      }),
      { numRuns: 2_000 },
    )
  })

  it('the same fact again changes nothing', () => {
    fc.assert(
      fc.property(start, fc.array(happening, { maxLength: 10 }), happening, (begins, happenings, last) => {
        let payment = make.payment(begins.kind, 'p', { status: begins.status })
        for (const each of [...happenings, last]) {
          const decision = decide(payment, each)
          if ('plan' in decision) payment = applied(payment, decision.plan)
        }
        if (last.what === 'reference') return
        expect(decide(payment, last)).toHaveProperty('refusal')
      }),
    )
  })
})

describe('what a plan says', () => {
  const pending = (changes: Partial<Payment> = {}) => make.payment('payin', 'p', changes)
  const planOf = (decision: Decision): Plan => {
    if ('plan' in decision) return decision.plan
    throw new Error(decision.refusal)
  }

  it('goes from NEW to SUCCESS through PENDING in one commit with one announcement', () => {
    const plan = planOf(decide(pending({ status: 'NEW' }), { what: 'paid', statusUpdate: 'r', off: 0n }))
    expect(plan).toMatchObject({ moves: ['PENDING', 'SUCCESS'], announce: true })
    expect(plan.clearSteps).toEqual(ALL_STEPS)
  })

  it('keeps only the instructions of an acceptance that comes after the money', () => {
    const done = pending({ status: 'SUCCESS' })
    expect(planOf(decide(done, { what: 'accepted' }))).toMatchObject({
      moves: [],
      announce: false,
      patch: { response: {}, processorRef: 'ref' },
    })
  })

  it.each([
    ['EXPIRED', ['sandbox']],
    ['SUCCESS', []],
    ['REFUSED', []],
  ] as const)('of an acceptance that comes after %s keeps the steps %j', (status, expected) => {
    const late = accepted(
      pending({ status, expireAt: AT - 1 }),
      {
        response: {},
        processorRef: 'ref',
        processorStatus: undefined,
        moneyRequiredMinor: undefined,
        expireAt: undefined,
        steps: [{ purpose: 'sandbox', dueAt: AT }],
      },
      AT,
    )
    const { moves, steps } = planOf(late)
    expect([moves, steps.map(({ purpose }) => purpose)]).toEqual([[], expected])
  })

  it('expects the amount that the customer was told, and puts the gap on differences', () => {
    const payin = pending({ moneyRequiredMinor: minor(10_003n) })
    expect(paid(payin, { statusUpdate: 'r', received: thb(10_000n), at: AT }, undefined)).toEqual({
      refusal: 'SUSPEND',
    })
    const plan = planOf(paid(payin, { statusUpdate: 'r', received: thb(10_003n), at: AT }, undefined))
    expect(total(plan, 'available')).toBe(10_000n)
    expect(total(plan, 'differences')).toBe(3n)
    expect(total(plan, 'clearing:sandbox')).toBe(-10_003n)
  })

  it('suspends money of another amount, another currency, or for a payin that is over', () => {
    const other = { ...thb(10_000n), currency: 'USDT' as Payment['money']['currency'] }
    const reported = (payin: Payment, received: Payment['money']) =>
      paid(payin, { statusUpdate: 'r', received, at: AT }, undefined)
    expect(reported(pending(), thb(9_999n))).toEqual({ refusal: 'SUSPEND' })
    expect(reported(pending(), other)).toEqual({ refusal: 'SUSPEND' })
    for (const status of ['SUCCESS', 'FAILED', 'REFUSED'] as const) {
      expect(reported(pending({ status, confirmation: 'r0' }), thb(10_000n))).toEqual({ refusal: 'SUSPEND' })
    }
  })

  it.each([
    ['SUCCESS', 10_000n, 'SECOND_PAYMENT'],
    ['FAILED', 10_000n, 'PAID_AFTER_FAILED'],
    ['REFUSED', 10_000n, 'PAID_AFTER_REFUSED'],
    ['PENDING', 9_999n, 'AMOUNT_DIFFERS'],
    ['EXPIRED', 10_001n, 'AMOUNT_DIFFERS'],
    ['PENDING', 10_000n, 'REFERENCE_MISSING'],
  ] as const)('opens a case for money suspended in %s (%i)', (status, amount, reason) => {
    const plan = planOf(suspended(pending({ status }), thb(amount), 'case', 'r'))
    expect(plan).toMatchObject({ moves: [], announce: false, cases: [{ reason, money: thb(amount) }] })
    expect([total(plan, 'suspense'), total(plan, 'clearing:sandbox')]).toEqual([amount, -amount])
  })

  it('posts nothing for an acceptance, whatever has become of the payment', () => {
    const known = { response: {}, processorRef: 'ref', processorStatus: undefined, expireAt: undefined }
    const steps = [{ purpose: 'sandbox', dueAt: AT }] as const
    for (const kind of ['payin', 'payout', 'refund'] as const)
      for (const status of STATUSES) {
        const payment: Payment = {
          ...make.payment(kind, 'p'),
          processorRef: undefined,
          response: undefined,
          status,
        }
        const plans = [
          accepted(payment, { ...known, moneyRequiredMinor: undefined, steps }, AT),
          acceptedLater(payment, steps),
        ].flatMap((decision) => ('plan' in decision ? [decision.plan] : []))
        expect(plans.map(({ postings }) => postings)).toEqual(plans.map(() => []))
        expect(plans.length).toBeGreaterThan(0)
      }
  })

  it('moves the expiry where the processor gives another time', () => {
    const plan = planOf(
      accepted(
        pending({ status: 'NEW', expireAt: AT }),
        {
          response: {},
          processorRef: undefined,
          processorStatus: undefined,
          moneyRequiredMinor: undefined,
          expireAt: AT - 10,
          steps: [{ purpose: 'sandbox', dueAt: AT }],
        },
        AT,
      ),
    )
    expect(plan.steps).toContainEqual({ purpose: 'expire', dueAt: AT - 10 })
    expect(plan.steps).toHaveLength(2)
  })

  it('expires a payin not before its time, and a payout never', () => {
    const payin = pending({ expireAt: AT })
    expect(expired(payin, AT - 1, false)).toEqual({ refusal: 'NOT_DUE' })
    expect(planOf(expired(payin, AT, false)).moves).toEqual(['EXPIRED'])
    expect(expired(make.payment('payout', 'o'), AT, true)).toEqual({ refusal: 'NOT_ALLOWED' })
  })

  it('lets a reference be set once and corrected three times, also in EXPIRED, and frees the old one', () => {
    let payin = pending({ status: 'EXPIRED' })
    for (let setting = 0; setting < MAX_REFERENCE_SETTINGS; setting++) {
      const old = payin.externalReference
      const plan = planOf(decide(payin, { what: 'reference' }))
      expect(plan.releases.map(({ value }) => value)).toEqual(old === undefined ? [] : [old])
      payin = applied(payin, plan)
    }
    expect(decide(payin, { what: 'reference' })).toEqual({ refusal: 'NOT_ALLOWED' })
    expect(decide(pending({ status: 'SUCCESS' }), { what: 'reference' })).toEqual({ refusal: 'NOT_ALLOWED' })
  })
})
