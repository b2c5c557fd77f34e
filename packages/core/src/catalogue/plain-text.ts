/** Faults of a request, and the basic checks that find them. */
import type { Fault, FaultCode } from '../foundation/faults.ts'
import { NOT_ON_A_LINE } from '../foundation/plain-line.ts'

/** A fault whose path is a JSON Pointer into the body. */
export type FieldFault = Fault

export type { FaultCode }

export type Faults = FieldFault[]

/** The position of the method's data in a create. */
export const POINTER = '/paymentMethod'

const OPERATOR_CODE_MAX_LENGTH = 64

export type JsonObject = Readonly<Record<string, unknown>>

/** A JSON object: neither null nor a list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The text at a key; undefined if it is missing, or if it is not an acceptable text (with a fault).
 * @param maxLength in characters (code points), as in JSON Schema
 */
export function textAt(
  object: JsonObject,
  key: string,
  path: string,
  maxLength: number,
  faults: Faults,
): string | undefined {
  const value = Object.hasOwn(object, key) ? object[key] : undefined
  if (value === undefined) return undefined
  const fault = textFault(value, maxLength)
  if (fault) faults.push({ path, code: fault[0], message: fault[1] })
  return fault || typeof value !== 'string' ? undefined : value
}

function textFault(value: unknown, maxLength: number): [FaultCode, string] | undefined {
  if (typeof value !== 'string') return ['WRONG_TYPE', 'must be a string']
  if (value === '')
    return ['INVALID_FORMAT', 'must not be empty: give a value, or leave it out where it is optional']
  if (isLonger(value, maxLength)) return ['TOO_LONG', `must have at most ${maxLength} characters`]
  if (!value.isWellFormed() || NOT_ON_A_LINE.test(value)) {
    return [
      'INVALID_FORMAT',
      'must be plain text without control characters, marks that turn text around, and broken Unicode',
    ]
  }
  return undefined
}

/** Counts code points only if the result depends on it. */
function isLonger(text: string, maxLength: number): boolean {
  if (text.length <= maxLength) return false
  return text.length > 2 * maxLength || [...text].length > maxLength
}

/** A code at the top level of the method object. */
export const codeOf = (object: JsonObject, key: string, faults: Faults): string | undefined =>
  textAt(object, key, `${POINTER}/${key}`, OPERATOR_CODE_MAX_LENGTH, faults)
