/**
 * Which names a new operator may have. Pure.
 *
 * The audit log, the history of payments and approvers identify people by their names, so a new name must not look like another:
 * no invisible letters (the Hangul fillers), no Latin letters in other forms (full width, mathematical), and no word that mixes
 * Latin with Greek or Cyrillic letters. Existing names stay as they are (`OPERATOR_NAME`).
 */
import { OPERATOR_NAME } from './operators.ts'

const HIDDEN = String.raw`(?!.*[\p{Default_Ignorable_Code_Point}\uFF01-\uFF5E\u{1D400}-\u{1D7FF}])`
const LOOKALIKES = String.raw`[\p{Script=Greek}\p{Script=Cyrillic}]`
const WITHIN_A_WORD = '[^ ._@-]*'

/** At most 64 characters, checked before anything else: a claim of a stranger may be of any length. */
export const NEW_OPERATOR_NAME = new RegExp(
  [
    '^(?=.{1,64}$)',
    HIDDEN,
    String.raw`(?!.*\p{Script=Latin}${WITHIN_A_WORD}${LOOKALIKES})`,
    String.raw`(?!.*${LOOKALIKES}${WITHIN_A_WORD}\p{Script=Latin})`,
    OPERATOR_NAME.source.slice(1),
  ].join(''),
  'u',
)

export const NEW_OPERATOR_NAME_WANTED =
  'must be 1 to 64 letters, digits, spaces and . _ @ -, begin and end with a letter or digit, and contain no invisible letters and no Greek or Cyrillic letters in a Latin word'
