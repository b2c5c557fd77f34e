/**
 * Every status × holder × case has its sentence, for operators and for merchants; and a merchant reads nothing of the gateway's
 * inside. Over the whole product that can occur: walked, not sampled.
 */
import type { RefundRoute } from '@sluice/core/catalogue/refund-rules.ts'
import type { PaymentKind } from '@sluice/core/foundation/identifiers.ts'
import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import { CASE_REASONS_BY_STATUS, PLAIN_CASE_REASONS } from '@sluice/core/payment/case-reasons.ts'
import type { ExcessMoney, Payment, RefundTerms } from '@sluice/core/payment/model.ts'
import { STATUSES, type Status, TRANSITIONS } from '@sluice/core/payment/transitions.ts'
import { describe, expect, it } from 'vitest'
import type { CallbackState, CallbackView, GoesFirst } from '../callbacks/reading.ts'
import type { CaseFile } from '../payments/cases.ts'
import { idOf, maker, SHOP, THB, thb } from '../payments/payments.fixture.ts'
import type { BankFile } from '../processors/bank-file/file.ts'
import type { PayoutInFile } from '../processors/bank-file/listing.ts'
import type { StoredEntry } from '../reconciliation/store.ts'
import { CASE_TEXTS, caseWords } from './case-texts.ts'
import { factsIn } from './evidence.ts'
import { explain } from './explain.ts'
import { FAILURE_TEXTS, failureWords } from './failure-texts.ts'
import { type Holder, holderOf } from './holders.ts'
import type { PaymentSnapshot } from './snapshot.ts'
import { STANDINGS } from './standing.ts'
import { VOICES } from './texts.ts'

const START = Date.parse('2026-11-21T08:00:00.000Z')
const MINUTE_MS = 60_000
const make = maker(simulatedDeps(1, { startAt: START }))

/** Nothing with this in it may reach a merchant. */
const SECRET = 'zz-inside'
const PROCESSORS: Readonly<Record<Holder, string>> = {
  SANDBOX: 'sandbox',
  OWN_ACCOUNT: 'test-own-account',
  BANK_FILE: 'test-bank-file',
  STABLECOIN: 'test-stablecoin',
  PROVIDER: `test-${SECRET}`,
}
const HOLDERS = Object.entries(PROCESSORS)

const KINDS: readonly PaymentKind[] = [...new Set(TRANSITIONS.flatMap(({ kinds }) => kinds))]
const reachable = (kind: PaymentKind): readonly Status[] =>
  STATUSES.filter((status) => TRANSITIONS.some(({ to, kinds }) => to === status && kinds.includes(kind)))
const CELLS = KINDS.flatMap((kind) => reachable(kind).map((status) => [kind, status] as const))

const snapshotOf = (payment: Payment, changes: Partial<PaymentSnapshot> = {}): PaymentSnapshot => ({
  payment,
  history: [
    {
      seq: 1,
      from: undefined,
      to: payment.status,
      announced: undefined,
      reason: `declined: ${SECRET}`,
      actor: `operator:${SECRET}`,
      at: START,
    },
  ],
  steps: [],
  cases: [],
  perhaps: [],
  refunds: [],
  callbacks: [],
  statusUpdates: [],
  calls: [],
  file: undefined,
  entries: [],
  transfers: [],
  lacksReference: false,
  ...changes,
})

const paymentOf = (kind: PaymentKind, status: Status, processor: string): Payment =>
  make.payment(kind, 'order-1', {
    status,
    processor,
    processorRef: SECRET,
    processorStatus: SECRET,
    expireAt: kind === 'payin' ? START + 15 * MINUTE_MS : undefined,
    failureReason: status === 'FAILED' ? 'PROCESSOR_ERROR' : undefined,
  })

const caseOf = (reason: string, changes: Partial<CaseFile> = {}): CaseFile => ({
  merchantId: SHOP,
  key: SECRET,
  reason,
  money: thb(10_000n),
  leftMinor: thb(10_000n).amountMinor,
  processor: SECRET,
  payment: undefined,
  detail: { entry: { account: SECRET, reference: SECRET } },
  openedAt: START + MINUTE_MS,
  closedAt: undefined,
  owner: SECRET,
  dueAt: undefined,
  decisions: [],
  ...changes,
})

const fileOf = (changes: Partial<BankFile>): BankFile => ({
  id: SECRET,
  processor: SECRET,
  format: 'zengin',
  messageId: SECRET,
  status: 'PREPARED',
  batches: [],
  payments: 1,
  sha256: SECRET,
  preparedBy: { id: SECRET, name: `anna-${SECRET}` },
  preparedAt: START + MINUTE_MS,
  releasedBy: undefined,
  releasedAt: undefined,
  cancelledBy: undefined,
  cancelledAt: undefined,
  downloads: 0,
  ...changes,
})
const inFile = (file: BankFile | undefined, changes: Partial<PayoutInFile> = {}): PayoutInFile => ({
  state: file ? 'IN_FILE' : 'WAITING',
  isInDoubt: false,
  file,
  bankStatus: undefined,
  bankReason: undefined,
  reportedAt: undefined,
  debitedBy: undefined,
  ...changes,
})

const entryOf = (changes: Partial<StoredEntry> = {}): StoredEntry => ({
  account: `bangkok-${SECRET}`,
  reference: `${SECRET}-000417`,
  referenceDerived: false,
  source: 'json',
  key: SECRET,
  bookedAt: START,
  bookedPrecision: 'day',
  valueDate: undefined,
  direction: 'debit',
  reversal: false,
  money: thb(10_000n),
  remittance: SECRET,
  endToEndId: SECRET,
  utr: SECRET,
  sender: { name: SECRET },
  raw: SECRET,
  receivedAt: START + 60 * MINUTE_MS,
  state: 'APPLIED',
  tries: 1,
  decision: undefined,
  outcome: 'DELIVERED',
  detail: undefined,
  appliedAt: START + 60 * MINUTE_MS,
  ...changes,
})

/** What is wrong with what is told: of the sentences, which are begun, ended and made of words, and of what a merchant may read. */
function faultsIn(snapshot: PaymentSnapshot): readonly string[] {
  return VOICES.flatMap((voice) => {
    const { summary, sentences, evidence, waitingFor, next } = explain(snapshot, voice)
    const reported = [summary, ...sentences, ...evidence.map(({ text }) => text)]
    return [
      ...reported.filter((text) => !/^\S.*[.)]$/s.test(text)),
      ...reported.filter((text) => /undefined|null|NaN|\[object/.test(text)),
      ...(voice === 'merchant' ? reported.filter((text) => INSIDE.test(text)) : []),
      ...(voice === 'merchant' && JSON.stringify(evidence).includes(SECRET) ? ['inside'] : []),
      ...(sentences.includes(summary) ? [] : ['the summary is not told']),
      ...((waitingFor === 'NOBODY') === (next === undefined) ? [] : [`${waitingFor} and ${next?.operation}`]),
    ]
  })
}
const INSIDE = new RegExp(`${SECRET}|bank-file|own-account|http-|processor|suspense|sluice `, 'i')
const expectWords = (snapshot: PaymentSnapshot) => expect(faultsIn(snapshot)).toEqual([])

describe.each(CELLS)('a %s that is %s', (kind, status) => {
  it.each(HOLDERS)('has its sentence, whoever has it: %s', (_holder, processor) => {
    expectWords(snapshotOf(paymentOf(kind, status, processor)))
  })

  it.each(HOLDERS)('has its sentence with each case, open and settled: %s', (_holder, processor) => {
    const payment = paymentOf(kind, status, processor)
    const reasons = [
      ...PLAIN_CASE_REASONS,
      ...CASE_REASONS_BY_STATUS.flatMap((begin) => STATUSES.map((each) => `${begin}_${each}`)),
    ]
    const decided = {
      part: 1,
      action: 'credit',
      money: thb(1n),
      detail: { note: SECRET },
      operator: SECRET,
      at: START + 2 * MINUTE_MS,
    } as const
    const without = explain(snapshotOf(payment), 'operator').waitingFor
    const faults = reasons.flatMap((reason) => {
      const open = snapshotOf(payment, { cases: [caseOf(reason)] })
      const closed = caseOf(reason, { closedAt: START + 2 * MINUTE_MS, decisions: [decided] })
      const settled = snapshotOf(payment, { cases: [closed] })
      const { summary, next } = explain(open, 'operator')
      return [
        ...faultsIn(open),
        ...faultsIn(settled),
        ...(next?.operation === 'SETTLE_CASE' && summary.includes(caseWords(reason).operator)
          ? []
          : [reason]),
        ...(explain(settled, 'operator').waitingFor === without ? [] : [`${reason}, settled`]),
      ]
    })
    expect(faults).toEqual([])
  })
})

it.each(HOLDERS)('%s is known by the name of its processors, of tests and live', (holder, processor) => {
  expect([holderOf(processor), holderOf(processor.replace('test-', ''))]).toEqual([holder, holder])
})

it('the table holds exactly the statuses that a kind can have', () => {
  for (const kind of KINDS) {
    expect(Object.keys(STANDINGS[kind]).toSorted()).toEqual([...reachable(kind)].toSorted())
  }
})

it.each(Object.keys(FAILURE_TEXTS))('a failure says why: %s', (failureReason) => {
  const payment = { ...paymentOf('payout', 'FAILED', 'sandbox'), failureReason }
  expectWords(snapshotOf(payment))
  expect(explain(snapshotOf(payment), 'operator').summary).toContain(failureWords(failureReason).operator)
})

it('a failure of a code that only a provider knows is named by its code', () => {
  expect(failureWords('SIM_SWAPPED').merchant).toContain('SIM_SWAPPED')
})

it('a case of a reason that there is no more has words, too', () => {
  expect(caseWords('OF_AN_OLDER_VERSION').operator).toBe('This case needs a manual decision.')
  expect(Object.values(CASE_TEXTS).length).toBe(PLAIN_CASE_REASONS.length + CASE_REASONS_BY_STATUS.length)
})

describe('a payout by bank file waits for', () => {
  const payout = paymentOf('payout', 'PENDING', 'bank-file')
  it.each([
    ['a file', inFile(undefined), 'OPERATOR', 'PREPARE_FILE'],
    ['a look at the bank', inFile(undefined, { isInDoubt: true }), 'OPERATOR', 'CLEAR_DOUBT'],
    ['its release by another operator', inFile(fileOf({})), 'OPERATOR', 'RELEASE_FILE'],
    [
      'its way to the bank',
      inFile(fileOf({ status: 'RELEASED', releasedBy: SECRET, releasedAt: START })),
      'OPERATOR',
      'SUBMIT_FILE_TO_BANK',
    ],
    [
      'the bank',
      inFile(fileOf({ status: 'RELEASED', releasedBy: SECRET, releasedAt: START, downloads: 1 })),
      'BANK',
      'BANK_CONFIRMS',
    ],
    ['another file', inFile(fileOf({ status: 'CANCELLED' })), 'OPERATOR', 'PREPARE_FILE'],
  ] as const)('%s', (_what, file, waitingFor, operation) => {
    const snapshot = snapshotOf(payout, { file })
    expectWords(snapshot)
    expect(explain(snapshot, 'merchant')).toMatchObject({ waitingFor, next: { operation } })
  })
})

describe('a refund', () => {
  const refundBy = (route: RefundRoute, status: Status = 'PENDING'): PaymentSnapshot => {
    const payment = paymentOf('refund', status, 'bank-file')
    const refund = {
      idPayin: idOf('order-1'),
      payinKey: payment.key,
      number: 1,
      reason: 'OTHER',
      route,
    } as const
    return snapshotOf(
      { ...payment, expireAt: START + MINUTE_MS, request: { refund } },
      { file: inFile(undefined) },
    )
  }

  it.each([
    ['NATIVE', 'PREPARE_FILE'],
    ['PAYOUT', 'PREPARE_FILE'],
    ['CLAIM', 'PREPARE_FILE'],
    ['MANUAL', 'SEND_BY_HAND'],
  ] as const)('on its way by route %s waits for whoever has it', (route, operation) => {
    const snapshot = refundBy(route)
    expectWords(snapshot)
    expect(explain(snapshot, 'merchant')).toMatchObject({ waitingFor: 'OPERATOR', next: { operation } })
  })

  it('that nobody has claimed yet waits for its payer until it expires', () => {
    const snapshot = refundBy('CLAIM', 'AWAITING_PAYEE')
    expectWords(snapshot)
    expect(explain(snapshot, 'merchant')).toMatchObject({
      waitingFor: 'PAYER',
      next: { operation: 'CLAIM', at: START + MINUTE_MS },
    })
  })

  it('whose payee must be approved waits for an operator until then', () => {
    const { payment, ...rest } = refundBy('CLAIM', 'AWAITING_PAYEE')
    const refund = payment.request.refund
    const snapshot = {
      ...rest,
      payment: { ...payment, request: { ...(refund && { refund: { ...refund, heldBy: 'approval' } }) } },
    }
    expectWords(snapshot)
    expect(explain(snapshot, 'merchant')).toMatchObject({
      waitingFor: 'OPERATOR',
      next: { operation: 'APPROVE_CLAIM', at: START + MINUTE_MS },
    })
  })
})

describe('a payin that was paid', () => {
  const paid = paymentOf('payin', 'SUCCESS', 'test-own-account')
  const refundOf = (id: string, status: Status, amountMinor: bigint): Payment => ({
    ...make.payment('refund', id, { status, money: thb(amountMinor) }),
    request: {
      refund: { idPayin: paid.id, payinKey: paid.key, number: 1, reason: 'OTHER', route: 'PAYOUT' },
    },
  })
  const reportedOf = (refunds: readonly Payment[]) => explain(snapshotOf(paid, { refunds }), 'merchant')

  it('says how much of it went back, how much is on its way, and by which refunds', () => {
    const { summary, evidence } = reportedOf([
      refundOf('refund-1', 'SUCCESS', 2_000n),
      refundOf('refund-2', 'PENDING', 500n),
    ])
    expect(summary).toBe(
      'Paid. You were credited with 100.00 THB less the fee. 20.00 THB was refunded to the payer. 5.00 THB is being refunded to the payer.',
    )
    expect(evidence.filter(({ type }) => type === 'REFUND').map(({ text }) => text)).toEqual([
      'Refund refund-1 of 20.00 THB was requested; it is SUCCESS.',
      'Refund refund-2 of 5.00 THB was requested; it is PENDING.',
    ])
  })

  it('says nothing of a refund that came to nothing but that it was asked for', () => {
    expect(reportedOf([refundOf('refund-1', 'FAILED', 2_000n)]).summary).not.toContain('back')
  })
})

it('an event that left the status as it was is told as what it was, not as the step to that status', () => {
  const event = {
    seq: 2,
    from: 'PENDING',
    to: 'PENDING',
    announced: undefined,
    reason: 'money suspended: PENDING',
    actor: 'processor:own-account',
    at: START,
  } as const
  const payin = paymentOf('payin', 'PENDING', 'own-account')
  const [reported] = factsIn(snapshotOf(payin, { history: [event] }))
  expect([reported?.operator, reported?.merchant]).toEqual([
    'Noted by processor:own-account: money suspended: PENDING.',
    'Money arrived that could not be credited automatically.',
  ])
})

describe('a callback', () => {
  const at = '2026-11-21T08:00:00.000Z'
  const attempt = { attempt: 1, at, outcome: 'RETRY' }
  it.each<[CallbackState, CallbackView['attempts'], string]>([
    ['WAITING', [], 'is waiting to be sent'],
    ['WAITING', [attempt], 'failed in 1 attempt. The next attempt is at 2026-11-21 08:00:00 UTC'],
    ['SENDING', [], 'is being sent'],
    ['DELIVERED', [attempt, attempt], 'was delivered after 2 attempts'],
    ['SUPERSEDED', [], 'was skipped, because a later one replaced it'],
    ['ABANDONED', [attempt], 'was abandoned after 1 attempt. It can be resent by hand'],
    ['ENDED', [attempt], 'was answered with 410: its receiver wants no more callbacks of this payment'],
  ])('that is %s, after the attempts %j, says so', (state, attempts, words) => {
    const callback = { sequence: 1, status: 'SUCCESS', at, state, nextAttemptAt: at, attempts }
    const payment = paymentOf('payout', 'SUCCESS', 'sandbox')
    const [reported] = factsIn(snapshotOf(payment, { history: [], callbacks: [callback] }))
    expect(reported?.merchant).toBe(`Callback 1 for SUCCESS ${words}.`)
  })

  it.each<[GoesFirst['kind'], CallbackView['attempts'], string]>([
    ['refund', [], 'waits until callback 1 of this payment is delivered or given up'],
    ['payin', [], 'waits until callback 1 of the payin order-1 is delivered or given up'],
    [
      'payin',
      [attempt],
      'failed in 1 attempt. It waits until callback 1 of the payin order-1 is delivered or given up',
    ],
  ])('that waits for one of a %s, after the attempts %j, names it', (kind, attempts, words) => {
    const payment = paymentOf('refund', 'SUCCESS', 'sandbox')
    const waitsFor = { kind, id: kind === 'refund' ? payment.id : 'order-1', sequence: 1 }
    const callback = { sequence: 2, status: 'SUCCESS', at, state: 'WAITING' as const, waitsFor, attempts }
    const [reported] = factsIn(snapshotOf(payment, { history: [], callbacks: [callback] }))
    expect(reported?.merchant).toBe(`Callback 2 for SUCCESS ${words}.`)
  })
})

/** Every route, and all that its terms can add to it: a new member of either does not compile without a row here. */
const ROUTES: Readonly<Record<RefundRoute, true>> = { NATIVE: true, PAYOUT: true, CLAIM: true, MANUAL: true }
const WHYS: Readonly<Record<ExcessMoney['why'], true>> = {
  LATE: true,
  UNDERPAID: true,
  OVERPAID: true,
  SECOND: true,
}

/** By which approval it is held, and whether an operator has decided a case so. */
const HELD_AND_DECIDED = [
  [undefined, false],
  ['approval', false],
  [undefined, true],
] as const

describe('what goes back by the payin’s own rail', () => {
  const native = (status: Payment['status'], more: Partial<Payment['request']> = {}) => {
    const payment = paymentOf('refund', status, 'http-acme')
    const refund: RefundTerms = {
      ...{ idPayin: idOf('order-1'), payinKey: payment.key, number: 0, reason: 'OTHER', route: 'NATIVE' },
      excess: { why: 'SECOND', processor: 'http-acme', statusUpdate: SECRET },
    }
    return snapshotOf({ ...payment, request: { refund, ...more } })
  }
  it.each([
    ['NEW', 'The refund goes through the payment method of the payin. Accepted'],
    ['PENDING', 'The refund goes through the payment method of the payin. The provider is processing it'],
    ['SUCCESS', 'was refunded to the payer through the payment method of the payin.'],
    ['FAILED', 'The gateway’s operator will decide how to settle the money.'],
  ] as const)('says so where it is %s', (status, words) => {
    expect(explain(native(status), 'merchant').summary).toContain(words)
  })
  it.each([
    ['by the policy of the payin’s product', {}],
    ['by a decision of the gateway’s operator', { caseReturn: { caseKey: SECRET, part: 1, cameBy: SECRET } }],
  ])('says that it was made %s', (by, more) => {
    const reported = factsIn(native('PENDING', more)).map(({ merchant }) => merchant)
    expect(reported).toContain(
      `It was created ${by}: the payin was paid twice. The money was not credited to you, and is refunded through the payment method of the payin.`,
    )
  })
})

describe.each(reachable('refund'))('a refund that is %s, by each route', (status) => {
  it.each(Object.keys(ROUTES))(
    'has its sentence, held or not, asked for or made by a policy: %s',
    (route) => {
      const failures = status === 'FAILED' ? Object.keys(FAILURE_TEXTS) : [undefined]
      const whys = [undefined, ...Object.keys(WHYS)]
      const faults = HOLDERS.flatMap(([, processor]) =>
        failures.flatMap((failureReason) =>
          whys.flatMap((why) =>
            HELD_AND_DECIDED.flatMap(([heldBy, isOfACase]) => {
              const payment = {
                ...paymentOf('refund', status, processor),
                failureReason,
                expireAt: START + MINUTE_MS,
              }
              const refund = {
                idPayin: idOf('order-1'),
                payinKey: payment.key,
                number: 1,
                reason: 'OTHER',
                route: route as RefundRoute,
                ...(heldBy && { heldBy }),
                ...(why && {
                  excess: { why: why as ExcessMoney['why'], processor: SECRET, statusUpdate: SECRET },
                }),
              } as const
              const caseReturn = { caseKey: SECRET, part: 1, cameBy: SECRET }
              const request = { refund, ...(isOfACase && { caseReturn }) }
              const snapshot = snapshotOf({ ...payment, request })
              const { summary, waitingFor } = explain(snapshot, 'merchant')
              const isHeld = heldBy !== undefined && (status === 'NEW' || status === 'AWAITING_PAYEE')
              return [
                ...faultsIn(snapshot),
                ...(isHeld && waitingFor !== 'OPERATOR'
                  ? [`${status} and held waits for ${waitingFor}`]
                  : []),
                // What was never the merchant's is not given back to it.
                ...(why && status !== 'EXPIRED' && summary.includes('to your balance') ? [summary] : []),
              ]
            }),
          ),
        ),
      )
      expect(faults).toEqual([])
    },
  )
})

describe('a payin waits for', () => {
  const payin = paymentOf('payin', 'PENDING', 'own-account')
  it('its payer until it expires', () => {
    expect(explain(snapshotOf(payin), 'merchant')).toMatchObject({
      waitingFor: 'PAYER',
      next: { operation: 'PAY', at: START + 15 * MINUTE_MS },
    })
  })

  it('the number of the transfer, where it cannot be completed without', () => {
    const snapshot = snapshotOf(payin, { lacksReference: true })
    expectWords(snapshot)
    expect(explain(snapshot, 'merchant')).toMatchObject({
      waitingFor: 'PAYER',
      next: { operation: 'BRING_REFERENCE' },
    })
  })

  it('the confirmations of a transfer that a chain has shown', () => {
    const seen = { transactionHash: SECRET, chainId: 1, block: 77, seenAt: START }
    const snapshot = snapshotOf({ ...payin, processor: 'stablecoin' }, { transfers: [seen] })
    expectWords(snapshot)
    expect(explain(snapshot, 'merchant')).toMatchObject({
      waitingFor: 'PROVIDER',
      next: { operation: 'CONFIRM_TRANSFER' },
    })
  })

  it("the sandbox's payer, at the time that it pays", () => {
    const steps = [{ purpose: 'sandbox', dueAt: START + 3_000, tries: 0 }]
    const snapshot = snapshotOf({ ...payin, processor: 'sandbox' }, { steps })
    expect(explain(snapshot, 'merchant').next).toEqual({ operation: 'PAY', at: START + 3_000 })
  })
})

describe('a merchant is not told', () => {
  const payin = paymentOf('payin', 'PENDING', 'own-account')

  it('of money of nobody that may be for another', () => {
    const snapshot = snapshotOf(payin, { perhaps: [caseOf('AMBIGUOUS_CREDIT')] })
    expect(explain(snapshot, 'operator').evidence).toContainEqual(
      expect.objectContaining({ type: 'CASE', ref: SECRET }),
    )
    expect(explain(snapshot, 'merchant').evidence).not.toContainEqual(
      expect.objectContaining({ type: 'CASE' }),
    )
  })

  it('that money was seen before it is certain that it is the merchant’s', () => {
    const snapshot = snapshotOf(payin, { entries: [entryOf({ direction: 'credit' })] })
    expect(explain(snapshot, 'operator').evidence).toContainEqual(
      expect.objectContaining({ type: 'BANK_ENTRY' }),
    )
    expect(explain(snapshot, 'merchant').evidence).not.toContainEqual(
      expect.objectContaining({ type: 'BANK_ENTRY' }),
    )
  })

  it('of a report that waits, nor who made it', () => {
    const statusUpdate = {
      processor: SECRET,
      statusUpdateId: SECRET,
      merchantId: SHOP,
      kind: 'payin',
      id: idOf('order-1'),
      at: START,
      statusChange: { type: 'paid', received: { currency: THB, amountMinor: thb(1n).amountMinor } },
    } as const
    const snapshot = snapshotOf(payin, {
      statusUpdates: [{ statusUpdate, name: SECRET, receivedAt: START, tries: 1 }],
    })
    expectWords(snapshot)
    expect(explain(snapshot, 'merchant').evidence).not.toContainEqual(
      expect.objectContaining({ type: 'REPORT' }),
    )
  })

  it('by the history of who declined', () => {
    const event = {
      seq: 2,
      from: undefined,
      to: undefined,
      announced: undefined,
      reason: `declined: ${SECRET}; passed to ${SECRET}`,
      actor: `processor:${SECRET}`,
      at: START,
    }
    const snapshot = snapshotOf(payin, { history: [event] })
    expect(explain(snapshot, 'merchant').evidence).toEqual([])
    expect(explain(snapshot, 'operator').evidence).toHaveLength(1)
  })
})

it.each(['payout', 'refund', 'settlement'] as const)(
  'a %s by bank file is told from its create to the statement that closed it',
  (kind) => {
    const payment = paymentOf(kind, 'SUCCESS', 'bank-file')
    const file = fileOf({
      messageId: 'SLC1',
      status: 'RELEASED',
      preparedBy: { id: '1', name: 'anna' },
      releasedBy: 'ben',
      releasedAt: START + 2 * MINUTE_MS,
      downloads: 1,
    })
    const event = (seq: number, to: Status, minutes: number) => ({
      ...{ seq, to, from: undefined, announced: undefined, reason: undefined },
      actor: 'merchant',
      at: START + minutes * MINUTE_MS,
    })
    const snapshot = snapshotOf(payment, {
      history: [event(1, 'NEW', 0), event(2, 'PENDING', 0), event(3, 'SUCCESS', 60)],
      file: inFile(file, { debitedBy: 'bangkok:000417' }),
      entries: [entryOf({ account: 'bangkok', reference: '000417' })],
    })
    expect(factsIn(snapshot).map(({ type }) => type)).toEqual([
      'HISTORY',
      'HISTORY',
      'BANK_FILE',
      'BANK_FILE',
      'HISTORY',
      'BANK_ENTRY',
    ])
    const { sentences, waitingFor } = explain(snapshot, 'operator')
    const story = sentences.join('\n')
    expect(story).toMatch(/anna added it to bank file SLC1[\s\S]*ben released bank file SLC1/)
    expect(story).toMatch(
      /statement of bangkok shows the debit of 100.00 THB under the bank's reference 000417/,
    )
    expect(waitingFor).toBe('NOBODY')
  },
)
