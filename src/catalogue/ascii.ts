/**
 * Names for rails that know ASCII only: accents go, letters that carry them stay.
 * A script without Latin letters leaves nothing; then the fallback stands, because a payload may not have an empty name.
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

/** As most names are: nothing of it is taken away or altered. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/

/**
 * @param maxLength characters that are left at most
 * @param fallback ASCII, stands in where no character of `text` can be written
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
