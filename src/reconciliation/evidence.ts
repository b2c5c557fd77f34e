/**
 * What the words of a bank entry could name: our references, and the number (UTR) of the transfer.
 *
 * Payers and banks break references with spaces, hyphens and line ends, change their case and glue words before them
 * (`REFS0AB...`). So the text is looked at word by word, and once more with everything taken out that is no letter or digit.
 *
 * A UTR is worth something only where the bank names it: an entry is full of numbers of twelve digits that others know, too: the
 * payer's telephone number with its country, an account, an identity card, the bank's own count of its bookings. So it is what
 * the reader of the format has put into `utr`, from the bank's own words alone (`text-fields.ts`). All other numbers were chosen
 * by somebody. Linear in the text, which is bounded. Pure.
 */
import type { ParsedEntry } from './entry.ts'
import { capitals, numberInField } from './text-fields.ts'

/** Ours: `S` and 13 of `0-9 A-Z`. */
const OUR_LENGTH = 14
const OUR_FIRST = 'S'
/** Virtual account numbers and addresses, by which some rails tell payers apart. */
const WORD_LENGTHS = { min: 6, max: 42 } as const
/** A text of nothing but references would name this many. */
const MAX_REFERENCES = 64

export interface Evidence {
  /** Upper case, without separators; what any of them stands for must be looked up. */
  readonly references: readonly string[]
  /** The number that the bank says the transfer has; undefined where it names none. */
  readonly utr: string | undefined
  /** Other numbers of twelve digits that stand alone: whoever wrote them. They prove nothing. */
  readonly numbers: readonly string[]
}

/** A reference that we derived ourselves names nothing. */
export function evidenceOf(entry: ParsedEntry & { readonly referenceDerived?: boolean }): Evidence {
  const texts = [entry.remittance, entry.endToEndId, entry.utr].flatMap((text) => text ?? []).map(capitals)
  const references = new Set<string>()
  // The bank's reference is its own count: whoever knows yesterday's can guess today's. It names no number of a transfer.
  const numbers = new Set<string>()
  for (const text of texts) {
    addReferences(text, references)
    for (const [digits] of text.matchAll(/\d+/g)) if (digits.length === 12) numbers.add(digits)
  }
  if (!entry.referenceDerived && entry.reference !== undefined)
    addReferences(capitals(entry.reference), references)
  const utr = entry.utr === undefined ? undefined : numberInField(entry.utr)
  if (utr !== undefined) numbers.delete(utr)
  return {
    references: [...references].slice(0, MAX_REFERENCES),
    utr,
    numbers: [...numbers].slice(0, MAX_REFERENCES),
  }
}

function addReferences(text: string, found: Set<string>): void {
  addWords(text, found)
  addOurs(compact(text), found)
}

/** Letters and digits alone, of a text in capitals. */
export const compact = (text: string): string => text.replace(/[^0-9A-Z]+/g, '')

/** Words, and numbers that are grouped by spaces or hyphens. */
function addWords(text: string, found: Set<string>): void {
  const add = (word: string) => {
    if (word.length >= WORD_LENGTHS.min && word.length <= WORD_LENGTHS.max) found.add(word)
  }
  for (const [word] of text.matchAll(/[0-9A-Z]+/g)) add(word)
  for (const [run] of text.matchAll(/\d[\d -]*\d/g)) add(run.replace(/\D+/g, ''))
}

/** Every place where one of ours could begin. */
function addOurs(compact: string, found: Set<string>): void {
  for (let at = compact.indexOf(OUR_FIRST); at >= 0; at = compact.indexOf(OUR_FIRST, at + 1)) {
    if (at + OUR_LENGTH <= compact.length) found.add(compact.slice(at, at + OUR_LENGTH))
  }
}

/** Letters and digits of a name, whatever their width and case: `ﾔﾏﾀﾞ ﾀﾛｳ` and `ヤマダタロウ` are the same. */
export const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '')

/**
 * Whether two account numbers can be the same, where one may be masked (`xxx-x-x1234-x`).
 * `unknown`: too little of it is shown.
 */
export function compareAccounts(a: string, b: string): 'same' | 'other' | 'unknown' {
  const [left, right] = [plainAccount(a), plainAccount(b)]
  if (left === '' || right === '') return 'unknown'
  // Somebody's address and somebody's account number may both be the same person's.
  if (left.includes('@') !== right.includes('@')) return 'unknown'
  if (left === right) return /[*]/.test(left) ? 'unknown' : 'same'
  const masked = left.includes('*') || right.includes('*')
  if (!masked) return sameNumber(left, right)
  if (left.length !== right.length) return tailsAgree(left, right)
  let agreeing = 0
  for (const [index, sign] of [...left].entries()) {
    const other = right[index]
    if (sign === '*' || other === '*') continue
    if (sign !== other) return 'other'
    agreeing += 1
  }
  return agreeing >= 4 ? 'same' : 'unknown'
}

/** Country and bank codes may stand before a number, and leading zeros be dropped. */
function sameNumber(a: string, b: string): 'same' | 'other' {
  const [short = '', long = ''] = [a, b].sort((x, y) => x.length - y.length)
  return short.length >= 6 && long.endsWith(short) ? 'same' : 'other'
}

/** Of masked ones of different length only the four last places can be compared. */
function tailsAgree(a: string, b: string): 'same' | 'other' | 'unknown' {
  const [left, right] = [a.slice(-4), b.slice(-4)]
  if (left.includes('*') || right.includes('*') || left.length < 4 || right.length < 4) return 'unknown'
  return left === right ? 'same' : 'other'
}

/** `*` stands for what is masked. Letters count only where the whole is an address. */
function plainAccount(text: string): string {
  const upper = text.normalize('NFKC').toUpperCase()
  if (upper.includes('@')) return upper.replace(/\s+/g, '')
  return upper.replace(/[X*•]/g, '*').replace(/[^0-9A-Z*]+/g, '')
}
