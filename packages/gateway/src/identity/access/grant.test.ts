import { describe, expect, it } from 'vitest'
import { ACTIONS, type Action, allows, isAction, onePaymentOf } from './grant.ts'

const byAction = (action: Action) => ({ scope: { kind: 'action', action, idPayment: 'p$1.x' } as const })
const ofOperations = (...operations: string[]) => onePaymentOf({ kind: 'operations', operations })

const PATHS = [
  'POST /payins/!availablePaymentOptions',
  'POST /payins/p$1.x',
  'GET /payins/p$1.x',
  'GET /payins/p$1.x/accounts',
  'POST /payins/p$1.x/!setExternalReference',
  'GET /merchant-info',
  'POST /payouts/p$1.x',
  'GET /payouts/p$1.x',
  'GET /payins/other',
  'GET /payins/p$1yx',
  'GET /balances',
  'POST /refunds/p$1.x',
  'GET /refunds/p$1.x',
  'GET /refunds',
]

describe('an action allows exactly', () => {
  it.each([
    ['PAYIN_INFO', [2]],
    ['PAYIN_CREATE', [0, 1, 2]],
    ['PAYIN_CHECKOUT', [0, 1, 2, 4, 5]],
    ['PAYOUT_INFO', [7]],
    ['PAYOUT_CREATE', [6, 7]],
    ['REFUND_INFO', [12]],
    ['REFUND_CREATE', [11, 12]],
  ] as const)('%s', (action, expected) => {
    const allowed = PATHS.flatMap((entry, index) => {
      const [method = '', path = ''] = entry.split(' ')
      return allows(byAction(action), method, path) ? [index] : []
    })
    expect(allowed).toEqual(expected)
  })

  it('and no other name is an action', () => {
    expect(Object.keys(ACTIONS)).toHaveLength(7)
    expect(['toString', '__proto__', 'payin_info', ''].some(isAction)).toBe(false)
  })
})

describe('a token is of one payment', () => {
  it('by its action', () => {
    expect(onePaymentOf(byAction('PAYOUT_INFO').scope)).toEqual({ kind: 'payout', id: 'p$1.x' })
  })

  it('by operations that are all exact paths of the same payment', () => {
    const one = ofOperations(
      'GET /payins/a.b',
      'GET /payins/a.b/accounts',
      'POST /payins/a.b/!setExternalReference',
    )
    expect(one).toEqual({ kind: 'payin', id: 'a.b' })
  })

  it.each([
    [['GET /payins/a', 'GET /payins/b']],
    [['GET /payins/a', 'GET /payouts/a']],
    [['GET /payins/a', 'GET /balances']],
    [['GET /payins/.*']],
    [['GET /payins/a.*']],
    [['GET /payins/a..b']],
    [['GET /payins/a|b']],
    [['POST /payins/!availablePaymentOptions']],
    [['GET /payins']],
    [['GET /merchant-info']],
  ])('and not by %j', (operations) => {
    expect(ofOperations(...operations)).toBeUndefined()
  })
})
