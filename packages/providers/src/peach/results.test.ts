import { describe, expect, it } from 'vitest'
import { expectListed } from '../status-codes.fixture.ts'
import { PAYOUT_ERRORS, PAYOUT_STATUS, PAYOUT_STATUS_CODES } from './read.ts'
import {
  isBankRefusal,
  isMissing,
  isNeverBegun,
  outcomeOf,
  refusalReason,
  refusedRequest,
} from './results.ts'
import PAYOUTS from './samples/payouts.json' with { type: 'json' }
import SAMPLE from './samples/result-codes.json' with { type: 'json' }

const LIST = 'samples/payouts.json'

/** What codes of each group may come to. */
const COMES_TO: Readonly<Record<string, readonly string[]>> = {
  successful: ['paid', 'simulated', 'other'],
  'successful, for review': ['paid'],
  pending: ['open'],
  chargebacks: ['other'],
  ...rejected('3-D Secure', 'declined by the bank', 'communication', 'system', 'asynchronous workflow'),
  ...rejected('external risk', 'address', 'blacklist', 'limits and duplicates', 'configuration'),
  ...rejected('registration', 'schedule', 'reference', 'format', 'address of the request'),
  ...rejected('contact of the request', 'account of the request', 'amount of the request'),
  ...rejected('risk data of the request'),
}
function rejected(...groups: readonly string[]): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(groups.map((group) => [group, ['rejected']]))
}

const ALL = Object.values(SAMPLE.groups).flat()

describe('the result codes that Peach lists', () => {
  it.each(Object.entries(SAMPLE.groups))('have a meaning, each of them: %s', (group, codes) => {
    const may = COMES_TO[group] ?? []
    const other = codes.filter((code) => !may.includes(outcomeOf(code) ?? 'none'))
    expect(other).toEqual([])
  })

  it('pay by success alone, and by success of a payment', () => {
    const paid = ALL.filter((code) => outcomeOf(code) === 'paid')
    expect(paid.toSorted()).toEqual(
      ['000.000.000', '000.600.000', ...SAMPLE.groups['successful, for review']].toSorted(),
    )
    expect(ALL.filter((code) => outcomeOf(code) === 'simulated')).toEqual([
      '000.100.110',
      '000.100.111',
      '000.100.112',
    ])
  })

  it.each([
    '',
    '000',
    '000.000.001',
    '000.400.010.1',
    '000.700.000',
    '1.2.3',
    '000.000.000 ',
    '400.100.100',
    'PAID',
  ])('leave %o, which is none of them, without a meaning', (code) => {
    expect(outcomeOf(code)).toBeUndefined()
    expect([refusedRequest(code), refusalReason(code)]).toEqual([undefined, undefined])
  })

  const MAY_BE_DONE = [
    ...SAMPLE.groups.communication,
    ...SAMPLE.groups.system,
    ...SAMPLE.groups.successful,
    ...SAMPLE.groups['successful, for review'],
    ...SAMPLE.groups.pending,
    // There is one already, or it is being worked on.
    ...['200.200.106', '200.300.405', '800.110.100', '800.120.402', '800.130.100', '800.700.100'],
  ]
  it('pass no payment on by one after which it may have been done', () => {
    for (const code of MAY_BE_DONE)
      expect([
        code,
        refusedRequest(code),
        refusalReason(code),
        isNeverBegun(code),
        isBankRefusal(code),
      ]).toEqual([code, undefined, undefined, false, false])
  })

  it('end no refund by one that says that money has gone back already', () => {
    for (const code of [
      '700.300.300',
      '700.300.400',
      '700.300.500',
      '700.300.600',
      '700.400.000',
      '700.400.200',
    ])
      expect([code, isNeverBegun(code)]).toEqual([code, false])
    for (const code of ALL.filter(isNeverBegun)) expect(outcomeOf(code)).toBe('rejected')
  })

  it.each([
    ['800.900.300', 'UNHEALTHY'],
    ['600.200.500', 'UNHEALTHY'],
    ['100.550.300', 'AMOUNT'],
    ['200.300.404', 'METHOD'],
    ['800.100.151', undefined],
    ['100.396.101', undefined],
  ])('refuse a request by %s as %s', (code, reason) => {
    expect(refusedRequest(code)).toBe(reason)
  })

  it.each([
    ['100.396.101', undefined],
    ['000.400.102', 'CUSTOMER_NOT_REGISTERED'],
    ['800.100.151', 'DECLINED_BY_BANK'],
    ['100.400.000', 'DECLINED_BY_PROVIDER'],
  ])('refuse a payin by %s as %s', (code, reason) => {
    expect(refusalReason(code)).toBe(reason)
  })

  it('say by two of them that there is no such transaction', () => {
    expect(ALL.filter(isMissing).toSorted()).toEqual(['200.300.406', '700.400.580'])
  })
})

describe('the words of the Payouts API', () => {
  it('are all known: its statuses and its codes', () => {
    expectListed(PAYOUT_STATUS, PAYOUTS.statuses, LIST)
    const statusCodes = Object.fromEntries(
      [...PAYOUT_STATUS_CODES].map((statusCode) => [statusCode, 'statusCode']),
    )
    expectListed({ ...PAYOUT_ERRORS, ...statusCodes }, PAYOUTS.codes, LIST)
  })

  it('pass no payout on because there is one with its ID already', () => {
    expect(PAYOUT_ERRORS['2900.003.002']).toBe('unclear')
  })
})
