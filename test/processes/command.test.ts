/** What only a process of its own shows of `sluice`: how it ends, and what it does with its streams. All else is told in `test/cli/`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAIN, runSluice, temporaryFolder } from './gateway.ts'

const folder = temporaryFolder()
const received: string[] = []
const gateway = createServer(async (request, response) => {
  received.push(`${request.method} ${request.url} ${await text(request)}`)
  const isRefused = request.url === '/admin/merchants'
  response.writeHead(isRefused ? 403 : 200, { 'content-type': 'application/json' })
  response.end(isRefused ? '{"code":"FORBIDDEN","detail":"the role may not"}' : '{"id":"scb"}')
})
let env: Readonly<Record<string, string>>
beforeAll(async () => {
  await once(gateway.listen(0, '127.0.0.1'), 'listening')
  const { port } = gateway.address() as AddressInfo
  env = { SLUICE_URL: `http://127.0.0.1:${port}`, SLUICE_ADMIN_TOKEN: 'op_test' }
})
afterAll(() => {
  gateway.close()
  folder.remove()
})

describe('the command ends', () => {
  it('with 0 where all is done', async () => {
    const { code, stdout, stderr } = await runSluice(folder.path, ['--version'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it('with 1 where the gateway refuses, and says why on standard error', async () => {
    const { code, stdout, stderr } = await runSluice(folder.path, ['merchants', 'list'], env)
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: 'sluice: 403 FORBIDDEN: the role may not\n',
    })
  })

  it('with 2 where it is used wrongly', async () => {
    const { code, stdout } = await runSluice(folder.path, ['nonsense'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  })

  it('with 3 where no gateway can be reached', async () => {
    const { code, stderr } = await runSluice(
      folder.path,
      ['merchants', 'list', '--url', 'http://127.0.0.1:1'],
      env,
    )
    expect(code).toBe(3)
    expect(stderr).toContain('http://127.0.0.1:1 cannot be reached')
  })
})

describe('the command’s streams', () => {
  const spawned = (...args: readonly string[]) =>
    spawn(process.execPath, [MAIN, ...args], { cwd: folder.path, env: { PATH: process.env.PATH, ...env } })

  it('are read where a file is called -', async () => {
    const child = spawned('debtor-accounts', 'register', '-')
    child.stdin.end('{"id":"scb"}')
    const [code] = await once(child, 'close')
    expect(code).toBe(0)
    expect(received.at(-1)).toBe('POST /admin/debtor-accounts {"id":"scb"}')
  })

  it('may end before it: whoever reads has seen enough', async () => {
    const child = spawned('--help')
    child.stdout.destroy()
    const said = text(child.stderr)
    const [code] = await once(child, 'close')
    expect({ code, said: await said }).toEqual({ code: 0, said: '' })
  })
})
