/** Transfers that a chain has shown and that are not counted yet: they show why a payin still waits. Never writes. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode, PaymentKey } from '@sluice/core/foundation/identifiers.ts'
import { type Database, sqlStatement } from '@sluice/database/port.ts'

export interface SeenTransfer {
  readonly transactionHash: string
  readonly chainId: number
  readonly block: number
  readonly seenAt: Instant
}

/** By the index over what is not counted, which is small. */
const WAITING = sqlStatement({
  name: 'chain_transfer_waiting_of_payment',
  text: `select t.tx_hash, t.chain_id, t.block, t.seen_at
    from chain_address a join chain_transfer t on t.chain_id = a.chain_id and t.receipt is null and t.address = a.address
    where a.merchant_id = $1 and a.payment_key = $2 and t.state <> 'GONE' order by t.block, t.tx_hash limit 10`,
})

export async function transfersWaiting(
  database: Database,
  { merchantId, key }: { readonly merchantId: MerchantCode; readonly key: PaymentKey },
): Promise<readonly SeenTransfer[]> {
  const rows = await database.run(WAITING, [merchantId, key])
  return rows.map((row) => ({
    transactionHash: row.tx_hash,
    chainId: Number(row.chain_id),
    block: Number(row.block),
    seenAt: row.seen_at,
  }))
}

/**
 * By what is unique: an address in the spelling of EIP-55, or a transaction on any network. $1: as typed, $2: in small
 * letters.
 */
const NAMED = sqlStatement({
  name: 'chain_payins_named',
  text: `select merchant_id, payment_key from chain_address where address = $1
    union select a.merchant_id, a.payment_key from chain_network n
      cross join lateral (select t.address from chain_transfer t where t.chain_id = n.chain_id and t.tx_hash = $2 limit 20) t
      join chain_address a on a.address = t.address
    limit 20`,
  neverNull: ['merchant_id', 'payment_key'],
})

/** The same for one merchant, $3: a transaction may pay many. */
const OWN_NAMED = sqlStatement({
  name: 'chain_payins_own_named',
  text: `select merchant_id, payment_key from chain_address where address = $1 and merchant_id = $3
    union select t.merchant_id, t.payment_key from chain_network n
      cross join lateral (select a.merchant_id, a.payment_key from chain_transfer t join chain_address a on a.address = t.address
        where t.chain_id = n.chain_id and t.tx_hash = $2 and a.merchant_id = $3 limit 20) t
    limit 20`,
  neverNull: ['merchant_id', 'payment_key'],
})

/** The payins of an address, or of a transaction that was seen; if a merchant is given, only its own. */
export async function payinsOnChain(
  database: Database,
  text: string,
  merchantId?: MerchantCode,
): Promise<readonly { readonly merchantId: MerchantCode; readonly key: PaymentKey }[]> {
  const names = [text, text.toLowerCase()]
  const rows =
    merchantId === undefined
      ? await database.run(NAMED, names)
      : await database.run(OWN_NAMED, [...names, merchantId])
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    key: row.payment_key,
  }))
}
