/** A merchant's category code in schemes. */
import { formOf } from './identifier.ts'

export const merchantCategory = formOf(
  /^\d{4}$/,
  'a merchant category of four digits',
  'ISO 18245: merchant category codes',
)
