/** What the command says of an act that waits, and how a second operator finds it, looks at it and decides. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AdminGateway, adminGateway } from '@sluice/gateway/admin/admin.fixture.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../processes/gateway.ts'
import { sluiceBeside } from './in-process.ts'

const folder = temporaryFolder()
let gateway: AdminGateway
const tokens = new Map<string, string>()

beforeAll(async () => {
  gateway = await adminGateway({ approvals: 'AS_USUAL', started: false })
  tokens.set('olga', await gateway.operator('olga', 'OPERATOR'))
  tokens.set('anna', await gateway.operator('anna', 'ADMIN'))
  await gateway.advance(1)
})
afterAll(async () => {
  await gateway.close()
  folder.remove()
})

/** The command of whoever has this name. */
const sluice = (who: string, ...args: readonly string[]) =>
  sluiceBeside(gateway, folder.path, args, tokens.get(who) ?? '')
const idIn = (text: string) => /^id\s+(\S+)$/m.exec(text)?.[1] ?? ''

it('says that nothing is done yet, who can approve it and how; the other one looks, and approves', async () => {
  const { code } = await gateway.merchant()
  const money = ['--merchant', code, '--amount', '500', '--currency', 'THB', '--reference', 'top-up 7']
  const requested = await sluice('olga', 'balances', 'credit', ...money)
  const id = idIn(requested.stdout)
  expect(requested).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`Credit 500.00 THB to the balance of ${code}`),
  })
  expect(requested.stderr).toContain('nothing was done yet: the request needs approval')
  expect(requested.stderr).toContain(
    `anna or bootstrap can approve it in the console or with their own token: sluice approvals approve ${id}`,
  )
  expect((await sluice('anna', 'approvals', 'list', '--status', 'WAITING')).stdout).toContain(id)
  const shown = await sluice('anna', 'approvals', 'get', id)
  expect(shown.stdout).toContain('"reference":"top-up 7"')
  expect(shown.stdout).toMatch(/^can approve\s+anna, bootstrap$/m)
  const own = await sluice('olga', 'approvals', 'approve', id)
  expect(own).toMatchObject({ code: 1, stderr: expect.stringContaining('Another operator must approve it') })
  const done = await sluice('anna', 'approvals', 'approve', id)
  expect(done).toMatchObject({ code: 0, stdout: expect.stringMatching(/^reference\s+top-up 7$/m) })
  expect((await sluice('anna', 'approvals', 'list', '--status', 'WAITING')).stdout).toBe('none\n')
})

it('rejects with a note, and reads and puts the policy', async () => {
  const file = join(folder.path, 'policy.json')
  const above = [{ amount: 1000, currencyCode: 'THB' }]
  writeFileSync(file, JSON.stringify({ data: [{ operation: 'case.write-off', rule: 'ABOVE', above }] }))
  const requested = await sluice('anna', 'approval-policy', 'set', file)
  expect(requested.stdout).toContain('case.write-off ABOVE 1000.00 THB')
  const rejected = await sluice('anna', 'approvals', 'reject', idIn(requested.stdout), '--note', 'not today')
  expect(rejected.stdout).toMatch(/^status\s+REJECTED$/m)
  const again = await sluice('anna', 'approval-policy', 'set', file)
  const path = `/admin/approvals/${idIn(again.stdout)}/!approve`
  expect((await gateway.admin('POST', path)).status).toBe(200)
  expect((await sluice('anna', 'approval-policy')).stdout).toMatch(/^case\.write-off\s+ABOVE\s+1000.00 THB/m)
})
