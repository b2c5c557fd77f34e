import { type MerchantCode, paymentKey } from '@sluice/core/foundation/identifiers.ts'
import type { Opened } from '@sluice/database/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bothEngines } from '../../../../../test/setup/shared.ts'
import { rowsOf } from '../../payments/payments.fixture.ts'
import { payinsOnChain, transfersWaiting } from './sightings.ts'

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const HASH = `0x${'ab'.repeat(32)}`
const KEY = paymentKey('01a1fd1e-8c00-7619-8e56-e3b91156a4ee')
const AT = '2026-11-21T08:00:00.000Z'
const SHOP = 'SHOP' as MerchantCode

describe.each(bothEngines)('what a chain has shown of a payin, on $name', ({ open }) => {
  let opened: Opened
  beforeAll(async () => {
    opened = await open()
    for (const text of [
      `insert into chain_network (chain_id, code, is_test, enabled, wallet_id, tokens, rpc_sealed, rpc_hosts, confirmations, block_range,
         poll_ms, version, created_at, updated_at)
       values (1, 'ETHEREUM', true, true, 'w', '{}', '', '[]', 1, 1, 1, 1, '${AT}', '${AT}')`,
      `insert into chain_address (wallet_id, number, address, chain_id, merchant_id, kind, id, payment_key, currency, amount, expire_at,
         watch_until, created_at)
       values ('w', 1, '${ADDRESS}', 1, 'SHOP', 'payin', 'p', '${KEY}', 'USDC', 5, '${AT}', '${AT}', '${AT}')`,
      `insert into chain_transfer (chain_id, tx_hash, address, currency, ordinal, contract, block, block_hash, log_index, sender, units,
         state, seen_at)
       values (1, '${HASH}', '${ADDRESS}', 'USDC', 0, '0x', 7, '0x', 0, '0x', '5', 'SEEN', '${AT}')`,
    ])
      await rowsOf(opened.database, text)
  })
  afterAll(() => opened?.close())

  it('is the transfer that is not counted yet, of that payin and no other', async () => {
    const [seen, ...more] = await transfersWaiting(opened.database, { merchantId: SHOP, key: KEY })
    expect([seen, more]).toMatchObject([{ transactionHash: HASH, chainId: 1, block: 7 }, []])
    const other = 'OTHER' as MerchantCode
    expect(await transfersWaiting(opened.database, { merchantId: other, key: KEY })).toEqual([])
  })

  it('leads from its address and from a transaction, however that is written, to the payin', async () => {
    for (const text of [ADDRESS, HASH, HASH.toUpperCase().replace('0X', '0x')])
      expect(await payinsOnChain(opened.database, text), text).toEqual([{ merchantId: SHOP, key: KEY }])
    expect(await payinsOnChain(opened.database, '0x1')).toEqual([])
  })

  it('leads its own merchant there, and no other', async () => {
    for (const text of [ADDRESS, HASH]) {
      expect(await payinsOnChain(opened.database, text, SHOP), text).toEqual([{ merchantId: SHOP, key: KEY }])
      expect(await payinsOnChain(opened.database, text, 'OTHER' as MerchantCode), text).toEqual([])
    }
  })
})
