/** The characters of a file, in the encoding that its bank writes. Pure, and the same in a browser. */
import { fail, type Result, succeed } from '../foundation/result.ts'
import type { FileFault } from '../foundation/xml.ts'

/** @param encoding undefined: UTF-8, or the bank's own eight bits */
export function decoded(bytes: Uint8Array, encoding: string | undefined): Result<string, FileFault> {
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
