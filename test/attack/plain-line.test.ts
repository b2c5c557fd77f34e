/** Which texts of strangers stand on one line, as they were written. */
import { type Faults, POINTER, textAt } from '@sluice/core/catalogue/plain-text.ts'
import { LINE_PATTERN } from '@sluice/core/foundation/plain-line.ts'
import { isLine } from '@sluice/gateway/http/texts.ts'
import { expect, it } from 'vitest'

const judged = (text: string): readonly boolean[] => {
  const faults: Faults = []
  textAt({ accountName: text }, 'accountName', POINTER, 64, faults)
  return [faults.length === 0, isLine(text, 64), new RegExp(LINE_PATTERN, 'u').test(text)]
}

it.each(['\u202e', '\u202a', '\u2066', '\u2069', '\0', '\u001b', '\u009b', '\n'])(
  'a text with %j is none: behind it an account number reads otherwise than it is',
  (sign) => {
    expect(judged(`Anna ${sign}1234567890`)).toEqual([false, false, false])
  },
)

it.each(['สมชาย ใจดี', 'علي\u200f', '\u200eZoë', 'محمد 12', 'नमस्\u200dते', '山田 太郎'])(
  '%s is one',
  (text) => {
    expect(judged(text)).toEqual([true, true, true])
  },
)
