import { describe, expect, it } from 'vitest'
import { isMailAddress } from './mail.ts'

describe('a mail address', () => {
  it.each([
    'anna@acme.example',
    'o’neill+sluice@acme.example',
    'อันนา@acme.example',
    '{x}|y=%!#@acme.example',
  ])('may be %s', (text) => {
    expect(isMailAddress(text)).toBe(true)
  })

  // What a mail server would read as another address than the one that is shown.
  it.each([
    'team:thief@evil.example',
    '(anna)thief@evil.example',
    'thief@evil.example(anna)',
    'anna\\@evil.example',
    '[anna]@evil.example',
    'Anna <anna@acme.example>',
    'anna@acme.example,thief@evil.example',
    'anna@acme.example\r\nBcc: thief@evil.example',
    'anna @acme.example',
    `${'a'.repeat(65)}@acme.example`,
  ])('is not %j', (text) => {
    expect(isMailAddress(text)).toBe(false)
  })
})
