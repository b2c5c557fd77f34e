import { describe, expect, it } from 'vitest'
import { loopInHand } from './busy-poll.fixture.ts'
import { BusyPoll } from './busy-poll.ts'

const LIMIT_MS = 0.5
const open = () => {
  const hand = loopInHand()
  const poll = new BusyPoll(hand.loop, LIMIT_MS)
  const inVain = () => {
    poll.begin()
    const polled = hand.isAwake()
    hand.pass(LIMIT_MS)
    return polled
  }
  return { ...hand, poll, inVain }
}

describe('busy polling', () => {
  it('keeps the loop awake from the beginning until what is expected has come', () => {
    const { poll, isAwake, pass } = open()
    expect(isAwake()).toBe(false)
    poll.begin()
    for (let round = 0; round < 4; round += 1) {
      pass(0.1)
      expect(isAwake()).toBe(true)
    }
    poll.end()
    pass(0.01)
    expect(isAwake()).toBe(false)
  })

  it('lets the loop sleep when its limit has passed', () => {
    const { poll, isAwake, pass } = open()
    poll.begin()
    pass(0.49)
    expect(isAwake()).toBe(true)
    pass(0.01)
    expect(isAwake()).toBe(false)
  })

  it('asks for one next round at a time, however often it begins', () => {
    const hand = loopInHand()
    let rounds = 0
    const poll = new BusyPoll(
      {
        ...hand.loop,
        nextRound: (action) => {
          rounds += 1
          hand.loop.nextRound(action)
        },
      },
      LIMIT_MS,
    )
    for (let time = 0; time < 3; time += 1) {
      poll.begin()
      poll.end()
    }
    poll.begin()
    expect(rounds).toBe(1)
  })

  it('leaves out 2 times after one in vain, then 4, and so on to 64', () => {
    const { inVain } = open()
    expect(inVain()).toBe(true)
    for (const leftOut of [2, 4, 8, 16, 32, 64, 64, 64]) {
      for (let time = 0; time < leftOut; time += 1) expect(inVain()).toBe(false)
      expect(inVain()).toBe(true)
    }
  })

  it('polls each time again once something has come in time', () => {
    const { poll, inVain, isAwake, pass } = open()
    inVain()
    for (let leftOut = 0; leftOut < 2; leftOut += 1) poll.begin()
    for (let time = 0; time < 3; time += 1) {
      poll.begin()
      expect(isAwake()).toBe(true)
      poll.end()
      pass(0.01)
    }
  })

  it('takes what comes while it does not poll for nothing that pays', () => {
    const { poll, inVain, isAwake } = open()
    inVain()
    poll.begin()
    poll.end()
    poll.begin()
    poll.end()
    inVain()
    poll.begin()
    expect(isAwake()).toBe(false)
  })

  it('ends at once where it is given up, and leaves out the next', () => {
    const { poll, isAwake, pass } = open()
    poll.begin()
    poll.giveUp()
    pass(0.01)
    expect(isAwake()).toBe(false)
    poll.begin()
    expect(isAwake()).toBe(false)
  })
})
