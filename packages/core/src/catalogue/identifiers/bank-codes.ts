/**
 * Codes of banks and branches, as published by their issuers. For receiving details, which an operator enters once and thousands
 * of payers then pay to.
 */
import { operators } from '../operators.ts'
import { formOf, type Identifier, wrongForm } from './identifier.ts'

/** Members outside NAPAS' own range 97…: branches of foreign banks and digital banks use numbers of their card networks. */
const OTHER_BINS: ReadonlySet<string> = new Set(
  operators('VN_NAPAS').flatMap(({ facts }) => (facts?.bin === undefined ? [] : [facts.bin])),
)

/** A BIN that no bank has is rejected, except in the range from which new members get theirs. */
export const napasBin: Identifier = {
  rule: "a BIN of six digits: one that begins with 97, or a member's of another range (CIMB 422589, Timo 963388)",
  source: 'NAPAS: VietQR, members and their BINs (as in https://api.vietqr.io/v2/banks)',
  check: (text) =>
    /^97\d{4}$/.test(text) || OTHER_BINS.has(text)
      ? undefined
      : wrongForm('must be the BIN of a member of NAPAS: six digits, most of them beginning with 97'),
}

/** The last four digits are the country's ISO 3166-1 number, which distinguishes LaoQR's members from foreign banks. */
export const laoIin = formOf(
  /^\d{4}0418$/,
  'an IIN: eight digits ending in 0418',
  'LAPNet publishes no specification: so end the codes of all its members, as their LaoQR codes carry them (BCEL 27710418, JDB 32170418)',
)

/** With the country PH: every participant of InstaPay, PESONet or QR Ph is a bank or an e-money issuer in the Philippines. */
export const philippineBic = formOf(
  /^[A-Z]{4}PH[A-Z0-9]{5}$/,
  'a BIC of the Philippines with 11 characters (BOPIPHMMXXX)',
  'ISO 9362; Bangko Sentral ng Pilipinas: National QR Code Standard (QR Ph), acquirer ID; participants of InstaPay and PESONet',
)

export const thaiBank = formOf(
  /^\d{3}$/,
  "a Thai bank's code of three digits",
  'Bank of Thailand: codes of financial institutions (004, 014)',
)

export const zenginBank = formOf(
  /^\d{4}$/,
  "a Japanese bank's code of four digits",
  'Zengin-Net: codes of financial institutions',
)

export const zenginBranch = formOf(
  /^\d{3}$/,
  "a Japanese branch's code of three digits",
  'Zengin-Net: codes of branches',
)

export const zenginAccount = formOf(
  /^\d{7}$/,
  'an account number of seven digits, with zeros before a shorter one',
  'Zengin-Net: format of transfers',
)

/** South African and Namibian banks share one list of branches. */
export const southernAfricanBranch = formOf(
  /^\d{6}$/,
  "a branch's code of six digits",
  'the banks of South Africa and Namibia, which publish their branch codes in this one form',
)
