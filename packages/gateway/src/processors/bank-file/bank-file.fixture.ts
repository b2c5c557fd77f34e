/** For tests: debtor accounts and payouts, and the schemas of ISO 20022. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { offered } from '@sluice/core/catalogue/currencies.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import type { PaymentRequest } from '@sluice/core/payment/model.ts'
import type { DebtorAccount, ZenginTerms } from './debtor-account.ts'

export const BANGKOK_ACCOUNT: DebtorAccount = {
  id: 'bangkok',
  status: 'ACTIVE',
  currency: offered('THB').code,
  isTest: true,
  name: 'Sluice Trading Co., Ltd.',
  accountNumber: '1112223334',
  bankCode: '004',
  formats: ['pain.001.001.12', 'pain.001.001.03'],
  characterSet: 'latin',
  maxNameCharacters: 140,
  batchBooking: false,
  calendar: {
    zone: 'Asia/Bangkok',
    cutOff: '15:00',
    leadDays: 0,
    closedWeekdays: [0, 6],
    holidays: ['2026-12-10'],
  },
  maxPayments: 1_000,
}

export const ZENGIN_TERMS: ZenginTerms = {
  clientCode: '0123456789',
  accountType: '1',
  bankName: 'ﾐｽﾞﾎ',
  branchName: 'ﾄｳｷﾖｳ',
  lineBreaks: true,
  ediReference: true,
}

export const TOKYO_ACCOUNT: DebtorAccount & { readonly zengin: ZenginTerms } = {
  ...BANGKOK_ACCOUNT,
  id: 'tokyo',
  currency: offered('JPY').code,
  name: 'スルース（カ',
  accountNumber: '7654321',
  bankCode: '0001',
  branchCode: '001',
  formats: ['zengin', 'pain.001.001.12'],
  characterSet: 'unicode',
  calendar: { ...BANGKOK_ACCOUNT.calendar, zone: 'Asia/Tokyo', leadDays: 1, holidays: ['2026-11-23'] },
  zengin: ZENGIN_TERMS,
}

/** What a payout's payee is read from. */
export const payoutTo = (
  request: PaymentRequest,
  code: 'THB' | 'JPY' | 'MXN' | 'PHP' | 'ZAR' | 'MYR' = 'THB',
) => ({
  method: 'BANK_TRANSFER',
  operator: undefined as string | undefined,
  money: { currency: offered(code).code, amountMinor: minor(12_345n) },
  request,
})

/** Published by ISO 20022; see the README beside them. */
export const schemaOf = (message: string): string =>
  readFileSync(join(import.meta.dirname, '../../../../../test/fixtures/iso20022', `${message}.xsd`), 'utf8')
