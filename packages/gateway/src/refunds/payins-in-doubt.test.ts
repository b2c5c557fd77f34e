/** Refunds beside a doubt about their payin's money: of the two the later one sees the earlier one, also between a look and its commit. */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import { type MerchantOrderId, paymentKey } from '@sluice/core/foundation/identifiers.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { CaseReason } from '@sluice/core/payment/case-reasons.ts'
import type { Database } from '@sluice/database/port.ts'
import type { Opened } from '@sluice/database/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestGateway, testGateway } from '../../../../test/harness.ts'
import { bothEngines } from '../../../../test/setup/shared.ts'
import { checkInvariants } from '../admin/invariants/invariants.ts'
import { GATEWAY, openCase } from '../payments/cases.ts'
import type { Change } from '../payments/change.ts'
import { maker, rowsOf } from '../payments/payments.fixture.ts'
import { firstRoundTrip, namesOf } from '../payments/round-trips.ts'
import { openContradiction } from '../processing/contradiction.ts'
import { type RefundWorld, refundWorld } from './refunds.fixture.ts'

const LOOK = 'payin_doubts'

describe.each(bothEngines)('a payin that comes into doubt after it was looked at, on $name', ({ open }) => {
  let opened: Opened
  let gateway: TestGateway
  /** Done once, after the next look has found no doubt. */
  let afterLook: (() => Promise<unknown>) | undefined

  beforeAll(async () => {
    opened = await open()
    const { database } = opened
    const raced: Database = {
      engine: database.engine,
      writeSlots: database.writeSlots,
      async run(statement, values) {
        const rows = await database.run(statement, values)
        if (statement.name !== LOOK) return rows
        const happens = afterLook
        afterLook = undefined
        await happens?.()
        return rows
      },
      batch: (calls) => database.batch(calls),
      transact: (reads, decide) => database.transact(reads, decide),
      ping: (timeoutMs) => database.ping(timeoutMs),
      close: () => database.close(),
    }
    gateway = await testGateway(raced, {
      network: () => ({ ok: true, status: 204, headers: {}, body: '', durationMs: 1 }),
    })
  })
  afterAll(async () => {
    await gateway?.stop()
    await opened?.close()
  })

  const reversed = ({ shop }: RefundWorld, idPayin: string) =>
    openCase(gateway.app.gateway, {
      merchantId: GATEWAY,
      fact: `reversed ${shop.code}`,
      reason: 'CREDIT_REVERSED',
      processor: 'sandbox',
      money: { currency: offered('THB').code, amountMinor: minor(-100_000n) },
      detail: { candidates: [{ merchantCode: shop.code, kind: 'payin', id: idPayin, why: ['REFERENCE'] }] },
    })
  const denied = ({ shop }: RefundWorld, idPayin: string) =>
    openContradiction(gateway.app.gateway, {
      payment: { merchantId: shop.code, kind: 'payin', id: idPayin as MerchantOrderId },
      processor: 'sandbox',
      contradiction: { reason: 'REJECTED_AFTER_SUCCESS', detail: {} },
    })

  const vanished = async ({ shop }: RefundWorld, idPayin: string) => {
    const [row] = await rowsOf(
      opened.database,
      `select key from payment where id = '${idPayin}' and merchant_id = '${shop.code}'`,
    )
    await openCase(gateway.app.gateway, {
      merchantId: shop.code,
      fact: `vanished ${idPayin}`,
      reason: 'CHAIN_REORG',
      processor: 'sandbox',
      paymentKey: paymentKey(String(row?.key)),
      detail: {
        candidates: [{ merchantCode: shop.code, kind: 'payin', id: idPayin, why: 'sent to its address' }],
      },
    })
  }

  it.each([
    { doubt: 'the bank takes the credit back', comesUp: reversed },
    { doubt: 'the chain takes the transfer back', comesUp: vanished },
    { doubt: 'its processor denies it', comesUp: denied },
  ])('is not refunded where $doubt', async ({ comesUp }) => {
    const world = await refundWorld(gateway)
    const idPayin = await world.paid('PROMPTPAY', 1_000)
    const before = await world.balance('available')
    afterLook = () => comesUp(world, idPayin)
    const answer = await world.refund('r', { idPayin })
    expect([answer.status, answer.body]).toMatchObject([
      422,
      { code: 'PAYIN_NOT_REFUNDABLE', detail: expect.stringContaining('in doubt') },
    ])
    expect(await world.balance('available')).toBe(before)
    expect((await world.read('/refunds/r')).status).toBe(404)
    expect((await world.refund('other', { idPayin: await world.paid('PROMPTPAY', 50) })).status).toBe(201)
    expect((await checkInvariants(opened.database)).checks.filter(({ holds }) => !holds)).toEqual([])
  })

  it('has no refund sent on by the payer who names a payee', async () => {
    const world = await refundWorld(gateway)
    const idPayin = await world.paid('PIXQR', 5_000)
    const made = await world.refund('r', { idPayin, money: { amount: 914, currencyCode: 'BRL' } })
    const url = new URL(String(made.body.claimUrl))
    // It is looked at before the way is known to be open, and once more when it is gone.
    afterLook = async () => {
      afterLook = () => denied(world, idPayin)
    }
    const named = await gateway.request('POST', `${url.pathname}/!payee`, {
      token: url.hash.slice(1),
      headers: { 'x-api-version': '' },
      body: {
        payee: {
          paymentMethodCode: 'BANK_TRANSFER',
          paymentOperatorCode: '001',
          account: { accountName: 'Maria Silva', accountNumber: '12345678' },
        },
      },
    })
    expect(named.status).not.toBe(200)
    expect((await world.read('/refunds/r')).body).toMatchObject({ process: { status: 'AWAITING_PAYEE' } })
    expect((await checkInvariants(opened.database)).checks.filter(({ holds }) => !holds)).toEqual([])
  })
})

describe('a change', () => {
  const make = maker(simulatedDeps(1))
  const payin = make.payment('payin', 'o')
  const named = { merchantCode: payin.merchantId, kind: 'payin', id: payin.id }
  const opening = (reason: CaseReason): Change => {
    const change = make.credited(-1n)
    const { subject } = change
    if (subject.type !== 'fund') throw new Error('a funding')
    const detail = { candidates: [named, named, { ...named, kind: 'payout' }] }
    const cases = [{ key: make.uuid(), reason, money: undefined, detail }]
    return { ...change, subject: { ...subject, cases } }
  }
  const statements = (change: Change) =>
    firstRoundTrip([change], false).map(({ statement }) => statement.name)

  it('that brings payins into doubt holds them, each once', () => {
    for (const reason of ['CREDIT_REVERSED', 'CHAIN_REORG'] as const) {
      expect(namesOf(opening(reason))).toEqual([`${payin.merchantId}/payin/o`])
      expect(statements(opening(reason))).toContain('journal_lock_payments')
    }
    expect(namesOf(opening('UNKNOWN_CREDIT'))).toEqual([])
  })

  it('that gives a payin back holds it before it looks for doubts, and before it locks balances', () => {
    const names = statements({ ...make.outgoing('refund', 'r', 1n), makesRefund: payin })
    expect(names.slice(-3)).toEqual(['journal_lock_payments', LOOK, 'journal_lock_balances'])
  })
})
