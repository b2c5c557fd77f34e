/** Uses `stdnum` to check national numbers, and words its results as our faults. */
import { type IdentifierFault, wrongCheckDigit, wrongForm } from './identifier.ts'

type Verdict = { readonly isValid: true } | { readonly isValid: false; readonly error: Error }
export type Validate = (text: string) => Verdict

export interface WantedNumber {
  /** Its name without an article: «CUIT or CUIL». */
  readonly what: string
  /** Its form: «11 digits». */
  readonly wanted: string
}

/** @param text without separators */
export function numberFault(
  validate: Validate,
  text: string,
  { what, wanted }: WantedNumber,
): IdentifierFault | undefined {
  const verdict = validate(text)
  if (verdict.isValid) return undefined
  if (verdict.error.name === 'InvalidChecksum') return wrongCheckDigit(what)
  if (verdict.error.name === 'InvalidLength') {
    return wrongForm(`must be a ${what}: ${wanted}; this has ${text.length} characters`)
  }
  return wrongForm(`must be a ${what}: ${wanted}`)
}
