/** What the command says when an operator is created with whom operations begin to need two. */
import { ADMIN, type AdminGateway, adminGateway } from '@sluice/gateway/admin/admin.fixture.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../processes/gateway.ts'
import { sluiceBeside } from './in-process.ts'

const folder = temporaryFolder()
let gateway: AdminGateway

beforeAll(async () => {
  gateway = await adminGateway({ started: false })
})
afterAll(async () => {
  await gateway.close()
  folder.remove()
})

const create = (...args: readonly string[]) =>
  sluiceBeside(gateway, folder.path, ['operators', 'create', ...args], ADMIN)

it('it says that operations now need two people', async () => {
  expect(await create('anna', '--role', 'ADMIN')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('need both: one requests, the other approves'),
  })
})

it('it says nothing of it for a viewer, who can approve nothing', async () => {
  expect(await create('grafana', '--role', 'VIEWER')).toMatchObject({ code: 0, stderr: '' })
})
