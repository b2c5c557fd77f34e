/** Decodes a file in its bank's encoding. Pure, and the same in a browser. */
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { FileFault } from '@sluice/core/foundation/xml.ts'

/** @param encoding undefined: UTF-8, or else windows-1252 */
export function decoded(bytes: Uint8Array, encoding: string | undefined): Result<string, FileFault> {
  const label = encoding ?? 'utf-8'
  let decoder: InstanceType<typeof TextDecoder>
  try {
    decoder = new TextDecoder(label, { fatal: true })
  } catch {
    return fail({
      line: 1,
      column: 1,
      message: `is in the unknown encoding ${label}: export it as UTF-8`,
    })
  }
  try {
    return succeed(decoder.decode(bytes))
  } catch {
    // MT940 files use the bank's own 8-bit encoding; a wrong guess damages only names.
    if (encoding === undefined) return succeed(new TextDecoder('windows-1252').decode(bytes))
    const line = firstBadLine(bytes, label)
    const message = `has bytes that are not valid ${label}: set the encoding in the CSV mapping (such as windows-1252, tis-620, shift_jis)`
    return fail({ line, column: 1, message })
  }
}

/**
 * The line that cannot be decoded, for encodings with one-byte line breaks. Searches for the longest decodable
 * beginning.
 */
function firstBadLine(bytes: Uint8Array, label: string): number {
  let right = 0
  let wrong = bytes.length + 1
  while (wrong - right > 1) {
    const middle = (right + wrong) >> 1
    if (mayGoOn(bytes.subarray(0, middle), label)) right = middle
    else wrong = middle
  }
  let line = 1
  for (let at = bytes.indexOf(10); at >= 0 && at < right; at = bytes.indexOf(10, at + 1)) line += 1
  return line
}

function mayGoOn(bytes: Uint8Array, label: string): boolean {
  try {
    new TextDecoder(label, { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}
