/** Banks: of FPX by their own codes, of payouts by their BIC, of which CHIP Send takes those here. Pure. */
import { OPERATOR_LISTS, operators } from '../../../catalogue/operators.ts'

export const FPX_BANKS: readonly string[] = operators('MY_FPX_B2C').map(({ code }) => code)

/** Of CHIP's list (docs.chip-in.asia, supported banks; the whole of it in CHIP's own plugin for AffiliateWP) those that the catalogue has. */
const SEND_CODES: ReadonlySet<string> = new Set([
  'ACDBMYK2',
  'AFBQMYKL',
  'AGOBMYKL',
  'ARBKMYKL',
  'BIMBMYKL',
  'BKCHMYKL',
  'BKRMMYKL',
  'BMMBMYKL',
  'BOBEMYK2',
  'BSNAMYK1',
  'CIBBMYKL',
  'CITIMYKL',
  'GXSPMYKL',
  'HBMBMYKL',
  'HLBBMYKL',
  'KFHOMYKL',
  'MBBEMYKL',
  'MFBBMYKL',
  'OCBCMYKL',
  'PBBEMYKL',
  'PHBMMYKL',
  'RHBBMYKL',
  'RJHIMYKL',
  'SCBLMYKX',
  'TNGDMYNB',
  'UOVBMYKL',
])

const BANK_CODES: ReadonlyMap<string, string> = new Map(
  OPERATOR_LISTS.MY_DUITNOW_ACQUIRERS.flatMap(({ code, facts }) =>
    facts?.bic !== undefined && SEND_CODES.has(facts.bic) ? [[code, facts.bic] as const] : [],
  ),
)

export const PAYOUT_BANKS: readonly string[] = [...BANK_CODES.keys()]

/** @returns undefined where CHIP Send does not pay out to it */
export const bankCodeOf = (operator: string | undefined): string | undefined =>
  operator === undefined ? undefined : BANK_CODES.get(operator)
