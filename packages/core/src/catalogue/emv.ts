/**
 * Encodes and decodes EMV® merchant-presented QR payloads, which PromptPay, VietQR, DuitNow, QRIS, QR Ph, Pix and LaoQR share.
 *
 * A payload is a list of fields `tag(2) length(2) value`, ending with tag 63, a CRC over everything before its value. A value may
 * itself be such a list (a template). Countries differ in whether lengths count characters or bytes, so only ASCII is written,
 * where both are the same (`ascii.ts`).
 *
 * `decodeEmv(encodeEmv(x))` is x, and a decoded payload encodes to the same text, byte for byte. Knows nothing about the meaning
 * of tags; see `schemes/`.
 */
import { assert, fail, type Result, succeed } from '../foundation/result.ts'

/** A payload is a list and not a record, because the order of fields matters to the CRC. */
export type EmvField = readonly [tag: string, value: string]

export type EmvFault = 'TRUNCATED' | 'BAD_TAG' | 'BAD_LENGTH' | 'CRC_MISSING' | 'CRC_WRONG'

const CRC_TAG = '63'
const CRC_HEAD = '6304'
const MAX_VALUE = 99

/** Table for CRC-16/CCITT-FALSE: polynomial 1021, initial value FFFF, not reflected. "123456789" gives 29B1. */
const CRC_TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1
  return crc
})

/** @returns four upper-case hexadecimal digits */
export function crc16(text: string): string {
  let crc = 0xffff
  for (let at = 0; at < text.length; at++) {
    crc = ((crc << 8) & 0xffff) ^ (CRC_TABLE[(crc >> 8) ^ (text.charCodeAt(at) & 0xff)] ?? 0)
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/** Fields → text without CRC, as in the value of a template. Fields without a value are left out. */
export function encodeTemplate(
  fields: readonly (readonly [tag: string, value: string | undefined])[],
): string {
  let text = ''
  for (const [tag, value] of fields) {
    if (value === undefined) continue
    assert(value.length > 0 && value.length <= MAX_VALUE, `tag ${tag} takes 1 to 99 characters`)
    text += tag + (value.length < 10 ? '0' : '') + value.length + value
  }
  return text
}

/** Fields without 63 → the whole payload with its CRC. */
export function encodeEmv(fields: readonly (readonly [tag: string, value: string | undefined])[]): string {
  const head = encodeTemplate(fields) + CRC_HEAD
  return head + crc16(head)
}

/** The value of a template → its fields. */
export function decodeTemplate(text: string): Result<EmvField[], EmvFault> {
  const fields: EmvField[] = []
  let at = 0
  while (at < text.length) {
    const tag = text.slice(at, at + 2)
    const size = text.slice(at + 2, at + 4)
    if (!/^\d\d$/.test(tag)) return fail(tag.length < 2 ? 'TRUNCATED' : 'BAD_TAG')
    if (!/^\d\d$/.test(size)) return fail(size.length < 2 ? 'TRUNCATED' : 'BAD_LENGTH')
    const end = at + 4 + Number(size)
    if (end > text.length) return fail('TRUNCATED')
    fields.push([tag, text.slice(at + 4, end)])
    at = end
  }
  return succeed(fields)
}

/** A scanned payload → its fields without 63. Checks the CRC, which some banks write in lower case. */
export function decodeEmv(payload: string): Result<EmvField[], EmvFault> {
  const parsed = decodeTemplate(payload)
  if (!parsed.ok) return parsed
  const last = parsed.value.at(-1)
  if (last?.[0] !== CRC_TAG || last[1].length !== 4) return fail('CRC_MISSING')
  if (crc16(payload.slice(0, -4)) !== last[1].toUpperCase()) return fail('CRC_WRONG')
  return succeed(parsed.value.slice(0, -1))
}

/** @returns the value of the first field with that tag, or undefined */
export const emvValue = (fields: readonly EmvField[], tag: string): string | undefined =>
  fields.find(([each]) => each === tag)?.[1]
