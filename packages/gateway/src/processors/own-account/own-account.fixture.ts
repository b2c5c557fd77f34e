/** For tests: receiving accounts as operators make them, without the admin API. */
import type { Deps } from '@sluice/core/foundation/deps.ts'
import type { CurrencyCode } from '@sluice/core/foundation/money.ts'
import type { Database } from '@sluice/database/port.ts'
import { claimOwner, type ReceivingAccount, type ServedMethod } from './account.ts'
import type { ReceivingAccounts } from './directory.ts'
import { createAccount } from './store.ts'

const BANK = { accountName: 'Siam Shop Co', accountNumber: '1234567890', bankCode: '004', bankName: 'KBank' }
export const PROMPTPAY_BILLER: ServedMethod = {
  code: 'PROMPTPAY',
  receiving: { ...BANK, billerId: '010555812345601' },
  recognisedBy: 'reference',
}
export const PROMPTPAY_ID: ServedMethod = {
  code: 'PROMPTPAY',
  receiving: { ...BANK, promptPayId: '0812345678' },
  recognisedBy: 'amount',
}
export const THAI_TRANSFER: ServedMethod = { code: 'OFFLINE', receiving: BANK, recognisedBy: 'amount' }
export const DUITNOW: ServedMethod = {
  code: 'DUITNOW',
  receiving: {
    acquirer: '501664',
    merchantId: '123456789',
    categoryCode: '5999',
    payeeName: 'Kedai Sdn Bhd',
    city: 'Bangi',
  },
  recognisedBy: 'amount',
}

/** Of an Indian bank: payers tell the number of their transfer. */
export const IMPS: ServedMethod = {
  code: 'P2A_V2',
  operators: ['IMPS'],
  receiving: {
    accountName: 'Shop',
    accountNumber: '50100012345678',
    bankCode: 'HDFC0001234',
    bankName: 'HDFC',
  },
  recognisedBy: 'external-reference',
}

export const account = (id: string, changes: Partial<ReceivingAccount> = {}): ReceivingAccount => ({
  id,
  name: id,
  kind: 'BANK_ACCOUNT',
  currency: 'THB' as CurrencyCode,
  isTest: true,
  status: 'ACTIVE',
  timeZone: 'Asia/Bangkok',
  methods: [THAI_TRANSFER],
  openingHours: [],
  minMinor: undefined,
  maxMinor: undefined,
  dayCount: undefined,
  dayAmountMinor: undefined,
  balances: 'CHECKED',
  createdAt: 0,
  updatedAt: 0,
  ...changes,
})

/** What payins hold on this account: the numbers, amounts or references that are theirs alone. */
export const claimsOf = async (
  database: Database,
  accountId: string,
  scope: string,
): Promise<readonly string[]> => {
  const rows = await database.run(
    { name: '', text: 'select value from claim where owner = $1 and scope = $2 order by value' },
    [claimOwner(accountId), scope],
  )
  return rows.map(({ value }) => String(value))
}

/** Makes them, and has this node know them. */
export async function register(
  context: {
    readonly database: Database
    readonly deps: Deps
    readonly receivingAccounts: ReceivingAccounts
  },
  ...accounts: readonly ReceivingAccount[]
): Promise<void> {
  const at = context.deps.clock.now()
  for (const each of accounts) {
    const audit = {
      id: context.deps.randomness.uuidV7(at),
      at,
      operator: 'test',
      action: 'account.create',
      subject: each.id,
      detail: {},
    }
    const made = await createAccount(context.database, each, audit)
    if (!made.ok) throw new Error(made.failure)
  }
  await context.receivingAccounts.refresh()
}
