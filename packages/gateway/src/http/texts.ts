/** Text schemas with conditions beyond their length. */
import type { FaultCode } from '@sluice/core/foundation/faults.ts'
import { NOT_ON_A_LINE } from '@sluice/core/foundation/plain-line.ts'
import { type TStringOptions, Type } from 'typebox'
import { worded } from './reading.ts'

/** A text that must meet a condition; otherwise the fault has this message. */
export const refined = (
  holds: (text: string) => boolean,
  code: FaultCode,
  message: string,
  options: TStringOptions = {},
) => worded(Type.Unsafe<string>(Type.Refine(Type.String(options), holds)), code, message)

/** At most `max` characters as people count them, without line breaks or marks that reverse the direction of text. */
export const isLine = (text: string, max: number): boolean =>
  text.trim() !== '' && [...text].length <= max && !NOT_ON_A_LINE.test(text)
