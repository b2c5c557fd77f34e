import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callbackGate, GATE_LIMITS, type Leave } from './fairness.ts'

const enterMany = (count: number, enter: (index: number) => Leave | undefined): (Leave | undefined)[] =>
  Array.from({ length: count }, (_, index) => enter(index))

describe('open callbacks', () => {
  it('are at most 8 of one merchant', () => {
    const gate = callbackGate()
    const entered = enterMany(9, (index) => gate.tryEnter('shop', `host${index}.example`))
    expect(entered.filter(Boolean)).toHaveLength(8)
    expect(gate.tryEnter('other', 'host.example')).toBeDefined()
  })

  it('are at most 4 to one host, however it is written and whoever asks', () => {
    const gate = callbackGate()
    const entered = enterMany(5, (index) =>
      gate.tryEnter(`shop${index}`, index % 2 ? 'A.example' : 'a.example'),
    )
    expect(entered.filter(Boolean)).toHaveLength(4)
  })

  it('give their place back once, even when left twice', () => {
    const gate = callbackGate({ perMerchant: 1, perHost: 1 })
    const leave = gate.tryEnter('shop', 'a.example')
    expect(gate.tryEnter('shop', 'b.example')).toBeUndefined()
    leave?.()
    leave?.()
    expect(gate.tryEnter('shop', 'a.example')).toBeDefined()
    expect(gate.tryEnter('shop', 'a.example')).toBeUndefined()
  })

  it('never exceed either bound, whatever comes and goes', () => {
    const names = fc.constantFrom('a', 'b', 'c')
    fc.assert(
      fc.property(fc.array(fc.record({ merchant: names, host: names, leaves: fc.boolean() })), (steps) => {
        const gate = callbackGate()
        const inside: { merchant: string; host: string; leave: Leave }[] = []
        for (const { merchant, host, leaves } of steps) {
          if (leaves) inside.shift()?.leave()
          const leave = gate.tryEnter(merchant, host)
          if (leave) inside.push({ merchant, host, leave })
          const ofMerchant = inside.filter((one) => one.merchant === merchant).length
          const ofHost = inside.filter((one) => one.host === host).length
          expect(ofMerchant).toBeLessThanOrEqual(GATE_LIMITS.perMerchant)
          expect(ofHost).toBeLessThanOrEqual(GATE_LIMITS.perHost)
          if (!leave)
            expect(ofMerchant === GATE_LIMITS.perMerchant || ofHost === GATE_LIMITS.perHost).toBe(true)
        }
      }),
    )
  })
})
