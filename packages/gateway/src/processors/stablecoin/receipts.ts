/**
 * Receipts: final transfers put together, decided once, and reported.
 *
 * Deciding (`counting.ts`) and reporting are two steps. The node that holds the network's lease first writes the
 * decision. So if it dies in between, it leaves a receipt that the next node reports. A receipt is reported under its
 * own name, and the journal counts a name once. The exact amount becomes a status update of the payment; everything
 * else goes to suspense, with a case.
 */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { errorText } from '@sluice/core/foundation/errors.ts'
import {
  type MerchantCode,
  type MerchantOrderId,
  type PaymentKey,
  paymentKey,
} from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Money, minor } from '@sluice/core/foundation/money.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { CaseReason } from '@sluice/core/payment/case-reasons.ts'
import type { AcceptStatusUpdate } from '@sluice/core/processor/port.ts'
import { type Database, type RowOf, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import { openCase } from '../../payments/cases.ts'
import type { Journal } from '../../payments/journal-port.ts'
import { type OwnAddress, rowToAddress } from './addresses.ts'
import { type Arrived, type Counted, count, toLedger, type Why } from './counting.ts'
import type { Network } from './network.ts'
import { type KnownTransfer, type Readings, rowToTransfer } from './readings.ts'

/** A payer who sent too little has this long after the expiry, and after the last transfer, to send the rest. */
export const GRACE_MS = 3_600_000
const REPORTED_AT_ONCE = 200

const WAITING = sqlStatement({
  name: 'chain_transfer_waiting',
  text: `select * from chain_transfer where chain_id = $1 and receipt is null order by block, log_index`,
})
const OWNERS = sqlStatement({
  name: 'chain_address_owners',
  text: 'select * from chain_address where address = any($1::text[])',
})
const INSERT = sqlStatement({
  name: 'chain_receipt_insert',
  text: `insert into chain_receipt (id, chain_id, turn, address, merchant_id, payin, why, currency, amount, remaining_units, sender, decided_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
})
const COUNTED = sqlStatement({
  name: 'chain_transfer_counted',
  text: `update chain_transfer t set receipt = $2 from json_to_recordset($3::json) as r(tx_hash text, currency text, ordinal integer)
    where t.chain_id = $1 and t.address = $4 and t.tx_hash = r.tx_hash and t.currency = r.currency and t.ordinal = r.ordinal`,
})
const PAID_BY = sqlStatement({
  name: 'chain_address_paid_by',
  text: 'update chain_address set paid_by = $2 where address = $1',
})
/** What pays a payin comes first: tiny transfers, each of them a case, cost next to nothing and may come by the thousand. */
const UNREPORTED = sqlStatement({
  name: 'chain_receipt_untold',
  text: `select r.*, a.payment_key, (select json_agg(t.tx_hash order by t.block, t.log_index) from chain_transfer t
      where t.receipt = r.id) as transactions
    from chain_receipt r join chain_address a on a.address = r.address
    where r.chain_id = $1 and r.reported_at is null order by r.why <> 'EXACT', r.turn limit $2`,
})
const MARK_REPORTED = sqlStatement({
  name: 'chain_receipt_reported',
  text: 'update chain_receipt set reported_at = $2, answer = $3 where id = $1',
})

/** The reasons of the cases that operators see. */
const CASE_REASONS: Readonly<Record<Exclude<Why, 'EXACT'>, CaseReason>> = {
  OVER: 'AMOUNT_DIFFERS',
  SHORT: 'AMOUNT_DIFFERS',
  AGAIN: 'SECOND_PAYMENT',
  WRONG_TOKEN: 'WRONG_TOKEN',
  WRONG_NETWORK: 'WRONG_NETWORK',
}

export interface ReceiptsContext {
  readonly database: Database
  readonly journal: Journal
  readonly deps: Deps
  readonly acceptStatusUpdate: AcceptStatusUpdate
}

interface Receipt {
  readonly id: string
  readonly merchantId: MerchantCode
  readonly payin: MerchantOrderId
  readonly paymentKey: PaymentKey
  readonly why: Why
  readonly money: Money
  readonly sender: string
  readonly address: string
  readonly remainingUnits: string
  readonly transactions: readonly string[]
}

export class Receipts {
  readonly #context: ReceiptsContext
  readonly #network: Network
  readonly #processor: string

  constructor(context: ReceiptsContext, network: Network, processor: string) {
    this.#context = context
    this.#network = network
    this.#processor = processor
  }

  /** Decides about what is final, and reports what was decided. @throws LeaseLost, DatabaseFailure, Undecided: try again later */
  async settle(readings: Readings): Promise<void> {
    const now = this.#context.deps.clock.now()
    const calls = await this.#decide(now)
    if (calls.length > 0) await readings.write(calls, now)
    await this.#reportAll(readings)
  }

  async #decide(now: Instant): Promise<readonly SqlCall[]> {
    const { database } = this.#context
    const rows = await database.run(WAITING, [this.#network.chainId])
    if (rows.length === 0) return []
    const byAddress = Map.groupBy(rows, (row) => row.address)
    const owners = await database.run(OWNERS, [[...byAddress.keys()]])
    let turn = BigInt(now) * 1_000n
    const calls: SqlCall[] = []
    for (const own of owners.map(rowToAddress)) {
      for (const receipt of this.#countOne(own, byAddress.get(own.address) ?? [], now)) {
        turn += 1n
        calls.push(...this.#record(own, receipt, turn, now))
      }
    }
    return calls
  }

  #countOne(
    own: OwnAddress,
    waiting: readonly RowOf<'chain_transfer_waiting'>[],
    now: Instant,
  ): readonly Counted<Final>[] {
    const { chainId, tokens } = this.#network
    const lastAt = Math.max(own.expireAt, ...waiting.map((row) => row.seen_at))
    const transfers = waiting.map(rowToTransfer)
    const arrived = transfers
      .filter(({ state }) => state === 'FINAL')
      .map((transfer) => ({ ...transfer, name: receiptName(chainId, transfer), chainId }))
    const isMoreInProgress = arrived.length < transfers.length
    const expected = {
      ...own,
      paid: own.paidBy !== undefined,
      over: !isMoreInProgress && now > lastAt + GRACE_MS,
    }
    return count(arrived, expected, ({ currency, units }: Pick<Arrived, 'currency' | 'units'>) => {
      const { ledgerDigits } = offered(currency)
      return toLedger(units, tokens.get(currency)?.decimals ?? ledgerDigits, ledgerDigits)
    })
  }

  #record(own: OwnAddress, receipt: Counted<Final>, turn: bigint, now: Instant): readonly SqlCall[] {
    const { why, transfers, currency, amountMinor, remainingUnits } = receipt
    const last = transfers.at(-1)
    assert(last, 'a receipt has transfers')
    const { chainId } = this.#network
    const counted = transfers.map(({ txHash, ordinal }) => ({ tx_hash: txHash, currency, ordinal }))
    const insert = {
      statement: INSERT,
      values: [
        last.name,
        chainId,
        turn,
        own.address,
        own.merchantId,
        own.payin,
        why,
        currency,
        amountMinor,
        remainingUnits.toString(),
        last.sender,
        isoTime(now),
      ],
    }
    const mark = {
      statement: COUNTED,
      values: [chainId, last.name, JSON.stringify(counted), own.address],
    }
    const paid = { statement: PAID_BY, values: [own.address, last.name] }
    return [insert, mark, ...(why === 'EXACT' ? [paid] : [])]
  }

  /** In order. If one cannot be reported now, later ones for the same payin wait. */
  async #reportAll(readings: Readings): Promise<void> {
    const { database, deps } = this.#context
    const rows = await database.run(UNREPORTED, [this.#network.chainId, REPORTED_AT_ONCE])
    const waiting = new Set<string>()
    for (const receipt of rows.map(rowToReceipt)) {
      if (waiting.has(receipt.paymentKey)) continue
      await readings.keep(deps.clock.now())
      try {
        const answer = await this.#reportOne(receipt)
        await database.run(MARK_REPORTED, [receipt.id, isoTime(deps.clock.now()), answer])
      } catch (error) {
        waiting.add(receipt.paymentKey)
        deps.log.warn(
          { receipt: receipt.id, error: errorText(error) },
          'money could not be reported; it will be retried',
        )
      }
    }
  }

  async #reportOne(receipt: Receipt): Promise<string> {
    const { why, money } = receipt
    // Less than the ledger can write. It is in the wallet, and in the receipt.
    if (money.amountMinor === 0n) return 'dust'
    if (why !== 'EXACT') return this.#suspend(receipt, CASE_REASONS[why])
    const answer = await this.#context.acceptStatusUpdate({
      processor: this.#processor,
      statusUpdateId: receipt.id,
      merchantId: receipt.merchantId,
      kind: 'payin',
      id: receipt.payin,
      at: this.#context.deps.clock.now(),
      processorStatus: 'CONFIRMED',
      statusChange: { type: 'paid', received: money, customerAccount: { accountNumber: receipt.sender } },
    })
    // The payin went to another processor after it had got its address.
    return answer === 'not-allowed' ? this.#suspend(receipt, 'NOT_ITS_PAYMENT') : answer
  }

  #suspend(receipt: Receipt, reason: CaseReason): Promise<'opened' | 'repeated'> {
    const { merchantId, payin, address, sender, transactions, remainingUnits } = receipt
    return openCase(this.#context, {
      merchantId,
      fact: receipt.id,
      reason,
      money: receipt.money,
      processor: this.#processor,
      paymentKey: receipt.paymentKey,
      detail: {
        network: this.#network.code,
        chainId: this.#network.chainId,
        address,
        sender,
        transactions,
        ...(remainingUnits !== '0' && { remainingUnits }),
        candidates: [sentTo({ merchantId, payin })],
      },
    })
  }

  /** A reorganisation removed a transfer that was counted: nothing is undone, and an operator must look. */
  async vanished(transfer: KnownTransfer): Promise<void> {
    const { database, deps } = this.#context
    const [row] = await database.run(OWNERS, [[transfer.address]])
    if (!row) return
    const own = rowToAddress(row)
    const name = receiptName(this.#network.chainId, transfer)
    deps.log.error({ receipt: name }, 'a chain reorganization removed a transfer that was counted')
    await openCase(this.#context, {
      merchantId: own.merchantId,
      fact: `vanished:${name}`,
      reason: 'CHAIN_REORG',
      processor: this.#processor,
      paymentKey: paymentKey(row.payment_key),
      detail: {
        chainId: this.#network.chainId,
        transaction: transfer.txHash,
        units: transfer.units.toString(),
        // The payin is not refunded until an operator has looked: see `payments/payins-in-doubt.ts`.
        candidates: [sentTo(own)],
      },
    })
  }
}

type Final = KnownTransfer & Arrived

const sentTo = ({ merchantId, payin }: Pick<OwnAddress, 'merchantId' | 'payin'>) =>
  ({ merchantCode: merchantId, kind: 'payin', id: payin, why: 'sent to its address' }) as const

/** A permanent name of a transfer: its place in a block may change with a reorganisation, this does not. */
const receiptName = (chainId: number, { txHash, address, currency, ordinal }: KnownTransfer): string =>
  `${chainId}:${txHash}:${address}:${currency}:${ordinal}`

const rowToReceipt = (row: RowOf<'chain_receipt_untold'>): Receipt => ({
  id: row.id,
  merchantId: row.merchant_id,
  payin: row.payin as MerchantOrderId,
  paymentKey: paymentKey(row.payment_key),
  why: row.why as Why,
  money: { currency: row.currency, amountMinor: minor(row.amount) },
  sender: row.sender,
  address: row.address,
  remainingUnits: row.remaining_units,
  transactions: row.transactions as readonly string[],
})
