import { describe, expect, it } from 'vitest'
import { FewAtOnce } from './few-at-once.ts'
import { ProblemError } from './problems.ts'

const TOLD = 'Two are under way already.'
const refused = expect.objectContaining({
  problem: expect.objectContaining({ code: 'RATE_LIMITED', detail: TOLD, headers: { 'retry-after': '10' } }),
})

describe('few at once', () => {
  it('let in as many as there are places for each caller, and tell the next one to come again', () => {
    const places = new FewAtOnce(2, TOLD)
    const leave = places.enter('SHOP-1')
    places.enter('SHOP-1')
    expect(() => places.enter('SHOP-1')).toThrow(ProblemError)
    expect(() => places.enter('SHOP-1')).toThrow(refused)
    expect(() => places.enter('SHOP-2')).not.toThrow()
    leave()
    leave()
    places.enter('SHOP-1')
    expect(() => places.enter('SHOP-1')).toThrow(refused)
  })

  it('have their place back when the work has ended, or failed', async () => {
    const places = new FewAtOnce(1, TOLD)
    expect(await places.during('SHOP-1', async () => 7)).toBe(7)
    await expect(places.during('SHOP-1', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await places.during('SHOP-1', async () => {
      await expect(places.during('SHOP-1', async () => 8)).rejects.toThrow(refused)
    })
  })
})
