/**
 * Zengin: the 120-byte records of the Japanese Bankers Association for bulk transfers (総合振込, 種別コード 21). Pure.
 *
 * Every record is exactly 120 bytes of Shift_JIS (here always one byte a character: half-width kana and ASCII), in the
 * order header, data, trailer, end. Count and sum of the trailer are those of the data records. Numbers are
 * right-aligned with leading zeros, texts left-aligned with trailing spaces. What does not fit is a bug, because
 * `payee.ts` has checked it.
 */
import { minor } from '@sluice/core/foundation/money.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { DebtorAccount, ZenginTerms } from './debtor-account.ts'
import { halfWidth, shiftJis } from './kana.ts'
import type { Line } from './payee.ts'

export const RECORD_BYTES = 120

interface ZenginFile {
  readonly account: DebtorAccount & { readonly zengin: ZenginTerms }
  /** `YYYY-MM-DD`. */
  readonly executionDay: string
  readonly lines: readonly Line[]
}

export function zengin({ account, executionDay, lines }: ZenginFile): Uint8Array {
  const records = [
    header(account, executionDay),
    ...lines.map((line) => data(line, account.zengin)),
    trailer(lines),
    record(['9', text('', 119)]),
  ]
  const end = account.zengin.lineBreaks ? '\r\n' : ''
  return shiftJis(records.map((each) => each + end).join(''))
}

function header({ zengin: terms, name, ...own }: ZenginFile['account'], executionDay: string): string {
  return record([
    '1',
    '21',
    '0',
    number(terms.clientCode, 10),
    text(kana(name), 40),
    executionDay.slice(5).replace('-', ''),
    number(own.bankCode ?? '', 4),
    text(kana(terms.bankName), 15),
    number(own.branchCode ?? '', 3),
    text(kana(terms.branchName), 15),
    terms.accountType,
    number(own.accountNumber ?? '', 7),
    text('', 17),
  ])
}

function data({ reference, money, payee }: Line, { ediReference }: ZenginTerms): string {
  return record([
    '2',
    number(payee.bankCode ?? '', 4),
    text('', 15),
    number(payee.branchCode ?? '', 3),
    text('', 15),
    text('', 4),
    payee.zenginType,
    number(payee.account.value, 7),
    text(payee.name, 30),
    number(money.amountMinor.toString(), 10),
    // 新規コード: neither the first transfer to this account nor a changed one.
    '0',
    text(ediReference ? reference : '', 20),
    // 振込指定区分: 7 is telegraphic, the usual one.
    '7',
    ediReference ? 'Y' : ' ',
    text('', 7),
  ])
}

function trailer(lines: readonly Line[]): string {
  const total = lines.reduce((sum, { money }) => sum + money.amountMinor, 0n)
  return record(['8', number(String(lines.length), 6), number(total.toString(), 12), text('', 101)])
}

/** The greatest sum that a trailer holds, in yen. */
export const ZENGIN_MAX_TOTAL = minor(999_999_999_999n)
export const ZENGIN_MAX_LINES = 999_999

function record(fields: readonly string[]): string {
  const joined = fields.join('')
  assert(joined.length === RECORD_BYTES, 'a record has 120 bytes')
  return joined
}

function number(digits: string, width: number): string {
  assert(/^\d+$/.test(digits) && digits.length <= width, 'a number of a bank file fits its field')
  return digits.padStart(width, '0')
}

function text(value: string, width: number): string {
  assert(value.length <= width, 'a text of a bank file fits its field')
  return value.padEnd(width, ' ')
}

function kana(value: string | undefined): string {
  if (value === undefined || value === '') return ''
  const half = halfWidth(value)
  assert(half.ok, 'the names of a debtor account were checked')
  return half.value
}
