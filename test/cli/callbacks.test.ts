/** `sluice callbacks list` across payments, shown and as a file. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ADMIN, type AdminGateway, adminGateway } from '@sluice/gateway/admin/admin.fixture.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { thb } from '../api/api.fixture.ts'
import { temporaryFolder } from '../processes/gateway.ts'
import { sluiceBeside } from './in-process.ts'

const folder = temporaryFolder()
let gateway: AdminGateway
beforeAll(async () => {
  gateway = await adminGateway()
  const shop = await gateway.merchant()
  for (const id of ['first', 'second'])
    await gateway.request('POST', `/payins/${id}`, { token: await shop.token(), body: thb() })
  await gateway.advance(5_000)
})
afterAll(async () => {
  await gateway.close()
  folder.remove()
})

const callbacks = (...args: readonly string[]) =>
  sluiceBeside(gateway, folder.path, ['callbacks', ...args], ADMIN)

it('lists the callbacks of all payments, and writes all of them into a file', async () => {
  expect((await callbacks('list', '--limit', '1')).stderr).toContain('more results: --cursor')
  const file = 'callbacks.csv'
  const written = await callbacks('list', '--export', file, '--zone', 'Asia/Bangkok')
  expect(written).toMatchObject({ code: 0, stderr: expect.stringContaining(`written: ${file}`) })
  const [head = '', ...rows] = readFileSync(join(folder.path, file), 'utf8').trim().split('\n')
  expect(head).toContain('webhookId')
  expect(rows.map((row) => /first|second/.exec(row)?.[0]).sort()).toEqual(['first', 'second'])
})

it('does not export the callbacks of one payment, which come on one page', async () => {
  const refused = await callbacks('list', 'payin', 'first', '--export', 'one.csv')
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('of all payments') })
})
