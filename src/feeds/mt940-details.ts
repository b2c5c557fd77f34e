/**
 * The words of an MT940 entry (`:86:`). Three dialects are told apart by their form:
 * numbered subfields (`166?00GUTSCHRIFT?20EREF+...?32NAME`), code words between slashes (`/EREF/.../REMI/...`), and plain text.
 */

export interface Details {
  readonly remittance: string
  readonly endToEndId: string | undefined
  readonly utr: string | undefined
  readonly name: string | undefined
  readonly account: string | undefined
  readonly bank: string | undefined
}

/** A line of 65 characters, or a subfield of 27, was cut by its length: what follows belongs to the same word. */
const joined = (parts: readonly string[], full: number): string =>
  parts.reduce((text, part, index) => {
    const cut = index > 0 && (parts[index - 1]?.length ?? 0) >= full
    return index === 0 ? part : cut ? text + part : `${text} ${part}`
  }, '')

export function readDetails(lines: readonly string[]): Details {
  const [head = ''] = lines
  if (/^\d{3}\?\d\d/.test(head)) return numbered(lines.join(''))
  const text = joined(lines, 65)
  return /^\/[A-Z]{3,8}\//.test(head) ? slashed(text) : { ...NOTHING, remittance: text }
}

const NOTHING: Details = {
  remittance: '',
  endToEndId: undefined,
  utr: undefined,
  name: undefined,
  account: undefined,
  bank: undefined,
}

function numbered(text: string): Details {
  const fields = new Map<string, string>()
  for (const part of text.split('?').slice(1)) fields.set(part.slice(0, 2), part.slice(2))
  const words = [...fields]
    .filter(([number]) => /^(2\d|6[0-3])$/.test(number))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, value]) => value)
  const remittance = joined(words, 27)
  const parts = [fields.get('32'), fields.get('33')].filter((part) => part !== undefined)
  return {
    remittance: [remittance, fields.get('00')].filter((part) => part !== undefined).join(' '),
    endToEndId: /EREF\+(\S{1,35})/.exec(remittance)?.[1],
    utr: undefined,
    name: parts.length === 0 ? undefined : joined(parts, 27),
    account: fields.get('31'),
    bank: fields.get('30'),
  }
}

/** Code words of several banks; everything else between slashes is what they stand before. */
const WORDS: ReadonlySet<string> = new Set(
  `ACCT ADDR BANK BENM BIC BO CNTP CSID EREF IBAN IREF ISDT KREF MARF NAME ORDP PREF PURP RCMT REMI RRN RTRN TRCD TRN TRTP
  ULTB ULTC ULTD UTR`.split(/\s+/),
)

/** Behind these stands what a payer typed: a code word that follows may be of the same hand. */
const TYPED: ReadonlySet<string> = new Set([
  'ADDR',
  'BENM',
  'EREF',
  'NAME',
  'ORDP',
  'PREF',
  'REMI',
  'ULTB',
  'ULTD',
])
/** The clearing's own names for the transfer, which no payer may give. */
const CLEARING = ['UTR', 'TRN', 'RRN'] as const

function slashed(text: string): Details {
  const values = new Map<string, string>()
  let word = ''
  let isTyped = false
  for (const part of text.split('/').slice(1)) {
    if (WORDS.has(part)) {
      const isClearing = CLEARING.some((name) => name === part)
      isTyped ||= TYPED.has(part)
      word = isClearing && isTyped ? '' : part
      if (word !== '' && !values.has(word)) values.set(word, '')
    } else if (word !== '') {
      const before = values.get(word)
      values.set(word, before ? `${before}/${part}` : part)
    }
  }
  const value = (...names: readonly string[]) =>
    names.map((name) => values.get(name)?.trim()).find((found) => found !== undefined && found !== '')
  return {
    // All of it: our reference may stand under any word.
    remittance: text,
    endToEndId: value('EREF'),
    utr: value(...CLEARING),
    name: value('NAME', 'ORDP', 'BENM'),
    account: value('IBAN', 'ACCT', 'CNTP'),
    bank: value('BIC', 'BANK'),
  }
}
