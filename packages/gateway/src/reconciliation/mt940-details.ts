/**
 * The texts of an MT940 entry (`:86:`). Three dialects are recognised by their form: numbered subfields
 * (`166?00GUTSCHRIFT?20EREF+...?32NAME`), code words between slashes (`/EREF/.../REMI/...`), and plain text.
 */
export interface Details {
  readonly remittance: string
  readonly endToEndId: string | undefined
  /** The bank's field for the clearing's number. */
  readonly utr: string | undefined
  /** The text that the bank composed; undefined if it cannot be separated from a payer's. */
  readonly narrative: string | undefined
  readonly name: string | undefined
  readonly account: string | undefined
  readonly bank: string | undefined
}

/** A line of 65 characters, or a subfield of 27, was wrapped: the next one continues the same word. */
const joined = (parts: readonly string[], full: number): string =>
  parts.reduce((text, part, index) => {
    const cut = index > 0 && (parts[index - 1]?.length ?? 0) >= full
    return index === 0 ? part : cut ? text + part : `${text} ${part}`
  }, '')

export function readDetails(lines: readonly string[]): Details {
  const [head = ''] = lines
  if (/^\d{3}\?\d\d/.test(head)) return numbered(lines.join(''))
  const text = joined(lines, 65)
  const word = /^\/([A-Z]{3,8})\//.exec(head)?.[1]
  const narrative = word !== undefined && WORDS.has(word) ? undefined : text
  return { ...(word === undefined ? { ...NOTHING, remittance: text } : slashed(text)), narrative }
}

const NOTHING: Details = {
  remittance: '',
  endToEndId: undefined,
  utr: undefined,
  narrative: undefined,
  name: undefined,
  account: undefined,
  bank: undefined,
}

interface Subfield {
  readonly number: string
  value: string
}

/** A separator inside text begins no subfield. */
function subfieldsOf(text: string): readonly Subfield[] {
  const fields: Subfield[] = []
  for (const part of text.split('?').slice(1)) {
    const last = fields.at(-1)
    if (/^\d\d/.test(part)) fields.push({ number: part.slice(0, 2), value: part.slice(2) })
    else if (last) last.value += `?${part}`
  }
  return fields
}

/**
 * Banks number subfields in ascending order. A repeated or misplaced one was written by a payer, so the account it
 * names is not reliable.
 */
const areInTurn = (fields: readonly Subfield[]): boolean =>
  fields.every(({ number }, index) => index === 0 || number > (fields[index - 1]?.number ?? ''))

function numbered(text: string): Details {
  const fields = subfieldsOf(text)
  const of = (number: string) => fields.find((field) => field.number === number)?.value
  const words = fields
    .filter(({ number }) => /^(2\d|6[0-3])$/.test(number))
    .sort((one, other) => (one.number < other.number ? -1 : one.number > other.number ? 1 : 0))
    .map(({ value }) => value)
  const remittance = joined(words, 27)
  const names = [of('32'), of('33')].filter((part) => part !== undefined)
  return {
    remittance: [remittance, of('00')].filter((part) => part !== undefined).join(' '),
    endToEndId: /EREF\+(\S{1,35})/.exec(remittance)?.[1],
    utr: undefined,
    // After another subfield it may be a payer's text.
    narrative: fields[0]?.number === '00' ? fields[0].value : undefined,
    ...(areInTurn(fields)
      ? { name: names.length === 0 ? undefined : joined(names, 27), account: of('31'), bank: of('30') }
      : { name: undefined, account: undefined, bank: undefined }),
  }
}

/** Code words of several banks; other text between slashes belongs to the code word before it. */
const WORDS: ReadonlySet<string> = new Set(
  `ACCT ADDR BANK BENM BIC BO CNTP CSID EREF IBAN IREF ISDT KREF MARF NAME ORDP PREF PURP RCMT REMI RRN RTRN TRCD TRN TRTP
  ULTB ULTC ULTD UTR`.split(/\s+/),
)

/** A payer's text follows these, so a later code word may be part of it. */
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
/** The clearing's own numbers of the transfer, which no payer can choose. */
const CLEARING = ['UTR', 'TRN', 'RRN'] as const
/**
 * The origin of the money, to which refunds go. It is not reliable after a payer's free text, or if it occurs twice.
 */
const ORIGIN: ReadonlySet<string> = new Set(['ACCT', 'BANK', 'BIC', 'CNTP', 'IBAN'])
/** Short texts of the payer. SEPA forbids two slashes in a row in them, so after those the bank's text continues. */
const REFERENCES: ReadonlySet<string> = new Set(['EREF', 'PREF', 'ULTB', 'ULTD'])

function slashed(text: string): Omit<Details, 'narrative'> {
  const values = new Map<string, string>()
  const doubtful = new Set<string>()
  const seen = new Set<string>()
  let word = ''
  let isTyped = false
  let isFree = false
  let isInReference = false
  for (const part of text.split('/').slice(1)) {
    const isOrigin = ORIGIN.has(part)
    if (part === '') isInReference = false
    if (WORDS.has(part)) {
      const isClearing = CLEARING.some((name) => name === part)
      isTyped ||= TYPED.has(part)
      isInReference ||= REFERENCES.has(part)
      isFree ||= part === 'REMI'
      if (isOrigin && !isFree && seen.has(part)) doubtful.add(part)
      if (isOrigin) seen.add(part)
      word = (isClearing && isTyped) || (isOrigin && (isFree || isInReference)) ? '' : part
      if (word !== '' && !values.has(word)) values.set(word, '')
    } else if (word !== '') {
      const known = values.get(word)
      values.set(word, known ? `${known}/${part}` : part)
    }
  }
  for (const name of doubtful) values.delete(name)
  const value = (...names: readonly string[]) =>
    names.map((name) => values.get(name)?.trim()).find((found) => found !== undefined && found !== '')
  const accounts = ['IBAN', 'ACCT', 'CNTP'].flatMap((name) => value(name) ?? [])
  return {
    // The whole text: our reference may be under any code word.
    remittance: text,
    endToEndId: value('EREF'),
    utr: value(...CLEARING),
    name: value('NAME', 'ORDP', 'BENM'),
    account: accounts.length === 1 ? accounts[0] : undefined,
    bank: value('BIC', 'BANK'),
  }
}
