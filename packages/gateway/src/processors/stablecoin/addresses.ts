/**
 * Addresses of payins: each given out once, in the transaction that increments its wallet's number.
 *
 * No number is skipped and none is used twice, however many creates and nodes there are (the wallet's row is locked). A
 * payin that asks again gets the address it has. This runs after the payin's own commit, so no address is used up for a
 * payin that was never created.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode, MerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { CurrencyCode } from '@sluice/core/foundation/money.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { type Database, type RowOf, sqlStatement } from '@sluice/database/port.ts'
import { loadEvm } from './evm-part.ts'
import { MAX_NUMBER, type Network } from './network.ts'

/** An address is watched for this long after its payin has expired: late money is the customer's money. */
const WATCH_AFTER_EXPIRY_MS = 30 * 86_400_000

/**
 * A paid address is watched for this long afterwards: a second payment is a mistake, and comes soon. Every round
 * queries the nodes for all watched addresses, and most of those given out are paid ones. While blocks are read late,
 * or again, these are queried until `WATCH_AFTER_EXPIRY_MS`, too.
 */
const WATCH_AFTER_PAID_MS = 3 * 86_400_000

/** The payin of an address. */
export interface OwnAddress {
  readonly address: `0x${string}`
  /** The last step of its path. */
  readonly number: number
  readonly chainId: number
  readonly merchantId: MerchantCode
  readonly payin: MerchantOrderId
  readonly currency: CurrencyCode
  readonly amountMinor: bigint
  readonly expireAt: Instant
  readonly paidBy: string | undefined
}

const COLUMNS = 'address, number, chain_id, merchant_id, id, currency, amount, expire_at, paid_by'
const LOCK_WALLET = sqlStatement({
  name: 'chain_wallet_lock',
  text: 'select xpub, is_test, next_index from chain_wallet where id = $1 for update',
})
const OF_PAYMENT = sqlStatement({
  name: 'chain_address_of_payment',
  text: `select ${COLUMNS} from chain_address where merchant_id = $1 and payment_key = $2`,
})
const INSERT = sqlStatement({
  name: 'chain_address_insert',
  text: `insert into chain_address (wallet_id, number, address, chain_id, merchant_id, kind, id, payment_key, currency, amount,
      expire_at, watch_until, created_at, payer)
    values ($1, $2, $3, $4, $5, 'payin', $6, $7, $8, $9, $10, $11, $12, $13)`,
})
const COUNT_ON = sqlStatement({
  name: 'chain_wallet_count_on',
  text: 'update chain_wallet set next_index = next_index + 1 where id = $1',
})
const WATCHED = sqlStatement({
  name: 'chain_address_watched',
  text: `select a.address from chain_address a join chain_wallet w on w.id = a.wallet_id
    where a.watch_until > $1 and w.is_test = $2
      and not exists (select from chain_receipt r where r.id = a.paid_by and r.decided_at < $3)
    order by a.wallet_id, a.number`,
})
const PAGE = sqlStatement({
  name: 'chain_address_page',
  text: `select wallet_id, ${COLUMNS}, (select coalesce(json_agg(json_build_object('transactionHash', t.tx_hash, 'currency', t.currency,
      'chainId', t.chain_id, 'units', t.units, 'state', t.state) order by t.chain_id, t.block, t.log_index), '[]'::json)
      from chain_transfer t where t.address = a.address) as transfers
    from chain_address a where chain_id = $1 and ($2::text is null or (wallet_id, number) > ($2, $3))
      and (not $4 or exists (select from chain_transfer t where t.address = a.address))
    order by wallet_id, number limit $5`,
})

export const rowToAddress = (row: RowOf<'chain_address_of_payment' | 'chain_address_page'>): OwnAddress => ({
  address: row.address as `0x${string}`,
  number: row.number,
  chainId: Number(row.chain_id),
  merchantId: row.merchant_id,
  payin: row.id,
  currency: row.currency,
  amountMinor: row.amount,
  expireAt: row.expire_at,
  paidBy: row.paid_by ?? undefined,
})

/** The payin's address on this network: the one it has, or the next one of the wallet. */
export async function assignAddress(
  database: Database,
  { chainId, wallet, isTest }: Network,
  payment: Payment,
  at: Instant,
): Promise<OwnAddress> {
  const { merchantId, key, money, expireAt } = payment
  assert(expireAt !== undefined, 'a payin expires')
  // Loaded only if stablecoins are used: most gateways start without.
  const evm = await loadEvm()
  // Not on a network that is unhealthy, as every network is without the package.
  if (!evm.ok) throw new Error(evm.failure)
  const { addressAt } = evm.value
  // The lock comes first: after waiting for it, this sees what the previous holder has written.
  const reads = [
    { statement: LOCK_WALLET, values: [wallet.id] },
    { statement: OF_PAYMENT, values: [merchantId, key] },
  ] as const
  return database.transact<OwnAddress, typeof reads>(reads, ([wallets, known]) => {
    const [existing] = known ?? []
    if (existing) return { calls: [], outcome: rowToAddress(existing) }
    const [row] = wallets ?? []
    assert(row?.is_test === isTest && row.xpub === wallet.xpub, 'the network has a wallet of its kind')
    const number = row.next_index
    assert(number <= MAX_NUMBER, 'the wallet has addresses left')
    const own: OwnAddress = {
      address: addressAt(wallet, number),
      number,
      chainId,
      merchantId,
      payin: payment.id,
      currency: money.currency,
      amountMinor: payment.moneyRequiredMinor ?? money.amountMinor,
      expireAt,
      paidBy: undefined,
    }
    const insert = {
      statement: INSERT,
      values: [
        wallet.id,
        number,
        own.address,
        chainId,
        merchantId,
        payment.id,
        key,
        own.currency,
        own.amountMinor,
        isoTime(expireAt),
        isoTime(expireAt + WATCH_AFTER_EXPIRY_MS),
        isoTime(at),
        payment.payer ?? null,
      ],
    }
    return { calls: [insert, { statement: COUNT_ON, values: [wallet.id] }], outcome: own }
  })
}

/**
 * All addresses to which money may still come, whatever network its payer was shown: one key has the same address on
 * all of them.
 * @param withPaid includes those that were paid long ago
 */
export async function watchedAddresses(
  database: Database,
  { isTest, withPaid, at }: { readonly isTest: boolean; readonly withPaid: boolean; readonly at: Instant },
): Promise<readonly `0x${string}`[]> {
  const paidSince = withPaid ? 0 : at - WATCH_AFTER_PAID_MS
  const rows = await database.run(WATCHED, [isoTime(at), isTest, isoTime(paidSince)])
  return rows.map(({ address }) => address as `0x${string}`)
}

export interface AddressWithTransfers extends OwnAddress {
  readonly walletId: string
  readonly transfers: readonly {
    readonly transactionHash: string
    readonly chainId: number
    readonly currency: string
    readonly units: string
    readonly state: 'SEEN' | 'FINAL' | 'GONE'
  }[]
}

export interface AddressPage {
  readonly chainId: number
  readonly after: { readonly walletId: string; readonly number: number } | undefined
  /** Only addresses that something came to. */
  readonly used: boolean
  readonly limit: number
}

/** For operators, by wallet and number: the addresses given out on a network, and what came to them. */
export async function pageOfAddresses(
  database: Database,
  { chainId, after, used, limit }: AddressPage,
): Promise<readonly AddressWithTransfers[]> {
  const rows = await database.run(PAGE, [chainId, after?.walletId ?? null, after?.number ?? -1, used, limit])
  return rows.map((row) => ({
    ...rowToAddress(row),
    walletId: row.wallet_id,
    transfers: row.transfers as AddressWithTransfers['transfers'],
  }))
}

/** At ten a second, those of eleven days; a wallet has enough numbers for two hundred such skips. */
export const PASSED_OVER = 10_000_000

const PASS_OVER = sqlStatement({
  name: 'chain_wallet_pass_over',
  text: 'update chain_wallet set next_index = least(next_index + $1::bigint, $2::bigint)::integer',
})

/** Numbers that may have been given out without being known here are never given out again. */
export async function passOverNumbers(database: Database): Promise<void> {
  await database.run(PASS_OVER, [PASSED_OVER, MAX_NUMBER])
}
