/** Invoices and credit notes of past months. These tests use the real clock, by which no month has ended, so the rows are inserted. */
import { currency } from '@sluice/core/catalogue/currencies.ts'
import { isMerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { SqlStatement } from '@sluice/database/port.ts'
import { issueUntil } from '@sluice/gateway/billing/issuing.ts'
import { statementName } from '@sluice/gateway/billing/statement.ts'
import type { Shop } from './browser.fixture.ts'

const INVOICE: SqlStatement = {
  name: '',
  text: `insert into invoice (merchant_id, series, number, currency, month, first_statement, last_statement, is_test, parties, lines, fee,
      vat, issued_at, corrects)
    values ($1, $2, $3, 'THB', $4, $5, $6, true, $7::text::jsonb, $8::text::jsonb, $9, $10, $11, $12::text::jsonb)`,
}

const PARTIES = {
  issuer: {
    name: 'บริษัท สลูซ เทรดดิ้ง จำกัด',
    address: ['1 Main Road', 'Bangkok 10110'],
    country: 'TH',
    taxId: '0105500000001',
  },
  recipient: {
    name: 'Donaudampfschifffahrtsgesellschaft Müller & Söhne Handelsgesellschaft mbH',
    address: ['Große Elbstraße 145'],
    country: 'DE',
    taxId: 'DE123456789',
  },
}
const LINES = [
  { vatRate: '0.07', fee: '125050', vat: '8754' },
  { vatRate: '0', fee: '9007125', vat: '0' },
  { vatRate: 'other', fee: '1000', vat: '33' },
]

/** A statement of everything so far. @returns its ID */
export async function stated({ app: { gateway } }: Shop, merchantCode: string): Promise<string> {
  const baht = currency('THB')
  assert(baht && isMerchantCode(merchantCode), 'a merchant that has baht')
  const now = gateway.deps.clock.now()
  const outcome = await issueUntil(gateway, { merchantCode, currency: baht.code }, now)
  assert(outcome.type === 'issued', 'money has moved')
  return statementName(outcome.statement)
}

/** Two invoices, of October and September, and a credit note of October; each merchant has its own numbers. */
export async function invoiced({ app }: Shop, merchantCode: string, first = 1): Promise<void> {
  const parties = JSON.stringify(PARTIES)
  const at = (month: string): string => `2026-${month}-01T00:10:00.000Z`
  const write = (...values: readonly (string | number | null)[]) =>
    app.gateway.database.run(INVOICE, [merchantCode, ...values])
  const ninth = [{ vatRate: '0.07', fee: '20000', vat: '1400' }]
  await write(
    'TEST-INV',
    first,
    '2026-09',
    1,
    1,
    parties,
    JSON.stringify(ninth),
    20_000,
    1_400,
    at('10'),
    null,
  )
  await write(
    'TEST-INV',
    first + 1,
    '2026-10',
    2,
    4,
    parties,
    JSON.stringify(LINES),
    9_133_175,
    8_787,
    at('11'),
    null,
  )
  const back = [{ vatRate: '0.20', fee: '5000', vat: '1000' }]
  const corrects = JSON.stringify([`TEST-INV-${String(first).padStart(6, '0')}`])
  await write(
    'TEST-CN',
    first,
    '2026-10',
    2,
    4,
    parties,
    JSON.stringify(back),
    5_000,
    1_000,
    at('11'),
    corrects,
  )
}
