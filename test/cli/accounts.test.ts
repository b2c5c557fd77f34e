/** What `sluice accounts` and `sluice cases` send: a server in the gateway's place writes it down. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../processes/gateway.ts'
import { sluiceIn } from './in-process.ts'

const folder = temporaryFolder()
const received: unknown[] = []
let listed: readonly object[] = []
const server = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  request.on('end', () => {
    received.push([request.method, request.url, ...(text === '' ? [] : [JSON.parse(text)])])
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ id: 'case-1', money: { amount: 100, currencyCode: 'THB' }, data: listed }))
  })
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.close()
  folder.remove()
})

async function sent(args: readonly string[]): Promise<readonly unknown[]> {
  received.length = 0
  const { port } = server.address() as AddressInfo
  const env = { SLUICE_URL: `http://127.0.0.1:${port}`, SLUICE_ADMIN_TOKEN: 'op_test' }
  const { code, stderr } = await sluiceIn(folder.path, [...args], env)
  expect(stderr).toBe('')
  expect(code).toBe(0)
  return received
}

describe('the list of cases', () => {
  it('names the payment that each is about, or could be about, and the bank’s entry', async () => {
    const entry = { account: 'kbank-main', reference: 'BR-1' }
    const candidates = ['a', 'b', 'c', 'd'].map((id) => ({
      merchantCode: 'SHOP',
      kind: 'payin',
      id,
      why: [],
    }))
    listed = [
      { id: 'case-1', merchantCode: 'SHOP', payment: { kind: 'payin', id: 'x' }, detail: { entry } },
      { id: 'case-2', merchantCode: '~gateway', detail: { entry, candidates } },
      { id: 'case-3', merchantCode: '~gateway', detail: {} },
    ]
    const { port } = server.address() as AddressInfo
    const env = { SLUICE_URL: `http://127.0.0.1:${port}`, SLUICE_ADMIN_TOKEN: 'op_test' }
    const { stdout } = await sluiceIn(folder.path, ['cases', '--open'], env)
    listed = []
    const about = stdout.split('\n').map((line) => line.split(/\s{2,}/).slice(-2))
    expect(about.slice(0, 4)).toEqual([
      ['ABOUT', 'BANK ENTRY'],
      ['SHOP/payin/x', 'kbank-main BR-1'],
      ['SHOP/payin/a or SHOP/payin/b or 2 more', 'kbank-main BR-1'],
      ['-', '-'],
    ])
  })
})

describe('the command sends', () => {
  it('one act on many cases, and a look at it before', async () => {
    expect(await sent(['cases', 'bulk', 'set-work', 'a', 'b', '--owner', 'vera', '--dry-run'])).toEqual([
      ['PATCH', '/admin/cases', { cases: [{ id: 'a' }, { id: 'b' }], owner: 'vera', dryRun: true }],
    ])
    expect(await sent(['cases', 'bulk', 'return', 'a=OUT-1'])).toEqual([
      ['POST', '/admin/cases/!return', { cases: [{ id: 'a', reference: 'OUT-1' }] }],
    ])
    expect(await sent(['cases', 'bulk', 'write-off', 'a', '--note', 'x', '--yes'])).toEqual([
      ['POST', '/admin/cases/!write-off', { cases: [{ id: 'a' }], note: 'x' }],
    ])
    expect(await sent(['cases', 'work', 'case-1', '--owner', ''])).toEqual([
      ['PATCH', '/admin/cases/case-1', { owner: null }],
    ])
  })

  it('an account as the file has it', async () => {
    writeFileSync(join(folder.path, 'kbank.json'), '{ "id": "kbank" }')
    expect(await sent(['accounts', 'add', 'kbank.json'])).toEqual([
      ['POST', '/admin/accounts', { id: 'kbank' }],
    ])
  })

  it('that an account is paused', async () => {
    expect(await sent(['accounts', 'pause', 'kbank'])).toEqual([['POST', '/admin/accounts/kbank/!pause']])
  })

  it('a part of a case to a payin, in the currency of the case', async () => {
    const body = { merchantCode: 'SHOP', idPayin: 'a/b', money: { amount: 99.5, currencyCode: 'THB' } }
    expect(await sent(['cases', 'assign', 'case-1', 'SHOP/a/b', '--amount', '99.5'])).toEqual([
      ['GET', '/admin/cases/case-1'],
      ['POST', '/admin/cases/case-1/!assign', body],
    ])
  })

  it('a case to several payins', async () => {
    const part = (merchantCode: string, idPayin: string, amount: number) => ({
      merchantCode,
      idPayin,
      money: { amount, currencyCode: 'THB' },
    })
    expect(await sent(['cases', 'split', 'case-1', 'A/x=60', 'B/y=40', '--note', 'one transfer'])).toEqual([
      ['GET', '/admin/cases/case-1'],
      [
        'POST',
        '/admin/cases/case-1/!split',
        { parts: [part('A', 'x', 60), part('B', 'y', 40)], note: 'one transfer' },
      ],
    ])
  })

  it('that money went back, with the bank’s reference', async () => {
    expect(await sent(['cases', 'return', 'case-1', 'OUT-1'])).toEqual([
      ['POST', '/admin/cases/case-1/!return', { reference: 'OUT-1' }],
    ])
    expect(await sent(['cases', 'return', 'case-1', '--send'])).toEqual([
      ['POST', '/admin/cases/case-1/!return', { by: 'PROCESSOR' }],
    ])
  })
})
