import { offered } from '@sluice/core/catalogue/currencies.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { costMs } from '../../../../../test/setup/processor-time.ts'
import { type Arrived, type Counted, count, type Expected, toLedger } from './counting.ts'

const USDC = offered('USDC').code
const USDT = offered('USDT').code
const expected: Expected = { chainId: 1, currency: USDC, amountMinor: 100n, paid: false, over: false }
const inLedger = ({ units }: { readonly units: bigint }) => toLedger(units, 6, 6)
const arrived = (...amounts: readonly number[]): Arrived[] =>
  amounts.map((units, index) => ({ name: `t${index}`, chainId: 1, currency: USDC, units: BigInt(units) }))
const reported = (receipts: readonly Counted<Arrived>[]) =>
  receipts.map(({ why, transfers, amountMinor }) => [
    why,
    transfers.map(({ name }) => name).join(),
    amountMinor,
  ])

describe('what came to an address is', () => {
  it.each([
    ['exact in one transfer', [100], [['EXACT', 't0', 100n]]],
    ['exact in three', [20, 30, 50], [['EXACT', 't0,t1,t2', 100n]]],
    ['held while it is too little', [20, 30], []],
    ['a case where one is too much', [101], [['OVER', 't0', 101n]]],
    ['a case where all together are too much', [60, 60], [['OVER', 't0,t1', 120n]]],
    [
      'exact after too much was counted',
      [60, 60, 100],
      [
        ['OVER', 't0,t1', 120n],
        ['EXACT', 't2', 100n],
      ],
    ],
    [
      'exact in one although dust lay there',
      [1, 100],
      [
        ['EXACT', 't1', 100n],
        ['AGAIN', 't0', 1n],
      ],
    ],
    [
      'a case when it came after',
      [100, 100, 5],
      [
        ['EXACT', 't0', 100n],
        ['AGAIN', 't1', 100n],
        ['AGAIN', 't2', 5n],
      ],
    ],
  ])('%s', (_what, amounts, receipts) => {
    expect(reported(count(arrived(...amounts), expected, inLedger))).toEqual(receipts)
  })

  it('a case where it is short and the time is over', () => {
    expect(reported(count(arrived(20, 30), { ...expected, over: true }, inLedger))).toEqual([
      ['SHORT', 't0,t1', 50n],
    ])
  })

  it('told by the thousand where somebody pays in crumbs, however many there are', async () => {
    const [most, crumbs] = [1_000, 20_000]
    const much = { ...expected, amountMinor: 1_000_000n }
    const sent = arrived(...Array.from({ length: crumbs }, () => 1))
    const receipts = count(sent, much, inLedger)
    expect(receipts).toHaveLength(crumbs / most)
    expect(receipts.every(({ why, amountMinor }) => why === 'SHORT' && amountMinor === BigInt(most))).toBe(
      true,
    )
    expect(await costMs(() => count(sent, much, inLedger))).toBeLessThan(200)
  })

  it('a case each, where the token or the network is another', () => {
    const [first, second] = arrived(100, 100)
    const strange = [
      { ...first, currency: USDT },
      { ...second, chainId: 2 },
    ] as Arrived[]
    expect(reported(count(strange, expected, inLedger))).toEqual([
      ['WRONG_TOKEN', 't0', 100n],
      ['WRONG_NETWORK', 't1', 100n],
    ])
  })
})

describe('finer than the ledger', () => {
  it('units are rounded down, and the rest is noted', () => {
    expect(toLedger(25_500_000_000_000_000_001n, 18, 6)).toEqual({
      amountMinor: 25_500_000n,
      remainingUnits: 1n,
    })
  })

  it('parts add up before they are rounded', () => {
    const parts = arrived(999, 1).map((part, index) => ({ ...part, units: index === 0 ? 99_999n : 1n }))
    const [receipt] = count(parts, expected, ({ units }) => toLedger(units, 9, 6))
    expect(receipt).toMatchObject({ why: 'EXACT', amountMinor: 100n, remainingUnits: 0n })
  })
})

const transfers = fc
  .array(fc.record({ units: fc.integer({ min: 1, max: 130 }), kind: fc.integer({ min: 0, max: 9 }) }), {
    maxLength: 12,
  })
  .map((list) =>
    list.map(({ units, kind }, index) => ({
      name: `t${index}`,
      chainId: kind === 0 ? 2 : 1,
      currency: kind === 1 ? USDT : USDC,
      units: BigInt(units),
    })),
  )

/** Reads the chain in pieces, as rounds do: what is held comes again with the next one. */
function inChunks(all: readonly Arrived[], cuts: readonly number[]): readonly Counted<Arrived>[] {
  const receipts: Counted<Arrived>[] = []
  let read = 0
  let held: readonly Arrived[] = []
  for (const cut of [...cuts.toSorted((a, b) => a - b), all.length]) {
    const waiting = [...held, ...all.slice(read, cut)]
    read = Math.max(read, cut)
    const paid = receipts.some(({ why }) => why === 'EXACT')
    const made = count(waiting, { ...expected, paid }, inLedger)
    const counted = new Set(made.flatMap((receipt) => receipt.transfers))
    held = waiting.filter((transfer) => !counted.has(transfer))
    receipts.push(...made)
  }
  return receipts
}

describe('whatever comes', () => {
  it('it does not matter in how many pieces the chain was read', () => {
    const law = fc.property(transfers, fc.array(fc.nat({ max: 12 }), { maxLength: 5 }), (all, cuts) => {
      expect(reported(inChunks(all, cuts))).toEqual(reported(inChunks(all, [])))
    })
    fc.assert(law)
  })

  it('nothing is lost, nothing counts twice, and at most one receipt pays', () => {
    const law = fc.property(transfers, fc.boolean(), (all, paid) => {
      const receipts = count(all, { ...expected, over: true, paid }, inLedger)
      const counted = receipts.flatMap((receipt) => receipt.transfers)
      expect(counted.map(({ name }) => name).toSorted()).toEqual(all.map(({ name }) => name).toSorted())
      const received = receipts.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
      expect(received).toBe(all.reduce((sum, { units }) => sum + units, 0n))
      const paying = receipts.filter(({ why }) => why === 'EXACT')
      expect(paying.length).toBeLessThanOrEqual(paid ? 0 : 1)
      for (const { amountMinor, currency } of paying) expect([amountMinor, currency]).toEqual([100n, USDC])
    })
    fc.assert(law)
  })

  it('no unit of a token is lost between the ledger and the rest', () => {
    const law = fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 256n }),
      fc.integer({ min: 6, max: 30 }),
      (units, decimals) => {
        const { amountMinor, remainingUnits } = toLedger(units, decimals, 6)
        expect(amountMinor * 10n ** BigInt(decimals - 6) + remainingUnits).toBe(units)
      },
    )
    fc.assert(law)
  })
})
