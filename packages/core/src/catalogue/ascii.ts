/**
 * Names for rails that accept only ASCII: accents are removed, the letters stay. A script without Latin letters leaves nothing;
 * the fallback is used then, because a payload must have a name.
 */
const SPECIAL: Readonly<Record<string, string>> = {
  đ: 'd',
  Đ: 'D',
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  '’': "'",
  '–': '-',
}

/** Most names look like this and need no change. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/

/**
 * @param maxLength the maximum number of characters
 * @param fallback ASCII, used if no character of `text` can be written
 */
export function asciiText(text: string, maxLength: number, fallback = 'MERCHANT'): string {
  if (text.length <= maxLength && PLAIN.test(text)) return text
  const plain = text
    .normalize('NFKD')
    .replace(/[đĐßæÆøØłŁ’–]/g, (letter) => SPECIAL[letter] ?? '')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, maxLength)
    .trim()
  return plain === '' ? fallback.slice(0, maxLength) : plain
}
