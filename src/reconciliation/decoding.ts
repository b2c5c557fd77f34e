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

/** Which line cannot be decoded, for encodings whose line breaks are one byte. Of the first bytes that can be, the most are looked for. */
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
