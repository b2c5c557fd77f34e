/**
 * Texts of any Unicode characters for property tests, like `unit: 'binary'` of fast-check. That one keeps a table of all
 * 1,112,064 characters in each thread that uses it, which took 0.7 s of CPU and 180 MB. Here a character and its number are
 * computed from each other.
 */
import fc from 'fast-check'

/** Half of a surrogate pair is not a character. */
const [SURROGATES_FROM, SURROGATES] = [0xd800, 0x800]
const CHARACTERS = 0x110000 - SURROGATES

const characterAt = (index: number): string =>
  String.fromCodePoint(index < SURROGATES_FROM ? index : index + SURROGATES)

/** @throws Error for anything but one character, so that fast-check knows which texts it cannot generate */
function indexOf(value: unknown): number {
  const point = typeof value === 'string' ? value.codePointAt(0) : undefined
  if (point === undefined || String.fromCodePoint(point) !== value) throw new Error('not one character')
  if (point < SURROGATES_FROM) return point
  if (point < SURROGATES_FROM + SURROGATES) throw new Error('half a character')
  return point - SURROGATES
}

const anyCharacter = fc.nat({ max: CHARACTERS - 1 }).map(characterAt, indexOf)

/** Lengths are in characters. */
export const anyText = (lengths: Pick<fc.StringConstraints, 'minLength' | 'maxLength'> = {}) =>
  fc.string({ ...lengths, unit: anyCharacter })
