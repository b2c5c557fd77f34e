/**
 * Whether each field of a bank's message contains the bank's own text or the payer's. **Only what a payer cannot choose
 * is evidence**, so the number of a transfer (UTR) is taken only from the bank's own fields: from one that contains
 * nothing else, or from the beginning of a text that the bank composes. A payer may type `UPI/919876543210` into their
 * text, and others know that number.
 *
 * `FIELD_AUTHORS` is the only table of this. The readers follow it, `text-fields.test.ts` puts a number into each of its
 * fields, and the operators' page shows it. Pure.
 */

interface FieldOfFormat {
  readonly format: string
  readonly field: string
  readonly whose: string
  /** `field`: a UTR if it is the whole content. `beginning`: a UTR if the text begins with it. `never`: no UTR. */
  readonly utr: 'field' | 'beginning' | 'never'
  readonly usedFor: string
}

const CAMT = 'camt.053, camt.054'
const OUR_REFERENCE = 'our reference, which only its payer has seen'
const COMPARED = 'distinguishes entries, nothing else'
const ORIGIN = 'rules matches out and ranks them; where money is returned to'

export const FIELD_AUTHORS = {
  'camt-clearing': {
    format: CAMT,
    field: '`Refs/ClrSysRef`',
    whose: 'the clearing',
    utr: 'field',
    usedFor: 'the UTR',
  },
  'camt-transaction': {
    format: CAMT,
    field: '`Refs/TxId`',
    whose: 'the first bank in the chain',
    utr: 'field',
    usedFor: 'the UTR, if there is no `ClrSysRef`',
  },
  'camt-entry-text': {
    format: CAMT,
    field: '`AddtlNtryInf`, `AddtlTxInf`',
    whose: 'the bank',
    utr: 'beginning',
    usedFor: 'the UTR, if no field has one; our reference',
  },
  'camt-bank-reference': {
    format: CAMT,
    field: '`AcctSvcrRef`',
    whose: 'the bank, as its own reference',
    utr: 'never',
    usedFor: 'the identifier of the movement',
  },
  'camt-uetr': {
    format: CAMT,
    field: '`Refs/UETR`',
    whose: "the payer's bank or software",
    utr: 'never',
    usedFor: COMPARED,
  },
  'camt-remittance': {
    format: CAMT,
    field: '`RmtInf`',
    whose: 'the payer',
    utr: 'never',
    usedFor: OUR_REFERENCE,
  },
  'camt-end-to-end': {
    format: CAMT,
    field: '`Refs/EndToEndId`, `InstrId`, `Prtry`',
    whose: 'the payer',
    utr: 'never',
    usedFor: OUR_REFERENCE,
  },
  'camt-party': {
    format: CAMT,
    field: '`RltdPties`, `RltdAgts`',
    whose: "the payer's bank",
    utr: 'never',
    usedFor: ORIGIN,
  },
  'mt940-plain': {
    format: 'MT940',
    field: '`:86:` as plain text',
    whose: 'the bank',
    utr: 'beginning',
    usedFor: 'the UTR; our reference',
  },
  'mt940-code-words': {
    format: 'MT940',
    field: '`/UTR/`, `/TRN/`, `/RRN/` before any text of the payer',
    whose: 'the clearing',
    utr: 'field',
    usedFor: 'the UTR',
  },
  'mt940-payer-words': {
    format: 'MT940',
    field: '`/EREF/`, `/REMI/`, `/NAME/` and the like, and all code words after them',
    whose: 'the payer',
    utr: 'never',
    usedFor: OUR_REFERENCE,
  },
  'mt940-origin': {
    format: 'MT940',
    field:
      '`/IBAN/`, `/ACCT/`, `/CNTP/`, `/BIC/`, `/BANK/` before any text of the payer, or after two slashes and before `/REMI/`',
    whose: "the payer's bank",
    utr: 'never',
    usedFor: ORIGIN,
  },
  'mt940-booking-text': {
    format: 'MT940',
    field: '`?00`',
    whose: 'the bank',
    utr: 'beginning',
    usedFor: 'the UTR; our reference',
  },
  'mt940-numbered': {
    format: 'MT940',
    field: '`?20` to `?29`, `?60` to `?63`',
    whose: 'the payer',
    utr: 'never',
    usedFor: OUR_REFERENCE,
  },
  'mt940-bank-reference': {
    format: 'MT940',
    field: '`:61:` after the last `//`',
    whose: 'the bank, as its own reference',
    utr: 'never',
    usedFor: 'the identifier of the movement',
  },
  'mt940-customer-reference': {
    format: 'MT940',
    field: '`:61:` before `//`, and its second line',
    whose: 'the payer',
    utr: 'never',
    usedFor: OUR_REFERENCE,
  },
  'csv-utr': {
    format: 'CSV',
    field: 'the column `utr`',
    whose: 'the clearing',
    utr: 'field',
    usedFor: 'the UTR',
  },
  'csv-narrative': {
    format: 'CSV',
    field: 'the columns of `narrative`',
    whose: 'the bank',
    utr: 'beginning',
    usedFor: 'the UTR, if the column `utr` has none',
  },
  'csv-reference': {
    format: 'CSV',
    field: 'the column `reference`',
    whose: 'the bank, as its own reference',
    utr: 'never',
    usedFor: 'the identifier of the movement',
  },
  'csv-remittance': {
    format: 'CSV',
    field: 'the columns of `remittance`',
    whose: 'the payer',
    utr: 'never',
    usedFor: OUR_REFERENCE,
  },
  'csv-end-to-end': {
    format: 'CSV',
    field: 'the column `endToEndId`',
    whose: 'the payer',
    utr: 'never',
    usedFor: OUR_REFERENCE,
  },
  'csv-sender': {
    format: 'CSV',
    field: 'the columns `senderName`, `senderAccount`, `senderBank`',
    whose: "the payer's bank",
    utr: 'never',
    usedFor: ORIGIN,
  },
} as const satisfies Readonly<Record<string, FieldOfFormat>>

export type BankFieldName = keyof typeof FIELD_AUTHORS

/**
 * The whole field, perhaps with leading zeros and the name of the rail: `0000632509581234`, `UPI-632509581234`. A UTR
 * begins with the last digit of the year and the day of the year, so never with four zeros: those pad a shorter number.
 */
const UTR_FIELD = /^(?:(?:UTR|RRN|UPI|IMPS|REF|NO)[^0-9A-Z]{0,3}){0,3}0*((?!0000)\d{12})$/
/**
 * The beginning of a bank's text: the rail's name, perhaps two short words (`P2A`, `CR`, `IN`), and the number, with
 * separators. The payer's text follows it. A payer's address (`919876543210@bank`), which may be there instead, is
 * excluded.
 */
const UTR_IN_TEXT =
  /^[^0-9A-Z]{0,3}(?:(?:BY|TRANSFER|TRF|RECD|MMT|INB)[^0-9A-Z]{1,3}){0,3}(?:IMPS|UPI[A-Z]{0,2}|RRN|UTR)(?:[^0-9A-Z]{1,3}[A-Z][0-9A-Z]{0,3}){0,2} ?[^0-9A-Z ] ?((?!0000)\d{12})(?!\d|[0-9A-Z._]{0,64}@|-\d{1,3}@)/

/**
 * A text that begins with a number does so much earlier, and sorting the combining marks of a text takes quadratic
 * time.
 */
const MOST_CAPITALS = 2_000

/** In capitals of normal width. */
export const capitals = (text: string): string => text.slice(0, MOST_CAPITALS).normalize('NFKC').toUpperCase()

/** The twelve digits of a field that contains nothing else; undefined for the numbers of other rails. */
export const numberInField = (utr: string): string | undefined => UTR_FIELD.exec(capitals(utr).trim())?.[1]

/** The number of an entry in the clearing, and the content of the field for it. */
export interface NamedNumber {
  readonly utr: string | undefined
  /** The content of the bank's field, if the number comes from its text. */
  readonly utrField?: string | undefined
}

/**
 * The clearing's number of a transfer.
 * @param field the bank's field for it; a number of twelve digits there wins
 * @param ownTexts texts that the bank composes; never one that a payer wrote
 */
export function numberOfTransfer(field: string | undefined, ownTexts: readonly string[]): NamedNumber {
  if (field !== undefined && numberInField(field) !== undefined) return { utr: field }
  const [number] = ownTexts.flatMap((text) => UTR_IN_TEXT.exec(capitals(text))?.[1] ?? [])
  return number === undefined ? { utr: field } : { utr: number, utrField: field }
}
