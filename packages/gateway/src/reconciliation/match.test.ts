import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { describe, expect, it } from 'vitest'
import { NOTHING_FOUND } from './candidate.ts'
import { type BankEntry, dayOf } from './entry.ts'
import { CREATED, credit, EXPIRES, indexOf, payin, ref, type TestPayin } from './match.fixture.ts'
import { type MatchDecision, match, NO_TERMS } from './match.ts'
import { matchAll } from './match-all.ts'
import { numberOfTransfer } from './text-fields.ts'

const decide = (entry: BankEntry, payins: readonly TestPayin[], terms = NO_TERMS): MatchDecision =>
  match(entry, indexOf(payins)(entry), terms)

/** In a few words: whom it is for, or which case with whom. */
function reported(decision: MatchDecision): string {
  switch (decision.type) {
    case 'payin':
      return `${decision.expect} ${decision.for.id} ${decision.why.join(' ')}`
    case 'case':
      return `${decision.reason} ${decision.candidates.map(({ candidate }) => candidate.id).join(' ')}`.trim()
    case 'delivered':
    case 'returned':
      return `${decision.type} ${decision.for.id}`
    case 'ignore':
      return `ignored ${decision.reason}`
    case 'wait':
      return 'wait'
  }
}

describe('our reference in the text', () => {
  const payins = [payin(1, 500n), payin(2, 500n)]

  it.each([
    ['as it is', ref(1)],
    ['in lower case', ref(1).toLowerCase()],
    ['within a sentence', `Payment for ${ref(1)}, thanks`],
    ['with words glued before it', `REF${ref(1)}`],
    ['with words glued on both sides', `XSS${ref(1)}Q9`],
    ['in groups', `${ref(1).slice(0, 4)} ${ref(1).slice(4, 9)}-${ref(1).slice(9)}`],
    ['across a line end', `/REMI/${ref(1).slice(0, 7)}\r\n${ref(1).slice(7)}`],
    [
      'in full-width letters',
      [...ref(1)].map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join(''),
    ],
  ])('%s', (_, text) => {
    expect(reported(decide(credit(500n, text), payins))).toBe('SUCCESS p1 REFERENCE AMOUNT_EXACT')
  })

  it('may stand in the end-to-end id', () => {
    expect(reported(decide(credit(500n, '', { endToEndId: ref(2) }), payins))).toBe(
      'SUCCESS p2 REFERENCE AMOUNT_EXACT',
    )
  })

  it('may be a virtual account number', () => {
    const virtual = payin(1, 500n, { reference: '8881012345678901' })
    expect(reported(decide(credit(500n, 'VA 88810 12345 678901'), [virtual]))).toContain('SUCCESS p1')
  })

  it('of two payins leaves a doubt', () => {
    expect(reported(decide(credit(500n, `${ref(1)} ${ref(2)}`), payins))).toBe('AMBIGUOUS_CREDIT p1 p2')
  })

  it('of one and the amount of another leave a doubt', () => {
    const other = payin(3, 700n, { uniqueAmount: true })
    expect(reported(decide(credit(700n, ref(1)), [...payins, other]))).toBe('AMBIGUOUS_CREDIT p1 p3')
  })

  it('weighs more than somebody’s claim on the transfer’s number', () => {
    const claimant = payin(3, 500n, { externalReference: '632509581234' })
    const entry = credit(500n, `${ref(1)}`, { utr: '632509581234' })
    expect(reported(decide(entry, [...payins, claimant]))).toBe('SUCCESS p1 REFERENCE AMOUNT_EXACT')
  })

  it('of a payout that came back', () => {
    const payout = payin(9, 500n, { kind: 'payout', status: 'SUCCESS' })
    expect(reported(decide(credit(500n, `RETURN ${ref(9)}`), [payout]))).toBe('returned p9')
  })
})

describe('a sum of several transfers, of which nobody says how much each is', () => {
  const thief = payin(1, 500n)
  const sum = (text: string, changes: Partial<BankEntry> = {}) =>
    credit(500n, text, { ofSeveral: true, ...changes })

  it.each([
    ['reference', sum(ref(1)), thief],
    ['end-to-end id', sum('', { endToEndId: ref(1) }), thief],
    ['number', sum('', { utr: '632509581234' }), payin(1, 500n, { externalReference: '632509581234' })],
    ['amount', sum(''), payin(1, 500n, { uniqueAmount: true })],
    ['payout’s reference', sum(ref(1)), payin(1, 500n, { kind: 'payout', status: 'SUCCESS' })],
  ])('pays nobody by the %s of one of them, who chose the order that it comes to', (_, entry, named) => {
    const decision = decide(entry, [named])
    expect(reported(decision)).toBe('AMBIGUOUS_CREDIT p1')
    expect(decision.type === 'case' && decision.candidates[0]?.why).toContain('ONE_OF_SEVERAL')
  })

  it('that names nobody is unknown at once, whatever number may still be told', () => {
    const mayWait = { ...NO_TERMS, mayWait: true }
    expect(reported(decide(sum('', { utr: '632509581234' }), [], mayWait))).toBe('UNKNOWN_CREDIT')
  })
})

describe('a virtual account is credited', () => {
  const paid = (status: TestPayin['status'], amount: bigint) =>
    reported(decide(credit(amount, ref(1)), [payin(1, 500n, { status })]))

  it('after its payin has expired: a SUCCESS all the same', () => {
    expect(paid('EXPIRED', 500n)).toBe('SUCCESS p1 REFERENCE AMOUNT_EXACT LATE')
  })

  it('twice: the second is a case', () => {
    expect(paid('SUCCESS', 500n)).toBe('CASE p1 REFERENCE AMOUNT_EXACT PAID_BEFORE')
  })

  it('short', () => {
    expect(paid('PENDING', 499n)).toBe('CASE p1 REFERENCE AMOUNT_SHORT')
  })

  it('over', () => {
    expect(paid('PENDING', 501n)).toBe('CASE p1 REFERENCE AMOUNT_OVER')
  })

  it('after its payin has failed', () => {
    expect(paid('FAILED', 500n)).toBe('CASE p1 REFERENCE AMOUNT_EXACT CLOSED_BEFORE')
  })

  it('twice in one statement: one pays, the other is a case, in whatever order they stand', () => {
    const one = credit(500n, ref(1), { reference: 'BR-1' })
    const other = credit(500n, ref(1), { reference: 'BR-2' })
    const find = indexOf([payin(1, 500n)])
    const [first, second] = matchAll([one, other], find).map(reported)
    expect(first).toBe('SUCCESS p1 REFERENCE AMOUNT_EXACT')
    expect(second).toBe('CASE p1 REFERENCE AMOUNT_EXACT PAID_BEFORE')
    expect(matchAll([other, one], find).map(reported)).toEqual([second, first])
  })
})

describe('a UTR that a customer has told', () => {
  const UTR = '632509581234'
  const claimant = payin(1, 1_500n, { externalReference: UTR })
  const entry = credit(1_500n, 'RAVI KUMAR', { utr: UTR })

  it('pays with the exact amount', () => {
    expect(reported(decide(entry, [claimant]))).toBe('SUCCESS p1 UTR AMOUNT_EXACT')
  })

  it('with another amount is a case of nobody', () => {
    expect(reported(decide({ ...entry, money: credit(1_499n, '').money }, [claimant]))).toBe(
      'UTR_AMOUNT_DIFFERS p1',
    )
  })

  it('that two merchants’ payins claim is a case', () => {
    const other = payin(2, 1_500n, { externalReference: UTR, merchantId: 'other' as MerchantCode })
    expect(reported(decide(entry, [claimant, other]))).toBe('UTR_CLAIMED_TWICE p1 p2')
    const wrongAmount = payin(2, 9n, { externalReference: UTR, merchantId: 'other' as MerchantCode })
    expect(reported(decide(entry, [claimant, wrongAmount]))).toBe('UTR_CLAIMED_TWICE p1 p2')
  })

  it.each(['63250958123', '6325095812345', '1632509581234'])('is none of 11 or 13 digits: %s', (digits) => {
    expect(reported(decide(credit(1_500n, '', { utr: digits }), [claimant]))).toBe('UNKNOWN_CREDIT p1')
    const text = numberOfTransfer(undefined, [`IMPS/${digits}/RAVI`])
    expect(reported(decide(credit(1_500n, '', text), [claimant]))).toBe('UNKNOWN_CREDIT p1')
  })

  it('of money that came before the payin proves nothing', () => {
    const before = { ...entry, bookedAt: CREATED - 3_600_000 }
    expect(reported(decide(before, [claimant]))).toBe('UNKNOWN_CREDIT')
  })

  it('of money that we knew of before the payin was created proves nothing, whatever its day', () => {
    const day = { bookedAt: dayOf('2026-11-21') ?? 0, bookedPrecision: 'day' } as const
    expect(reported(decide({ ...entry, ...day }, [claimant]))).toBe('SUCCESS p1 UTR AMOUNT_EXACT')
    expect(reported(decide({ ...entry, ...day, receivedAt: CREATED - 1 }, [claimant]))).toBe('UNKNOWN_CREDIT')
  })

  it('of the day before, by the clock of the account, is too old', () => {
    const yesterday = { ...entry, bookedAt: dayOf('2026-11-20') ?? 0, bookedPrecision: 'day' } as const
    const at = (zoneOffsetMs: number) =>
      reported(decide(yesterday, [claimant], { ...NO_TERMS, zoneOffsetMs }))
    expect(at(5.5 * 3_600_000)).toBe('UNKNOWN_CREDIT')
    expect(at(-9 * 3_600_000)).toBe('SUCCESS p1 UTR AMOUNT_EXACT')
  })

  it.each([
    ['from another account', { payerAccount: '111122223333' }, 'SENDER_DIFFERS p1'],
    ['from the account that was named', { payerAccount: '50100099990000' }, 'SUCCESS p1 UTR SENDER_ACCOUNT'],
  ])('%s', (_, changes, expected) => {
    const sent = { ...entry, sender: { account: '50100099990000' } }
    expect(reported(decide(sent, [{ ...claimant, ...changes }]))).toContain(expected)
  })

  describe('counts within the window of its payin', () => {
    const minute = 60_000
    const claimed = (claimedAt: number, changes: Partial<TestPayin> = {}) => ({
      ...claimant,
      claimedAt,
      ...changes,
    })
    const booked = (bookedAt: number) => ({ ...entry, bookedAt })

    it('though the statement comes when the payin has expired', () => {
      const expired = claimed(EXPIRES - minute, { status: 'EXPIRED' })
      expect(reported(decide(booked(EXPIRES - 2 * minute), [expired]))).toBe(
        'SUCCESS p1 UTR AMOUNT_EXACT LATE',
      )
    })

    it('and is a case when it was told after it', () => {
      const late = claimed(EXPIRES + minute, { status: 'EXPIRED' })
      expect(reported(decide(booked(EXPIRES - minute), [late]))).toBe('UTR_CLAIMED_LATE p1')
      expect(reported(decide(booked(EXPIRES + minute / 2), [late]))).toBe('UTR_CLAIMED_LATE p1')
    })

    it('and is worth nothing for money that came after it: it was told before there was any', () => {
      const guess = claimed(EXPIRES - minute, { status: 'EXPIRED' })
      expect(reported(decide(booked(EXPIRES + 2 * minute), [guess], { ...NO_TERMS, mayWait: true }))).toBe(
        'wait',
      )
      expect(reported(decide(booked(EXPIRES + 2 * minute), [guess]))).toBe('UNKNOWN_CREDIT p1')
      const ofAll = payin(2, 1_500n, { externalReference: UTR, expireAt: EXPIRES + 60 * minute })
      expect(reported(decide(booked(EXPIRES + 2 * minute), [guess, ofAll]))).toBe(
        'SUCCESS p2 UTR AMOUNT_EXACT',
      )
    })

    it('of the bank’s day, where the bank tells no time', () => {
      const day = { bookedAt: dayOf('2026-11-21') ?? 0, bookedPrecision: 'day' } as const
      const zone = { ...NO_TERMS, zoneOffsetMs: 5.5 * 3_600_000 }
      expect(reported(decide({ ...entry, ...day }, [claimed(EXPIRES)], zone))).toContain('SUCCESS p1')
      const next = { ...day, bookedAt: dayOf('2026-11-22') ?? 0 }
      expect(reported(decide({ ...entry, ...next }, [claimed(EXPIRES)], zone))).toBe('UNKNOWN_CREDIT p1')
    })

    it('and nobody knows of what was told at no time', () => {
      expect(reported(decide(entry, [{ ...claimant, claimedAt: undefined }]))).toBe('UTR_CLAIMED_LATE p1')
    })

    it('beside one that was told late leaves a doubt', () => {
      const late = payin(2, 1_500n, {
        externalReference: UTR,
        claimedAt: EXPIRES + minute,
        status: 'EXPIRED',
      })
      expect(reported(decide(entry, [claimant, late]))).toBe('UTR_CLAIMED_TWICE p1 p2')
    })
  })

  it('may still be told while there is time', () => {
    const stranger = payin(2, 700n)
    expect(reported(decide(entry, [stranger], { ...NO_TERMS, mayWait: true }))).toBe('wait')
    expect(reported(decide(entry, [stranger]))).toBe('UNKNOWN_CREDIT')
  })
})

describe('the number of a transfer is the one that the bank names', () => {
  const UTR = '632509581234'
  const claimant = payin(1, 1_500n, { externalReference: UTR })
  const paidBy = (remittance: string, changes: Partial<BankEntry> = {}) =>
    reported(decide(credit(1_500n, remittance, changes), [claimant])).split(' ')[0]
  /** Where the text is the bank's own. */
  const paidByBank = (text: string) => paidBy(text, numberOfTransfer(undefined, [text]))

  it.each([
    'IMPS/632509581234/RAVI KUMAR',
    'IMPS/P2A/632509581234/RAVI/HDFC/FOR SHOES',
    'BY TRANSFER-UPI/CR/632509581234/RAVI',
    'MMT/IMPS/632509581234/NOTE/RAVI KUMAR',
    'UPI/632509581234/FROM:RAVI@YBL/TO:SHOP@HDFCBANK',
    'UPI-632509581234-RAVI@YBL',
    'UPIAR/632509581234/CR/RAVI',
    'RRN: 632509581234',
    'UTR NO. 632509581234',
  ])('in a text of its own: %s; as a text of the payer it ranks', (text) => {
    expect(paidByBank(text)).toBe('SUCCESS')
    expect(paidBy(text)).toBe('UNKNOWN_CREDIT')
    expect(reported(decide(credit(1_500n, text), [claimant]))).toContain('p1')
  })

  it.each(['632509581234', '0000632509581234', 'UPI-632509581234', 'UTR No. 632509581234'])(
    'in its field: %s',
    (utr) => {
      expect(paidBy('', { utr })).toBe('SUCCESS')
      expect(paidBy('UPI/111122223333/RAVI', { utr })).toBe('SUCCESS')
    },
  )

  it.each([
    ['a telephone number in the payer’s words', 'NEFT-SBIN226325001122-RAHUL 632509581234'],
    ['an account number', 'NEFT/RAHUL KUMAR/632509581234'],
    ['the address of the payer', 'UPI/632509581234@ybl/SHOES'],
    ['the address of the payer, the second of its number', 'UPI/632509581234-2@ybl/SHOES'],
    ['what the payer wrote behind the bank’s words', 'NEFT/RAHUL KUMAR/UPI/632509581234'],
    ['what the payer wrote as people write', 'UPI 632509581234 for the shoes'],
  ])('and not %s, which others know: that ranks', (_, remittance) => {
    expect(paidByBank(remittance)).toBe('UNKNOWN_CREDIT')
    expect(reported(decide(credit(1_500n, remittance), [claimant]))).toContain('p1')
  })

  it.each([
    [
      'what the payer wrote while the bank names another',
      { utr: '632509580000', remittance: 'UPI/632509581234/X' },
    ],
    ['the bank’s own count of its bookings', { reference: '632509581234' }],
    ['what the payer gave the transfer as its end-to-end id', { endToEndId: '632509581234' }],
  ])('and not %s', (_, changes) => {
    expect(paidBy('', changes)).toBe('UNKNOWN_CREDIT')
  })

  it('and not a short number, of a cheque say, that was filled up with zeros', () => {
    const guessed = payin(1, 1_500n, { externalReference: '000000123456' })
    expect(reported(decide(credit(1_500n, '', { utr: '0000000000123456' }), [guessed]))).toMatch(/^UNKNOWN/)
  })
})

describe('an amount that one payin has for itself', () => {
  const holder = payin(1, 50_037n, {
    uniqueAmount: true,
    ordered: credit(50_000n, '').money,
    payerAccount: '123-4-56789-0',
    payerName: 'Somchai Jaidee',
  })

  it('pays it', () => {
    expect(reported(decide(credit(50_037n, 'TRANSFER'), [holder]))).toBe(
      'SUCCESS p1 UNIQUE_AMOUNT AMOUNT_EXACT',
    )
  })

  it('is a case where a payin that was open when the money came was ordered with just that: its payer may have typed it', () => {
    const ordered = (changes: Partial<TestPayin>) =>
      payin(2, 50_038n, { uniqueAmount: true, ordered: credit(50_037n, '').money, ...changes })
    const entry = credit(50_037n, 'TRANSFER')
    for (const status of ['PENDING', 'EXPIRED'] as const) {
      const mine = { ...holder, status }
      expect(reported(decide(entry, [mine, ordered({})]))).toBe('AMBIGUOUS_CREDIT p1 p2')
      // The statement came later than its time.
      expect(reported(decide(entry, [mine, ordered({ status: 'EXPIRED' })]))).toBe('AMBIGUOUS_CREDIT p1 p2')
      const over = ordered({ status: 'EXPIRED', expireAt: entry.bookedAt - 3_600_000 })
      expect(reported(decide(entry, [mine, over]))).toMatch(/^SUCCESS p1/)
    }
  })

  it('pays it the surer when the customer sent it', () => {
    const entry = credit(50_037n, '', { sender: { account: 'xxx-x-x6789-x' } })
    expect(reported(decide(entry, [holder]))).toBe('SUCCESS p1 UNIQUE_AMOUNT SENDER_ACCOUNT AMOUNT_EXACT')
  })

  it('leaves a doubt when another account sent it', () => {
    const entry = credit(50_037n, '', { sender: { account: '9876543210' } })
    expect(reported(decide(entry, [holder]))).toBe('SENDER_DIFFERS p1')
  })

  it('is a case after it was paid, while the amount rests', () => {
    expect(reported(decide(credit(50_037n, ''), [{ ...holder, status: 'SUCCESS' }]))).toContain('PAID_BEFORE')
  })

  it('proves nothing of money that came before', () => {
    expect(reported(decide(credit(50_037n, '', { bookedAt: CREATED - 3_600_000 }), [holder]))).toBe(
      'UNKNOWN_CREDIT p1',
    )
  })

  it('with the order’s own amount is unknown, and the payin is shown', () => {
    expect(reported(decide(credit(50_000n, ''), [holder]))).toBe('UNKNOWN_CREDIT p1')
  })
})

describe('the sender', () => {
  const payins = [
    payin(1, 5_000n, { payerName: 'スズキ ハナコ' }),
    payin(2, 5_000n, { payerName: 'ヤマダ タロウ' }),
  ]

  it('pays nobody, however well it fits: whoever made the payin has typed it. It ranks', () => {
    const entry = credit(5_000n, '振込', { sender: { name: 'ﾔﾏﾀﾞ ﾀﾛｳ' } })
    expect(reported(decide(entry, payins))).toBe('UNKNOWN_CREDIT p2 p1')
    const masked = credit(500n, '', { sender: { account: 'xxx-x-x6789-x' } })
    expect(reported(decide(masked, [payin(1, 500n, { payerAccount: '123-4-56789-0' })]))).toBe(
      'UNKNOWN_CREDIT p1',
    )
  })

  it('whom several payins name leaves a doubt', () => {
    const twice = [...payins, payin(3, 5_000n, { payerName: 'ヤマダタロウ' })]
    const entry = credit(5_000n, '', { sender: { name: 'ヤマダ タロウ' } })
    expect(reported(decide(entry, twice))).toBe('AMBIGUOUS_CREDIT p2 p3 p1')
  })

  it('whom nobody named is unknown, and what is alike is shown, the latest first', () => {
    const later = payin(3, 5_000n, { createdAt: CREATED + 60_000 })
    expect(reported(decide(credit(5_000n, '', { sender: { name: 'サトウ' } }), [...payins, later]))).toBe(
      'UNKNOWN_CREDIT p3 p1 p2',
    )
  })

  it('is no other one because the bank writes an address and the payin has an account number', () => {
    const holder = payin(1, 500n, { uniqueAmount: true, payerAccount: 'ravi@okhdfcbank' })
    const entry = credit(500n, '', { sender: { account: '50100012345678' } })
    expect(reported(decide(entry, [holder]))).toContain('SUCCESS p1')
  })
})

describe('a credit that takes a debit back', () => {
  const reversal = { reversal: true } as const

  it('pays nobody, whose amount or reference it may have', () => {
    const holder = payin(1, 500n, { uniqueAmount: true })
    expect(reported(decide(credit(500n, '', reversal), [holder]))).toBe('UNKNOWN_CREDIT p1')
    expect(reported(decide(credit(500n, `RETURN ${ref(1)}`, reversal), [payin(1, 500n)]))).toBe(
      'UNKNOWN_CREDIT p1',
    )
  })

  it('is a payout that came back where it names one', () => {
    const payout = payin(9, 500n, { kind: 'payout' })
    expect(reported(decide(credit(500n, ref(9), reversal), [payout]))).toBe('returned p9')
  })
})

describe('debits', () => {
  const payout = payin(9, 500n, { kind: 'payout' })
  const debit = { direction: 'debit' } as const

  it('with a payout’s reference and amount have delivered it', () => {
    expect(reported(decide(credit(500n, ref(9), debit), [payout]))).toBe('delivered p9')
  })

  it('are a case where another entry has debited it before, in this statement or an earlier one', () => {
    const first = credit(500n, ref(9), debit)
    const second = credit(500n, ref(9), { ...debit, reference: 'BR-2' })
    const found = { ...NOTHING_FOUND, byReference: [payout] }
    expect(matchAll([second, first], () => found).map(({ type }) => type)).toEqual(['case', 'delivered'])
    const debited = { ...payout, debitedBy: 'kbank:BR-1' }
    expect(reported(decide(first, [debited]))).toBe('delivered p9')
    expect(reported(decide(second, [debited]))).toBe('PAYOUT_DEBITED_TWICE p9')
  })

  it('with its reference and another amount are a case', () => {
    expect(reported(decide(credit(400n, ref(9), debit), [payout]))).toBe('PAYOUT_AMOUNT_DIFFERS p9')
  })

  it('of something else are left alone', () => {
    expect(reported(decide(credit(500n, 'ACCOUNT FEE', debit), [payout]))).toBe('ignored NO_PAYOUT')
  })

  it('that take a credit back are a case', () => {
    const entry = credit(500n, `STORNO ${ref(1)}`, { ...debit, reversal: true })
    expect(reported(decide(entry, [payin(1, 500n, { status: 'SUCCESS' })]))).toBe('CREDIT_REVERSED p1')
  })
})
