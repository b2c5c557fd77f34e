/**
 * Half-width kana, the letters of Japanese bank files.
 *
 * The rules are those of the Zengin record formats: half-width katakana without small letters, capital Latin letters,
 * digits and few signs; a voiced sound is the letter and its mark, two characters. Kanji have several readings, so a
 * name in kanji is refused and never guessed. The table is our own because no maintained package is small: the mapping
 * is forty lines of JIS X 0201.
 */
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'

const FULL = 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン'
const HALF = 'ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ'
/** Bank files have no small kana: キャ is written ｷﾔ. */
const SMALL: Readonly<Record<string, string>> = {
  ァ: 'ｱ',
  ィ: 'ｲ',
  ゥ: 'ｳ',
  ェ: 'ｴ',
  ォ: 'ｵ',
  ッ: 'ﾂ',
  ャ: 'ﾔ',
  ュ: 'ﾕ',
  ョ: 'ﾖ',
  ヮ: 'ﾜ',
  ヵ: 'ｶ',
  ヶ: 'ｹ',
}
/** The combining voiced marks, the long vowel (a hyphen in bank files), and signs that occur in names. */
const SIGNS: Readonly<Record<string, string>> = {
  '\u3099': 'ﾞ',
  '\u309A': 'ﾟ',
  '\u309B': 'ﾞ',
  '\u309C': 'ﾟ',
  ー: '-',
  '‐': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  '・': '.',
  '。': '.',
  '、': ' ',
  ',': '.',
  '「': '｢',
  '」': '｣',
  '&': '.',
  '’': ' ',
  "'": ' ',
}
const TABLE: ReadonlyMap<string, string> = new Map([
  ...[...FULL].map((letter, index) => [letter, HALF[index] ?? ''] as const),
  ...Object.entries(SMALL),
  ...Object.entries(SIGNS),
])

const AS_IT_IS = /^[A-Z0-9 ()./-]$/
const HIRAGANA_TO_KATAKANA = 0x60
/** In Shift_JIS (JIS X 0201) half-width katakana start at 0xA1, one byte each. */
const HALF_WIDTH_FIRST = 0xff61
const HALF_WIDTH_LAST = 0xff9f
const BYTE_OF_FIRST = 0xa1

/** @returns the text in half-width kana, or the characters that have none */
export function halfWidth(text: string): Result<string, readonly string[]> {
  const lost = new Set<string>()
  let result = ''
  // NFKC joins half-width letters with their marks and narrows full-width Latin; NFD then separates every mark from its letter.
  for (const character of text.normalize('NFKC').toUpperCase().normalize('NFD')) {
    const letter = katakana(character)
    const half = AS_IT_IS.test(letter) ? letter : TABLE.get(letter)
    if (half === undefined) {
      if (/^\s$/u.test(letter)) result += ' '
      // A Latin letter loses its accent, as bank tellers write it.
      else if (!/^[\u0300-\u036F]$/.test(letter)) lost.add(character)
    } else result += half
  }
  const shown = result.replace(/ +/g, ' ').trim()
  return lost.size === 0 && shown !== '' ? succeed(shown) : fail([...lost])
}

function katakana(character: string): string {
  const code = character.charCodeAt(0)
  return code >= 0x3041 && code <= 0x3096 ? String.fromCharCode(code + HIRAGANA_TO_KATAKANA) : character
}

/** One byte a character. Only for the output of `halfWidth` and for ASCII. @throws Error for anything else: that is a bug */
export function shiftJis(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => {
    const code = character.charCodeAt(0)
    if (code >= 0x20 && code < 0x7f) return code
    if (code >= HALF_WIDTH_FIRST && code <= HALF_WIDTH_LAST) return code - HALF_WIDTH_FIRST + BYTE_OF_FIRST
    if (character === '\r' || character === '\n') return code
    throw new Error('a character of a bank file has no single byte')
  })
}
