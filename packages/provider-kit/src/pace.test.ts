import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CallLine, CallPace } from './pace.ts'

describe('a pace', () => {
  it('lets no more through within its time than it may, whenever they come', () => {
    const arrivals = fc.array(fc.nat(500), { maxLength: 60 })
    fc.assert(
      fc.property(arrivals, fc.integer({ min: 1, max: 5 }), (pauses, most) => {
        const pace = new CallPace(most, 1_000)
        let now = 0
        const sent = pauses.map((pauseMs) => {
          now += pauseMs
          return now + (pace.turn(now, Number.POSITIVE_INFINITY) ?? 0)
        })
        expect(sent).toEqual(sent.toSorted((one, other) => one - other))
        for (const [index, at] of sent.slice(most).entries())
          expect(at - (sent[index] ?? 0)).toBeGreaterThanOrEqual(1_000)
      }),
    )
  })

  it('takes no place for who will not wait so long', () => {
    const pace = new CallPace(1, 1_000)
    expect([pace.turn(0, 0), pace.turn(0, 999), pace.turn(0, 1_000)]).toEqual([0, undefined, 1_000])
  })
})

describe('a pace whose clock was set back', () => {
  it('goes on', () => {
    const pace = new CallPace(1, 1_000)
    pace.turn(3_600_000, 5_000)
    expect(pace.turn(0, 5_000)).toBe(0)
  })
})

describe('a line', () => {
  const APART_MS = 1_000
  const MOST_MS = 1_500

  it('calls nobody sooner after another than it may, and everybody who comes back when told, in time or late', () => {
    const arrivals = fc.array(fc.tuple(fc.nat(400), fc.nat(3_000)), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(arrivals, (each) => {
        const line = new CallLine(APART_MS)
        const sent: number[] = []
        let at = 0
        const due = each.map(([pauseMs, lateMs], index) => {
          at += pauseMs
          return { at, lateMs, name: `n${index}` }
        })
        for (let turns = 0; due.length > 0 && turns < 10_000; turns += 1) {
          due.sort((one, other) => one.at - other.at)
          const next = due.shift()
          if (!next) break
          const waitMs = line.turn(next.name, next.at, MOST_MS)
          if (waitMs <= MOST_MS) sent.push(next.at + waitMs)
          // Late the first time, and then in time.
          else due.push({ ...next, at: next.at + waitMs + next.lateMs, lateMs: 0 })
        }
        expect(sent).toHaveLength(each.length)
        const inOrder = sent.toSorted((one, other) => one - other)
        for (const [index, time] of inOrder.slice(1).entries())
          expect(time - (inOrder[index] ?? 0)).toBeGreaterThanOrEqual(APART_MS)
      }),
    )
  })

  it('keeps the place of who is told to come back, and gives it to nobody else', () => {
    const line = new CallLine(APART_MS)
    const turn = (name: string, now: number) => line.turn(name, now, MOST_MS)
    expect(['a', 'b', 'c', 'd'].map((name) => turn(name, 0))).toEqual([0, 1_000, 2_000, 3_000])
    // Asked again before its time, it has the same place.
    expect([turn('c', 100), turn('d', 3_000)]).toEqual([1_900, 0])
    // Who comes late takes another.
    expect(turn('c', 3_200)).toBe(800)
  })

  it('gives who may not come sooner a place after that', () => {
    const line = new CallLine(APART_MS)
    expect([line.turn('a', 0, MOST_MS), line.turn('a', 100, MOST_MS, 60_000)]).toEqual([0, 60_000])
    expect(line.turn('b', 200, MOST_MS)).toBe(800)
  })
})
