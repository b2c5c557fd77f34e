/**
 * What somebody new may be called. Pure.
 *
 * The audit log, the history of payments and whoever approves know people by their names, so no new name reads as another's: it has no
 * letter that nobody sees (the fillers of Hangul), no Latin letter in another form (full width, mathematical), and no word of Latin
 * letters with Greek or Cyrillic ones among them. Names from before are found and kept as they are (`OPERATOR_NAME`).
 */
import { OPERATOR_NAME } from './operators.ts'

const HIDDEN = String.raw`(?!.*[\p{Default_Ignorable_Code_Point}\uFF01-\uFF5E\u{1D400}-\u{1D7FF}])`
const LOOKALIKES = String.raw`[\p{Script=Greek}\p{Script=Cyrillic}]`
const WITHIN_A_WORD = '[^ ._@-]*'

/** Of 64 characters at most before anything else is looked at: a claim of a stranger may have any number. */
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
  'must be 1 to 64 letters, digits, spaces and . _ @ -, beginning and ending with a letter or digit, without letters that nobody sees and without Greek or Cyrillic ones in a Latin word'
