/**
 * What the words of a bank entry could name: our references, and the twelve digits of a UTR.
 *
 * Payers and banks break references with spaces, hyphens and line ends, change their case and glue words before them
 * (`REFS0AB...`). So the text is looked at word by word, and once more with everything taken out that is no letter or digit.
 * Linear in the text, which is bounded. Pure.
 */
import type { StatementEntry } from './entry.ts'

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
  /** Of twelve digits that stand alone. */
  readonly utrs: readonly string[]
}

/** A reference that we derived ourselves names nothing. */
export function evidenceOf(entry: StatementEntry & { readonly referenceDerived?: boolean }): Evidence {
  const reference = entry.referenceDerived ? undefined : entry.reference
  const fields = [entry.remittance, entry.endToEndId, entry.utr, reference].filter(
    (text) => text !== undefined,
  )
  const references = new Set<string>()
  const utrs = new Set<string>()
  for (const field of fields) {
    const text = field.normalize('NFKC').toUpperCase()
    addWords(text, references)
    addOurs(text.replace(/[^0-9A-Z]+/g, ''), references)
    for (const [digits] of text.matchAll(/\d+/g)) if (digits.length === 12) utrs.add(digits)
  }
  return { references: [...references].slice(0, MAX_REFERENCES), utrs: [...utrs].slice(0, MAX_REFERENCES) }
}

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
