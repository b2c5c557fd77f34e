import { expect, it } from 'vitest'
import { diceOf } from '../simulation/dice.ts'
import { hostileSegment } from './spoiling.ts'

it('a hostile segment stays in its place: whoever reads the URL asks for no other path', () => {
  const dice = diceOf(1, 0)
  for (let time = 0; time < 2_000; time += 1) {
    const segment = hostileSegment(dice)
    const { pathname } = new URL(`/admin/merchants/${segment}/billing`, 'http://127.0.0.1')
    const parts = pathname.split('/')
    expect([segment, parts.length >= 5, ...parts.slice(0, 3), parts.at(-1)]).toEqual([
      segment,
      true,
      '',
      'admin',
      'merchants',
      'billing',
    ])
  }
})
