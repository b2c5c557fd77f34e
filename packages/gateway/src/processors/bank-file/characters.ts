/**
 * How a text is written in a bank's character set.
 *
 * A Latin name is written without its accents, as the European Payments Council advises (EPC217-08). A name in another
 * script is refused, never guessed: a bank compares the payee's name, and no table knows how its holder spells it.
 * Nothing is left out silently.
 */
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { CharacterSet } from './debtor-account.ts'

/** Letters that have no decomposition in Unicode, and the punctuation that names may have. */
const WRITTEN: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'TH',
  ł: 'l',
  Ł: 'L',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  ŋ: 'n',
  Ŋ: 'N',
  ɓ: 'b',
  Ɓ: 'B',
  ɗ: 'd',
  Ɗ: 'D',
  ƙ: 'k',
  Ƙ: 'K',
  ɖ: 'd',
  Ɖ: 'D',
  ɛ: 'e',
  Ɛ: 'E',
  ɔ: 'o',
  Ɔ: 'O',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '‐': '-',
  '–': '-',
  '—': '-',
  '&': '+',
}

/** SWIFT's character set X, which every bank accepts. */
const LATIN = /^[A-Za-z0-9/\-?:().,'+ ]*$/
/** What XML 1.0 cannot hold, besides controls, which no text of a payment may have. */
const NOT_IN_XML = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u

export const isLatin = (text: string): boolean => LATIN.test(text)

/** @returns the text as it is written, or the characters that cannot be */
export function written(text: string, set: CharacterSet): Result<string, readonly string[]> {
  return set === 'latin' ? inLatin(text) : inUnicode(text)
}

function inLatin(text: string): Result<string, readonly string[]> {
  const lost = new Set<string>()
  let result = ''
  for (const character of text.normalize('NFC')) {
    // The marks of a character that Latin cannot write belong to it.
    const plain = WRITTEN[character] ?? withoutMarks(character)
    if (isLatin(plain)) result += plain
    else lost.add(character)
  }
  const shown = oneSpace(result)
  return lost.size === 0 && shown !== '' ? succeed(shown) : fail([...lost])
}

const withoutMarks = (character: string): string =>
  [...character.normalize('NFKD')]
    .map((part) => (/^[\u0300-\u036F]$/.test(part) ? '' : (WRITTEN[part] ?? part)))
    .join('')

function inUnicode(text: string): Result<string, readonly string[]> {
  const shown = oneSpace(text.normalize('NFC'))
  const lost = [...shown].filter((character) => NOT_IN_XML.test(character))
  return lost.length === 0 && shown !== '' ? succeed(shown) : fail([...new Set(lost)])
}

/** Any run of blanks becomes one space, as schemas and banks do anyway. */
const oneSpace = (text: string): string => text.replace(/\s+/gu, ' ').trim()
