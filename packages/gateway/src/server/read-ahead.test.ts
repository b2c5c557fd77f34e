import type { Cancel } from '@sluice/core/foundation/deps.ts'
import { expect, it } from 'vitest'
import { readAhead } from './read-ahead.ts'

/** What is asked for, and when; nothing happens by itself. */
function heldTimers() {
  const waiting = new Map<() => void, number>()
  const after = (ms: number, action: () => void): Cancel => {
    waiting.set(action, ms)
    return () => void waiting.delete(action)
  }
  return { after, waiting }
}

it('reads one thing after another, and none before the gateway has served for a second', () => {
  const timers = heldTimers()
  const done: string[] = []
  readAhead(timers, () => void done.push('also'))
  const times = [...timers.waiting.values()]
  expect(Math.min(...times)).toBe(1_000)
  expect(new Set(times).size).toBe(times.length)
  expect(done).toEqual([])
  for (const action of timers.waiting.keys()) action()
  expect(done).toEqual(['also'])
})

it('reads nothing more once it is cancelled', () => {
  const timers = heldTimers()
  readAhead(timers)()
  expect(timers.waiting.size).toBe(0)
})
