/**
 * What the texts of a bank entry could name: our references, and the number of the transfer (UTR).
 *
 * Payers and banks break references with spaces, hyphens and line ends, change their case and add words directly before
 * them (`REFS0AB...`). So the text is searched word by word, and once more without everything that is no letter or
 * digit.
 *
 * A UTR counts only where the bank names it, because an entry is full of other numbers of twelve digits: the payer's
 * telephone number, an account, an identity card, the bank's own counter. So it is what the reader of the format put
 * into `utr`, only from the bank's own text (`text-fields.ts`). All other numbers may have been chosen by a payer.
 * Linear in the text, which is limited. Pure.
 */
import type { ParsedEntry } from './entry.ts'
import { capitals, numberInField } from './text-fields.ts'

/** Ours: `S` and 13 of `0-9 A-Z`. */
const OUR_LENGTH = 14
const OUR_FIRST = 'S'
/** Virtual account numbers and addresses, by which some rails distinguish payers. */
const WORD_LENGTHS = { min: 6, max: 42 } as const
/** A text of nothing but references would contain this many. */
const MAX_REFERENCES = 64

export interface Evidence {
  /** Upper case without separators; their meaning has to be looked up. */
  readonly references: readonly string[]
  /** The number of the transfer as the bank names it; undefined if it names none. */
  readonly utr: string | undefined
  /** Other separate numbers of twelve digits, from any author. They prove nothing. */
  readonly numbers: readonly string[]
}

/** A reference that we derived ourselves names nothing. */
export function evidenceOf(entry: ParsedEntry & { readonly referenceDerived?: boolean }): Evidence {
  const texts = [entry.remittance, entry.endToEndId, entry.utr].flatMap((text) => text ?? []).map(capitals)
  const references = new Set<string>()
  // The bank's reference is its own counter, which can be guessed from yesterday's. It names no transfer.
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

/** Only letters and digits, of a text in capitals. */
export const compact = (text: string): string => text.replace(/[^0-9A-Z]+/g, '')

/** Words, and numbers grouped by spaces or hyphens. */
function addWords(text: string, found: Set<string>): void {
  const add = (word: string) => {
    if (word.length >= WORD_LENGTHS.min && word.length <= WORD_LENGTHS.max) found.add(word)
  }
  for (const [word] of text.matchAll(/[0-9A-Z]+/g)) add(word)
  for (const [run] of text.matchAll(/\d[\d -]*\d/g)) add(run.replace(/\D+/g, ''))
}

/** Every position where one of our references could begin. */
function addOurs(compact: string, found: Set<string>): void {
  for (let at = compact.indexOf(OUR_FIRST); at >= 0; at = compact.indexOf(OUR_FIRST, at + 1)) {
    if (at + OUR_LENGTH <= compact.length) found.add(compact.slice(at, at + OUR_LENGTH))
  }
}

/** Letters and digits of a name without width and case: `ﾔﾏﾀﾞ ﾀﾛｳ` and `ヤマダタロウ` are equal. */
export const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '')

/**
 * Whether two account numbers may be the same if one may be masked (`xxx-x-x1234-x`). `unknown`: too few digits are
 * visible.
 */
export function compareAccounts(a: string, b: string): 'same' | 'other' | 'unknown' {
  const [left, right] = [plainAccount(a), plainAccount(b)]
  if (left === '' || right === '') return 'unknown'
  // An address and an account number may belong to the same person.
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

/** A number may have country and bank codes before it, and may lack leading zeros. */
function sameNumber(a: string, b: string): 'same' | 'other' {
  const [short = '', long = ''] = [a, b].sort((x, y) => x.length - y.length)
  return short.length >= 6 && long.endsWith(short) ? 'same' : 'other'
}

/** Masked numbers of different lengths can only be compared by their last four characters. */
function tailsAgree(a: string, b: string): 'same' | 'other' | 'unknown' {
  const [left, right] = [a.slice(-4), b.slice(-4)]
  if (left.includes('*') || right.includes('*') || left.length < 4 || right.length < 4) return 'unknown'
  return left === right ? 'same' : 'other'
}

/** `*` stands for a masked character. Letters count only in an address. */
function plainAccount(text: string): string {
  const upper = text.normalize('NFKC').toUpperCase()
  if (upper.includes('@')) return upper.replace(/\s+/g, '')
  return upper.replace(/[X*•]/g, '*').replace(/[^0-9A-Z*]+/g, '')
}
