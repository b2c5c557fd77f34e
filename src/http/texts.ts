/** Texts in schemas, of which more must be true than their length. */
import { type TStringOptions, Type } from 'typebox'
import type { FaultCode } from '../foundation/faults.ts'
import { NOT_ON_A_LINE } from '../foundation/plain-line.ts'
import { worded } from './reading.ts'

/** A text of which something is true, or that is told these words. */
export const refined = (
  holds: (text: string) => boolean,
  code: FaultCode,
  message: string,
  options: TStringOptions = {},
) => worded(Type.Unsafe<string>(Type.Refine(Type.String(options), holds)), code, message)

/** Characters as people count them, and nothing that would break a line or turn it around. */
export const isLine = (text: string, max: number): boolean =>
  text.trim() !== '' && [...text].length <= max && !NOT_ON_A_LINE.test(text)
