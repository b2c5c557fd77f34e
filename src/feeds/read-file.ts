/** A statement file of whatever format: which one it is, its characters, and its entries. Pure. */
import { fail, type Result, succeed } from '../foundation/result.ts'
import type { FileFault } from '../foundation/xml.ts'
import { readCamt } from './camt.ts'
import { readCsv } from './csv.ts'
import type { CsvMapping } from './csv-mapping.ts'
import { type BankStatement, MAX_FILE_BYTES, type ReadTerms } from './entry.ts'
import { readMt940 } from './mt940.ts'

export const FORMATS = ['camt', 'mt940', 'csv'] as const
export type FileFormat = (typeof FORMATS)[number]

export interface FileFacts {
  /** Undefined: told from the content. */
  readonly format: FileFormat | undefined
  readonly mapping: CsvMapping | undefined
  readonly terms: ReadTerms
}

const NO_MAPPING =
  'the account has no CSV mapping: put one first (sluice feed mapping --account …; a ready-made one with --like)'

export function readStatement(
  bytes: Uint8Array,
  { format, mapping, terms }: FileFacts,
): Result<BankStatement, readonly FileFault[]> {
  const wrong = (message: string) => fail([{ line: 1, column: 1, message }])
  if (bytes.length === 0) return wrong('is empty')
  if (bytes.length > MAX_FILE_BYTES)
    return wrong(`is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB: export shorter periods, or split it`)
  const kind = format ?? detected(bytes, mapping)
  if (kind === undefined) return wrong(`is neither camt XML nor MT940, and ${NO_MAPPING}`)
  if (kind === 'csv' && !mapping) return wrong(`is CSV, and ${NO_MAPPING}`)
  const text = decoded(
    bytes,
    kind === 'csv' ? mapping?.encoding : kind === 'camt' ? xmlEncoding(bytes) : undefined,
  )
  if (!text.ok) return fail([text.failure])
  const read =
    kind === 'camt'
      ? readCamt(text.value, terms)
      : kind === 'mt940'
        ? readMt940(text.value, terms)
        : mapping
          ? readCsv(text.value, mapping, terms)
          : wrong('has no mapping')
  if (!read.ok) return read
  const foreign = read.value.entries.find(({ money }) => money.currency !== terms.currency.code)
  if (foreign)
    return wrong(
      `has entries in ${foreign.money.currency}, but the account is kept in ${terms.currency.code}`,
    )
  return read
}

/** What it begins with, whatever the encoding. */
function detected(bytes: Uint8Array, mapping: CsvMapping | undefined): FileFormat | undefined {
  const head = Buffer.from(bytes.subarray(0, 4_096)).toString('latin1').replaceAll('\0', '')
  if (/^(?:ï»¿|ÿþ|þÿ)?\s*<(?:\?xml|[A-Za-z!])/.test(head)) return 'camt'
  if (/(?:^|[\r\n])[^\r\n]{0,3}:(?:20|25|28C?|60[FM]):/.test(head) || head.startsWith('{1:')) return 'mt940'
  return mapping === undefined ? undefined : 'csv'
}

/** As the XML declaration says. */
function xmlEncoding(bytes: Uint8Array): string | undefined {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0x3c && bytes[1] === 0)) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  return /^[^<]{0,4}<\?xml[^>]{0,100}?encoding=["']([A-Za-z0-9._-]{1,20})["']/.exec(head)?.[1]
}

function decoded(bytes: Uint8Array, encoding: string | undefined): Result<string, FileFault> {
  const label = encoding ?? 'utf-8'
  let decoder: InstanceType<typeof TextDecoder>
  try {
    decoder = new TextDecoder(label, { fatal: true })
  } catch {
    return fail({
      line: 1,
      column: 1,
      message: `is in the encoding ${label}, which is not known: export it as UTF-8`,
    })
  }
  try {
    return succeed(decoder.decode(bytes))
  } catch {
    // MT940 comes in the bank's own eight bits; only names suffer.
    if (encoding === undefined) return succeed(new TextDecoder('windows-1252').decode(bytes))
    const line = firstBadLine(bytes, label)
    const message = `has bytes that are no ${label}: set the encoding in the CSV mapping (such as windows-1252, tis-620, shift_jis)`
    return fail({ line, column: 1, message })
  }
}

/** Which line cannot be decoded, for encodings whose line breaks are one byte. */
function firstBadLine(bytes: Uint8Array, label: string): number {
  let line = 1
  let start = 0
  while (start < bytes.length) {
    const end = bytes.indexOf(10, start)
    const part = bytes.subarray(start, end < 0 ? bytes.length : end)
    try {
      new TextDecoder(label, { fatal: true }).decode(part)
    } catch {
      return line
    }
    if (end < 0) break
    line += 1
    start = end + 1
  }
  return 1
}
