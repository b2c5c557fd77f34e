/**
 * What was read of a chain, in the database: how far, which blocks, which transfers.
 *
 * One node reads a network at a time: it holds a lease on the network's cursor, and every write checks under lock that
 * it still does. A node that was paused past its lease writes nothing more.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { ChainTransfer } from '@sluice/core/processor/chain.ts'
import { changeAndNote } from '@sluice/database/noted.ts'
import { type Database, type RowOf, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import { type AuditLine, auditCall } from '../../identity/operators/audit.ts'
import type { Checkpoint } from './reorganisation.ts'

/**
 * Longer than one query to the nodes takes, even if all their URLs fail. A round makes many queries, and renews the
 * lease between them.
 */
export const LEASE_MS = 120_000
/** How old the lease may be before it is renewed. */
const RENEW_AFTER_MS = LEASE_MS / 4

export interface Cursor {
  /** undefined: it was never read. */
  readonly final: Checkpoint | undefined
  readonly seenBlock: number
  /** An operator wants it to be read again from here. */
  readonly rescanFrom: number | undefined
}

/** Another node reads this network now. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

const TAKE = sqlStatement({
  name: 'chain_cursor_take',
  text: `update chain_cursor set lease = $2, lease_until = $4
    where chain_id = $1 and (lease is null or lease = $2 or lease_until < $3)
    returning seen_block, final_block, final_hash, rescan_from`,
})
const HOLD = sqlStatement({
  name: 'chain_cursor_hold',
  text: `select lease from chain_cursor where chain_id = $1 and lease = $2 for update`,
})
const RENEW = sqlStatement({
  name: 'chain_cursor_renew',
  text: 'update chain_cursor set lease_until = $2 where chain_id = $1',
})
const SEEN_TO = sqlStatement({
  name: 'chain_cursor_seen',
  text: 'update chain_cursor set seen_block = $2 where chain_id = $1',
})
const FINAL_TO = sqlStatement({
  name: 'chain_cursor_final',
  text: `update chain_cursor set final_block = $2, final_hash = $3, seen_block = greatest(coalesce(seen_block, $2), $2)
    where chain_id = $1`,
})
const BACK_TO = sqlStatement({
  name: 'chain_cursor_back',
  text: 'update chain_cursor set final_block = $2, final_hash = $3 where chain_id = $1',
})
/** Unless an operator has requested another block meanwhile. */
const AGAIN_FROM = sqlStatement({
  name: 'chain_cursor_again_from',
  text: 'update chain_cursor set rescan_from = $3 where chain_id = $1 and rescan_from = $2',
})
const RESCAN = sqlStatement({
  name: 'chain_cursor_rescan',
  text: `update chain_cursor set rescan_from = $2 where chain_id = $1 and final_block >= $2 returning chain_id`,
})
const CHECKPOINTS = sqlStatement({
  name: 'chain_checkpoint_all',
  text: 'select block, hash from chain_checkpoint where chain_id = $1 order by block',
})
const ADD_CHECKPOINT = sqlStatement({
  name: 'chain_checkpoint_add',
  text: `insert into chain_checkpoint (chain_id, block, hash) values ($1, $2, $3)
    on conflict (chain_id, block) do update set hash = excluded.hash`,
})
const DROP_CHECKPOINTS_UP_TO = sqlStatement({
  name: 'chain_checkpoint_drop',
  text: `delete from chain_checkpoint where chain_id = $1 and (block <= $2 or block < (
    select min(block) from (select block from chain_checkpoint where chain_id = $1 order by block desc limit $3) as newest))`,
})
const DROP_CHECKPOINTS_AFTER = sqlStatement({
  name: 'chain_checkpoint_roll_back',
  text: 'delete from chain_checkpoint where chain_id = $1 and block > $2',
})
const DROP_SEEN_AFTER = sqlStatement({
  name: 'chain_transfer_roll_back',
  text: `delete from chain_transfer where chain_id = $1 and block > $2 and state = 'SEEN'`,
})
const KNOWN = sqlStatement({
  name: 'chain_transfer_known',
  text: `select * from chain_transfer where chain_id = $1 and block between $2 and $3 and state <> 'GONE' order by block, log_index`,
})
const TRANSFER_COLUMNS = `tx_hash text, address text, currency text, ordinal integer, contract text, block bigint, block_hash text,
  log_index integer, sender text, units text`
/** A final one stays as it is. One that had vanished is back, and is already counted. */
const PUT = sqlStatement({
  name: 'chain_transfer_put',
  text: `insert into chain_transfer (chain_id, tx_hash, address, currency, ordinal, contract, block, block_hash, log_index,
      sender, units, state, seen_at)
    select $1, r.tx_hash, r.address, r.currency, r.ordinal, r.contract, r.block, r.block_hash, r.log_index, r.sender,
      r.units, $2, $3
      from json_to_recordset($4::json) as r(${TRANSFER_COLUMNS})
    on conflict (chain_id, tx_hash, address, currency, ordinal) do update set block = excluded.block,
      block_hash = excluded.block_hash, log_index = excluded.log_index, units = excluded.units, state = excluded.state
      where chain_transfer.state <> 'FINAL'`,
})
/** What was counted is kept: it may come back, and must not count again. */
const GONE = sqlStatement({
  name: 'chain_transfer_gone',
  text: `update chain_transfer t set state = 'GONE' from json_to_recordset($2::json) as r(tx_hash text, address text,
      currency text, ordinal integer)
    where t.chain_id = $1 and t.tx_hash = r.tx_hash and t.address = r.address and t.currency = r.currency
      and t.ordinal = r.ordinal and t.receipt is not null`,
})
const DROP = sqlStatement({
  name: 'chain_transfer_drop',
  text: `delete from chain_transfer t using json_to_recordset($2::json) as r(tx_hash text, address text, currency text, ordinal integer)
    where t.chain_id = $1 and t.tx_hash = r.tx_hash and t.address = r.address and t.currency = r.currency
      and t.ordinal = r.ordinal and t.receipt is null`,
})
const WELL = sqlStatement({
  name: 'chain_cursor_well',
  text: `update chain_cursor set round_at = $2, since = case when healthy then since else $2 end, healthy = true, detail = $3
    where chain_id = $1`,
})
/** Gives the lease up, too: another node may reach what this one cannot. */
const ILL = sqlStatement({
  name: 'chain_cursor_ill',
  text: `update chain_cursor set since = case when healthy then $3 else since end, healthy = false, detail = $4, lease = null
    where chain_id = $1 and lease = $2`,
})
const GIVE_UP = sqlStatement({
  name: 'chain_cursor_give_up',
  text: 'update chain_cursor set lease = null where lease = $1',
})

export interface KnownTransfer extends ChainTransfer {
  readonly state: 'SEEN' | 'FINAL' | 'GONE'
  readonly receipt: string | undefined
}

export const rowToTransfer = (row: RowOf<'chain_transfer_known'>): KnownTransfer => ({
  txHash: row.tx_hash,
  address: row.address as `0x${string}`,
  currency: row.currency,
  ordinal: row.ordinal,
  contract: row.contract as `0x${string}`,
  block: Number(row.block),
  blockHash: row.block_hash,
  logIndex: row.log_index,
  sender: row.sender as `0x${string}`,
  units: BigInt(row.units),
  state: row.state,
  receipt: row.receipt ?? undefined,
})

const transfersJson = (transfers: readonly ChainTransfer[]): string =>
  JSON.stringify(
    transfers.map((transfer) => ({
      tx_hash: transfer.txHash,
      address: transfer.address,
      currency: transfer.currency,
      ordinal: transfer.ordinal,
      contract: transfer.contract,
      block: transfer.block,
      block_hash: transfer.blockHash,
      log_index: transfer.logIndex,
      sender: transfer.sender,
      units: transfer.units.toString(),
    })),
  )

/** The readings of one network, as one node writes them. */
export class Readings {
  readonly #database: Database
  readonly #chainId: number
  readonly #node: string
  #heldAt: Instant = 0

  constructor(database: Database, chainId: number, node: string) {
    this.#database = database
    this.#chainId = chainId
    this.#node = node
  }

  /** @returns undefined if another node reads the network */
  async take(at: Instant): Promise<Cursor | undefined> {
    const [row] = await this.#database.run(TAKE, [
      this.#chainId,
      this.#node,
      isoTime(at),
      isoTime(at + LEASE_MS),
    ])
    if (!row) return undefined
    this.#heldAt = at
    const { final_block: block, final_hash: hash, seen_block: seen, rescan_from: rescan } = row
    const final =
      typeof block === 'bigint' && typeof hash === 'string' ? { block: Number(block), hash } : undefined
    return {
      final,
      seenBlock: typeof seen === 'bigint' ? Number(seen) : (final?.block ?? 0),
      rescanFrom: typeof rescan === 'bigint' ? Number(rescan) : undefined,
    }
  }

  /**
   * Renews the lease during long work, so that no other node begins it, and stops a node that was away for too long.
   * @throws LeaseLost
   */
  async keep(at: Instant): Promise<void> {
    if (at - this.#heldAt >= RENEW_AFTER_MS) await this.write([], at)
  }

  /** @throws LeaseLost */
  async write(calls: readonly SqlCall[], at: Instant): Promise<void> {
    const hold = { statement: HOLD, values: [this.#chainId, this.#node] }
    const renew = { statement: RENEW, values: [this.#chainId, isoTime(at + LEASE_MS)] }
    await this.#database.transact([hold], ([held]) => {
      if (held?.length !== 1) throw new LeaseLost('another node reads this network')
      return { calls: [...calls, renew], outcome: undefined }
    })
    this.#heldAt = at
  }

  async checkpoints(): Promise<readonly Checkpoint[]> {
    const rows = await this.#database.run(CHECKPOINTS, [this.#chainId])
    return rows.map((row) => ({ block: Number(row.block), hash: row.hash }))
  }

  /** What was read between these blocks, both included. */
  async known(from: number, to: number): Promise<readonly KnownTransfer[]> {
    return (await this.#database.run(KNOWN, [this.#chainId, from, to])).map(rowToTransfer)
  }

  /** Deletes what was seen after `block` and is not final. */
  rollBack(block: number, at: Instant): Promise<void> {
    const values = [this.#chainId, block]
    const calls = [SEEN_TO, DROP_CHECKPOINTS_AFTER, DROP_SEEN_AFTER].map((statement) => ({
      statement,
      values,
    }))
    return this.write(calls, at)
  }

  seen(transfers: readonly ChainTransfer[], upTo: Checkpoint, at: Instant): Promise<void> {
    return this.write(
      [
        ...this.#put(transfers, 'SEEN', at),
        { statement: ADD_CHECKPOINT, values: [this.#chainId, upTo.block, upTo.hash] },
        { statement: SEEN_TO, values: [this.#chainId, upTo.block] },
      ],
      at,
    )
  }

  /** @param gone what was read before and is no longer part of the chain */
  final(
    transfers: readonly ChainTransfer[],
    gone: readonly ChainTransfer[],
    upTo: Checkpoint,
    at: Instant,
    maxCheckpoints: number,
  ): Promise<void> {
    return this.write(
      [
        ...this.#gone(gone),
        ...this.#put(transfers, 'FINAL', at),
        { statement: DROP_CHECKPOINTS_UP_TO, values: [this.#chainId, upTo.block, maxCheckpoints] },
        { statement: FINAL_TO, values: [this.#chainId, upTo.block, upTo.hash] },
      ],
      at,
    )
  }

  /** Stores blocks that were final before and are read once more. @param next where it goes on; null: it is finished */
  again(
    transfers: readonly ChainTransfer[],
    gone: readonly ChainTransfer[],
    { from, next }: { readonly from: number; readonly next: number | null },
    at: Instant,
  ): Promise<void> {
    const further = { statement: AGAIN_FROM, values: [this.#chainId, from, next] }
    return this.write([...this.#gone(gone), ...this.#put(transfers, 'FINAL', at), further], at)
  }

  /** To be read again from here: what is final and known stays. */
  async backTo({ block, hash }: Checkpoint, at: Instant): Promise<void> {
    await this.write([{ statement: BACK_TO, values: [this.#chainId, block, hash] }], at)
  }

  well(detail: string, at: Instant): Promise<void> {
    return this.write([{ statement: WELL, values: [this.#chainId, isoTime(at), detail] }], at)
  }

  async ill(detail: string, at: Instant): Promise<void> {
    await this.#database.run(ILL, [this.#chainId, this.#node, isoTime(at), detail])
  }

  #gone(gone: readonly ChainTransfer[]): SqlCall[] {
    if (gone.length === 0) return []
    return [DROP, GONE].map((statement) => ({ statement, values: [this.#chainId, transfersJson(gone)] }))
  }

  #put(transfers: readonly ChainTransfer[], state: 'SEEN' | 'FINAL', at: Instant): SqlCall[] {
    if (transfers.length === 0) return []
    return [{ statement: PUT, values: [this.#chainId, state, isoTime(at), transfersJson(transfers)] }]
  }
}

/**
 * Has blocks read again with the next rounds, from `fromBlock` on. What is known stays, what was missed is found.
 * @returns whether they were read before; otherwise there is nothing to repeat
 */
export function rescan(
  database: Database,
  chainId: number,
  fromBlock: number,
  audit: AuditLine,
): Promise<boolean> {
  const wish = { statement: RESCAN, values: [chainId, fromBlock] }
  return changeAndNote(database, wish, auditCall(audit))
}

/** A node that ends lets others take over immediately. */
export const giveUpLeases = (database: Database, node: string) => database.run(GIVE_UP, [node])
