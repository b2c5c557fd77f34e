import { expect, it } from 'vitest'
import { whyNotVouched } from './sign-in.ts'

it('says why nobody was let in by its own words alone, whatever the address of the page says', () => {
  expect(whyNotVouched('ENDED')).toMatch(/^An administrator/)
  expect([whyNotVouched('constructor'), whyNotVouched('')]).toEqual([undefined, undefined])
})
