/** The rows of the request log on both engines: the same once, the newest kept, the old ended; and keys that were used. */
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { expect, it } from 'vitest'
import { bothEngines } from '../../../../test/setup/shared.ts'
import { noteUsed } from '../merchants/last-used.ts'
import { merchantCodesAfter } from '../merchants/store.ts'
import {
  endRequests,
  insertRequests,
  type NotedRequest,
  readRequests,
  trimRequests,
} from './request-log-store.ts'

const SHOP = 'SHOP' as MerchantCode
const AT = Date.UTC(2026, 10, 23)
const idAt = (at: number, count: number) => {
  const hex = at.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${String(count).padStart(12, '0')}`
}
const noted = (count: number, at = AT): NotedRequest => ({
  merchantCode: SHOP,
  id: idAt(at, count),
  at,
  method: 'GET',
  route: '/payins/:idPayin',
  status: 200,
  code: undefined,
  subject: `no ID/${'\0'}`,
  durationMs: 1.5,
  madeBy: 'key:1',
})
const ALL = { from: undefined, to: undefined, after: undefined, statuses: [], subject: undefined, limit: 50 }

it.each(bothEngines)('a request is kept once, and for its days, on $name', async ({ open }) => {
  const { database, close } = await open()
  try {
    const rows = [noted(1, AT - 10), noted(2), noted(3), noted(4)]
    await insertRequests(database, rows.slice(1, 3), false)
    await insertRequests(database, rows, true)
    const ids = async () => (await readRequests(database, SHOP, ALL)).map(({ id }) => id.slice(-1))
    expect(await ids()).toEqual(['4', '3', '2', '1'])
    expect((await readRequests(database, SHOP, ALL))[0]?.subject).toBeUndefined()
    await endRequests(database, [SHOP], AT)
    expect(await ids()).toEqual(['4', '3', '2'])
    await trimRequests(database, SHOP, 2)
    expect(await ids()).toEqual(['4', '3'])
    await noteUsed(database, [{ merchantCode: SHOP, id: 'gone' }], AT)
    expect(await merchantCodesAfter(database, '', 10)).toEqual([])
  } finally {
    await close()
  }
})
