/** The banks of FPX, by their own codes, and those that CHIP Send pays out to, by their BIC. Pure. */
import { OPERATOR_LISTS, operators } from '@sluice/core/catalogue/operators.ts'
import { words } from '@sluice/provider-kit/status-codes.ts'

export const FPX_BANKS: readonly string[] = operators('MY_FPX_B2C').map(({ code }) => code)

/** The banks of CHIP's list (docs.chip-in.asia, supported banks; complete in CHIP's plugin for AffiliateWP) that the catalogue has. */
const SEND_CODES: ReadonlySet<string> = new Set(
  words(`
    ACDBMYK2 AFBQMYKL AGOBMYKL ARBKMYKL BIMBMYKL BKCHMYKL BKRMMYKL BMMBMYKL BOBEMYK2 BSNAMYK1 CIBBMYKL
    CITIMYKL GXSPMYKL HBMBMYKL HLBBMYKL KFHOMYKL MBBEMYKL MFBBMYKL OCBCMYKL PBBEMYKL PHBMMYKL RHBBMYKL
    RJHIMYKL SCBLMYKX TNGDMYNB UOVBMYKL`),
)

const BANK_CODES: ReadonlyMap<string, string> = new Map(
  OPERATOR_LISTS.MY_DUITNOW_ACQUIRERS.flatMap(({ code, facts }) =>
    facts?.bic !== undefined && SEND_CODES.has(facts.bic) ? [[code, facts.bic] as const] : [],
  ),
)

export const PAYOUT_BANKS: readonly string[] = [...BANK_CODES.keys()]

/** @returns undefined if CHIP Send does not pay out to it */
export const bankCodeOf = (operator: string | undefined): string | undefined =>
  operator === undefined ? undefined : BANK_CODES.get(operator)
