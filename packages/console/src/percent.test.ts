import { expect, it } from 'vitest'
import { percentText } from './percent.ts'

it.each([
  ['0.07', '7 %'],
  ['0.075', '7.5 %'],
  ['0.2', '20 %'],
  ['0', '0 %'],
  ['1', '100 %'],
  ['0.00250', '0.25 %'],
  ['other', undefined],
])('reads the share %s as %s', (share, text) => {
  expect(percentText(share)).toBe(text)
})
