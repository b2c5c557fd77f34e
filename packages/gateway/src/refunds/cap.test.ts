/** The cap of refunds under a race: whatever is asked at once, on two nodes, never more goes back than the payin credited. */
import { minor } from '@sluice/core/foundation/money.ts'
import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Payment, RefundTerms } from '@sluice/core/payment/model.ts'
import type { Status } from '@sluice/core/payment/transitions.ts'
import type { Opened } from '@sluice/database/testing.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestGateway, testGateway } from '../../../../test/harness.ts'
import { bothEngines } from '../../../../test/setup/shared.ts'
import { checkInvariants } from '../admin/invariants/invariants.ts'
import { maker, thb } from '../payments/payments.fixture.ts'
import { feeReversal, sumsOf } from '../payments/refunds.ts'
import { CALLBACKS, refundWorld } from './refunds.fixture.ts'

const postgres = bothEngines.filter(({ name }) => name.includes('PostgreSQL'))

describe.each(postgres)('refunds of one payin at once on two nodes, on $name', ({ open }) => {
  let opened: Opened
  let first: TestGateway
  let second: TestGateway

  beforeAll(async () => {
    opened = await open()
    const network = () => ({ ok: true, status: 204, headers: {}, body: '', durationMs: 1 }) as const
    first = await testGateway(opened.database, { network })
    // The same database, a journal and turns of its own. It serves and does not work.
    second = await testGateway(opened.database, { network, seed: 2, started: false })
  })
  afterAll(async () => {
    await first?.stop()
    await second?.stop()
    await opened?.close()
  })

  it.each([
    { atOnce: 2, each: 1_000, fit: 1 },
    { atOnce: 10, each: 300, fit: 3 },
    { atOnce: 50, each: 30, fit: 33 },
  ])('of $atOnce of $each from a payin of 1,000 exactly $fit are accepted', async ({ atOnce, each, fit }) => {
    const world = await refundWorld(first, { rateLimitPerSecond: 1_000 })
    const idPayin = await world.paid('PROMPTPAY', 1_000)
    const token = await world.shop.token()
    await second.advance(0)
    const answers = await Promise.all(
      Array.from({ length: atOnce }, (_, index) =>
        (index % 2 === 0 ? first : second).request('POST', `/refunds/r${index}`, {
          token,
          body: {
            idPayin,
            money: { amount: each, currencyCode: 'THB' },
            reason: 'OTHER',
            callbackUrl: CALLBACKS,
          },
        }),
      ),
    )
    const codes = answers.map(({ status, body }) => (status === 201 ? 201 : String(body.code)))
    expect(codes.filter((code) => code === 201)).toHaveLength(fit)
    expect(new Set(codes.filter((code) => code !== 201))).toEqual(new Set(['REFUND_EXCEEDS_PAYIN']))
    const { refunds } = (await world.read(`/payins/${idPayin}`)).body
    expect(refunds?.refundable?.amount).toBe(1_000 - fit * each)
    const broken = (await checkInvariants(opened.database)).checks.filter(({ holds }) => !holds)
    expect(broken).toEqual([])
  })
})

describe.each(postgres)('a claim link used at once on two nodes, on $name', ({ open }) => {
  let opened: Opened
  let first: TestGateway
  let second: TestGateway
  beforeAll(async () => {
    opened = await open()
    const network = () => ({ ok: true, status: 204, headers: {}, body: '', durationMs: 1 }) as const
    first = await testGateway(opened.database, { network })
    second = await testGateway(opened.database, { network, seed: 2, started: false })
  })
  afterAll(async () => {
    await first?.stop()
    await second?.stop()
    await opened?.close()
  })

  it('lets one payee count', async () => {
    const world = await refundWorld(first)
    const idPayin = await world.paid('PIXQR', 5_000)
    const made = await world.refund('r', { idPayin, money: { amount: 914, currencyCode: 'BRL' } })
    const url = new URL(String(made.body.claimUrl))
    await second.deps.jump(first.deps.clock.now() - second.deps.clock.now())
    const name = (at: TestGateway, accountNumber: string) =>
      at.request('POST', `${url.pathname}/!payee`, {
        token: url.hash.slice(1),
        headers: { 'x-api-version': '' },
        body: {
          payee: {
            paymentMethodCode: 'BANK_TRANSFER',
            paymentOperatorCode: '001',
            account: { accountName: 'Maria Silva', accountNumber },
          },
        },
      })
    const answers = await Promise.all([name(first, '12345678'), name(second, '87654321')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    await first.advance(10_000)
    expect((await world.read('/refunds/r')).body).toMatchObject({ process: { status: 'SUCCESS' } })
    const broken = (await checkInvariants(opened.database)).checks.filter(({ holds }) => !holds)
    expect(broken).toEqual([])
  })
})

describe('what refunds give back of a payin’s fee and VAT', () => {
  const { payment: made } = maker(simulatedDeps(1))
  const payment = (amountMinor: bigint, changes: Partial<Payment> = {}) =>
    made(changes.kind ?? 'refund', 'one', { money: thb(amountMinor), ...changes })

  it('is never more than was charged, whatever fails meanwhile, and all of it where all goes back', () => {
    const charge = fc.bigInt({ min: 0n, max: 5_000n })
    const part = fc.record({ share: fc.integer({ min: 1, max: 40 }), fails: fc.boolean() })
    fc.assert(
      fc.property(charge, charge, fc.array(part, { minLength: 1, maxLength: 20 }), (fee, vat, parts) => {
        const whole = 100_000n
        const payin = payment(whole, { kind: 'payin', feeMinor: minor(fee), vatMinor: minor(vat) })
        const refunds: Payment[] = []
        const refund = (amount: bigint, status: Status) => {
          const sums = sumsOf(payin, refunds)
          const back = feeReversal(payin, sums, minor(amount))
          const terms: RefundTerms = {
            idPayin: payin.id,
            payinKey: payin.key,
            reason: 'OTHER',
            route: 'PAYOUT',
            number: sums.next,
            feeBackMinor: back.feeMinor.toString(),
            vatBackMinor: back.vatMinor.toString(),
          }
          refunds.unshift(payment(amount, { status, request: { refund: terms } }))
        }
        for (const { share, fails } of parts) {
          const left = sumsOf(payin, refunds).refundableMinor
          const amount = (left * BigInt(share)) / 97n
          if (amount > 0n) refund(amount, fails ? 'FAILED' : 'SUCCESS')
        }
        const before = sumsOf(payin, refunds)
        expect(before.feeBackMinor <= fee && before.vatBackMinor <= vat).toBe(true)
        refund(before.refundableMinor, 'SUCCESS')
        const all = sumsOf(payin, refunds)
        expect([all.refundableMinor, all.feeBackMinor, all.vatBackMinor]).toEqual([0n, fee, vat])
      }),
      { numRuns: 100 },
    )
  })
})

describe('what is left of a payin', () => {
  const { payment: made } = maker(simulatedDeps(1))

  it('is never below nothing, also where one that had failed was sent all the same', () => {
    const { id: idPayin, key: payinKey } = made('payin', 'one')
    const refund: RefundTerms = { idPayin, payinKey, reason: 'OTHER', route: 'PAYOUT', number: 1 }
    const refunded = (changes: Partial<Payment>) =>
      made('refund', 'one', { money: thb(1_000n), request: { refund }, ...changes })
    const refunds = [refunded({ status: 'SUCCESS' }), refunded({ status: 'FAILED', confirmation: 'sent' })]
    const { countedMinor, refundableMinor } = sumsOf({ money: thb(1_000n) }, refunds)
    expect([countedMinor, refundableMinor]).toEqual([2_000n, 0n])
  })

  it('is more again where one came back and was credited, and never more than was paid', () => {
    const { id: idPayin, key: payinKey } = made('payin', 'one')
    const refund: RefundTerms = { idPayin, payinKey, reason: 'OTHER', route: 'PAYOUT', number: 1 }
    const sent = made('refund', 'one', { money: thb(600n), request: { refund }, status: 'SUCCESS' })
    const left = (cameBack: bigint) =>
      sumsOf({ money: thb(1_000n) }, [{ ...sent, cameBackMinor: minor(cameBack) }]).refundableMinor
    expect([left(0n), left(100n), left(600n), left(700n)]).toEqual([400n, 500n, 1_000n, 1_000n])
  })
})
