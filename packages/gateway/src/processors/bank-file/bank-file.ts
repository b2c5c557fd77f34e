/**
 * Bank files: payouts collected in files for the operator's own bank, without a provider. Read this file first.
 *
 *   debtor-account.ts  an account that pays, and what its bank accepts    accounts.ts   where they are stored
 *   payee.ts           the payee, as a file writes it                     calendar.ts   cut-offs and business days
 *   pain001.ts, zengin.ts  the formats          characters.ts, kana.ts    how names are written
 *   waiting.ts         payouts that wait                                  gather.ts     which of them go into a file
 *   files.ts           prepared by one operator, released by another      `dual-approval.ts`  who may release
 *   pain002.ts, bank-reasons.ts, answers.ts     the bank's answers
 *   statement.ts       what a bank statement's entries mean for them
 *   file.ts, content.ts, listing.ts              a file, its bytes, and what operators read of it
 *   in-doubt.ts        payouts that the bank may have had before a backup was restored
 *   undebited.ts       what the bank has reported as paid, and no statement has shown yet
 *   unwritable.ts      what the merchant can fix of what no account can pay
 *
 * The processor accepts bank transfers in the currencies of registered accounts, and only those that one of the
 * accounts can write. What it has accepted waits until operators make a file. It never sends anything anywhere: a
 * person takes the file to the bank. It knows only what the bank's uploaded answers and statements say. So it makes no
 * status inquiries, and silence leads to a case.
 */
import { amountWords } from '@sluice/core/catalogue/amounts.ts'
import type { Deps } from '@sluice/core/foundation/deps.ts'
import type { Fault } from '@sluice/core/foundation/faults.ts'
import { isOutgoing } from '@sluice/core/foundation/identifiers.ts'
import type { CurrencyCode, Minor } from '@sluice/core/foundation/money.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type {
  Acceptance,
  CheckAnswer,
  Declined,
  DeclineReason,
  Processor,
} from '@sluice/core/processor/port.ts'
import type { Database } from '@sluice/database/port.ts'
import { referenceOf } from '../../processing/instructions.ts'
import type { DebtorAccounts } from './accounts.ts'
import type { DebtorAccount } from './debtor-account.ts'
import { payeeOf, type Unwritable } from './payee.ts'
import { AMOUNT, mendable } from './unwritable.ts'
import { enqueue, stateOf, withdraw } from './waiting.ts'

const METHOD = 'BANK_TRANSFER'
const DAY_MS = 86_400_000
/** A long weekend, a cut-off, and the banks' day for the transfer. */
const SILENCE_MS = 5 * DAY_MS

export interface BankFileOptions {
  readonly name: string
  readonly forTests: boolean
  readonly database: Database
  readonly deps: Pick<Deps, 'clock' | 'randomness'>
  readonly accounts: DebtorAccounts
}

export function bankFileProcessor(options: BankFileOptions): Processor {
  const { name, forTests, database, accounts, deps } = options
  const since = deps.clock.now()
  const isOurs = (account: DebtorAccount): boolean =>
    account.status === 'ACTIVE' && account.isTest === forTests

  async function declineOf(payment: Payment): Promise<Declined | undefined> {
    if (!isOutgoing(payment.kind) || payment.method !== METHOD) return declined('METHOD', NOT_A_TRANSFER)
    return whyNone((await accounts.all()).filter(isOurs), payment)
  }

  return {
    name,
    forTests,

    serves({ kind, method, money }) {
      if (!isOutgoing(kind) || method !== METHOD) return declined('METHOD', NOT_A_TRANSFER)
      // The node's copy may be old: then the check, which reads the database, decides.
      const known = accounts.remembered()?.filter(isOurs)
      if (!known || known.some(({ currency }) => currency === money.currency)) return { type: 'serves' }
      return declined('METHOD', `no debtor account in ${money.currency}`)
    },

    /** It depends on nothing but the database, which everything needs. */
    health: () => ({ healthy: true, since, detail: 'operators create the files and take them to the bank' }),

    async check(payment): Promise<CheckAnswer> {
      return (await declineOf(payment)) ?? { type: 'fine' }
    },

    async accept(payment, { reference }): Promise<Acceptance> {
      // A payout that was accepted before stays accepted, whatever has become of the account.
      const before = await stateOf(database, payment)
      const decline = before === undefined ? await declineOf(payment) : undefined
      if (decline) return decline
      const state = before ?? (await enqueue(database, payment, reference, deps.clock.now()))
      return state === 'CANCELLED'
        ? { type: 'refused', reason: 'cancelled before it was paid' }
        : { type: 'accepted', receiving: {}, processorRef: reference, processorStatus: 'WAITING', steps: [] }
    },

    async cancel(payment) {
      const at = deps.clock.now()
      return withdraw(database, payment, referenceOf(payment), at, (fileId) => ({
        id: deps.randomness.uuidV7(at),
        at,
        operator: 'gateway',
        action: 'bank-file.cancel',
        subject: `bank file ${fileId}`,
        detail: { why: 'a payout in it was cancelled', merchantCode: payment.merchantId, key: payment.key },
      }))
    },

    silenceMs: () => SILENCE_MS,
  }
}

const NOT_A_TRANSFER = 'bank files contain only bank transfers'

const declined = (reason: DeclineReason, detail: string, faults: readonly Fault[] = []): Declined => ({
  type: 'declined',
  reason,
  detail,
  ...(faults.length > 0 && { faults }),
})

const REASONS: Readonly<Record<Unwritable, DeclineReason>> = {
  ACCOUNT_NUMBER_INVALID: 'METHOD',
  NAME_MISSING: 'METHOD',
  NAME_NOT_WRITABLE: 'METHOD',
  NAME_TOO_LONG: 'METHOD',
  BANK_MISSING: 'METHOD',
  BANK_CODE_INVALID: 'OPERATOR',
  BRANCH_CODE_INVALID: 'OPERATOR',
  AMOUNT_TOO_LARGE: 'AMOUNT',
}

interface Miss {
  readonly reason: DeclineReason
  /** For the operator: which account, in which format, and why. */
  readonly detail: string
  readonly fault: Fault
  /** Set if the amount is too large for it: the largest that is not. */
  readonly most?: Minor
}

/** @returns why none of these accounts can pay it, each with its reason; undefined if one can */
function whyNone(accounts: readonly DebtorAccount[], payment: Payment): Declined | undefined {
  const { currency } = payment.money
  const misses: Miss[] = []
  for (const account of accounts) {
    if (account.currency !== currency) continue
    const most = account.maxTotalMinor
    if (most !== undefined && payment.money.amountMinor > most) {
      misses.push(tooMuch(account.id, most, currency))
      continue
    }
    for (const format of account.formats) {
      const payee = payeeOf(payment, account, format)
      if (payee.ok) return undefined
      const detail = `${account.id} ${format}: ${payee.failure}`
      misses.push({ reason: REASONS[payee.failure], detail, fault: mendable(payee.failure, format, account) })
    }
  }
  const [first] = misses
  if (!first) return declined('METHOD', `no debtor account in ${currency}`)
  // A missing detail of the payee is reported rather than a too large amount: the detail can be added, and then the
  // amount be paid in parts.
  const nearest = misses.find(({ reason }) => reason !== 'AMOUNT') ?? nearestBound(misses) ?? first
  return declined(nearest.reason, misses.map(({ detail }) => detail).join(', '), [nearest.fault])
}

const tooMuch = (account: string, most: Minor, currency: CurrencyCode): Miss => ({
  reason: 'AMOUNT',
  detail: `${account}: above the maximum of a file`,
  fault: {
    path: AMOUNT,
    code: 'OUT_OF_RANGE',
    message: `must be at most ${amountWords(most, currency)}`,
  },
  most,
})

/** For amounts beyond every account: the nearest limit. */
const nearestBound = (misses: readonly Miss[]): Miss | undefined =>
  misses.toSorted((a, b) => Number((b.most ?? 0n) - (a.most ?? 0n)))[0]
