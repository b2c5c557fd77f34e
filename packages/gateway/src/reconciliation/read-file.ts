/** Reads a statement file of any format: detects the format, decodes it, and reads its entries. Pure. */
import { fail, type Result } from '@sluice/core/foundation/result.ts'
import type { FileFault } from '@sluice/core/foundation/xml.ts'
import { readCamt } from './camt.ts'
import { readCsv } from './csv.ts'
import type { CsvMapping } from './csv-mapping.ts'
import { decoded } from './decoding.ts'
import { type BankStatement, MAX_FILE_BYTES, type ReadTerms } from './entry.ts'
import { readMt940 } from './mt940.ts'

export const FORMATS = ['camt', 'mt940', 'csv'] as const
export type FileFormat = (typeof FORMATS)[number]

export interface FileFacts {
  /** Undefined: detected from the content. */
  readonly format: FileFormat | undefined
  readonly mapping: CsvMapping | undefined
  readonly terms: ReadTerms
}

const NO_MAPPING =
  'the account has no CSV mapping: set one first (sluice feed mapping --account …; a ready-made one with --like)'

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
    return wrong(`has entries in ${foreign.money.currency}, but the account is in ${terms.currency.code}`)
  return read
}

/** Detects by the first bytes, in any encoding. */
function detected(bytes: Uint8Array, mapping: CsvMapping | undefined): FileFormat | undefined {
  const head = Buffer.from(bytes.subarray(0, 4_096)).toString('latin1').replaceAll('\0', '')
  if (/^(?:ï»¿|ÿþ|þÿ)?\s*<(?:\?xml|[A-Za-z!])/.test(head)) return 'camt'
  if (/(?:^|[\r\n])[^\r\n]{0,3}:(?:20|25|28C?|60[FM]):/.test(head) || head.startsWith('{1:')) return 'mt940'
  return mapping === undefined ? undefined : 'csv'
}

/** From the XML declaration. */
function xmlEncoding(bytes: Uint8Array): string | undefined {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0x3c && bytes[1] === 0)) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  return /^[^<]{0,4}<\?xml[^>]{0,100}?encoding=["']([A-Za-z0-9._-]{1,20})["']/.exec(head)?.[1]
}
