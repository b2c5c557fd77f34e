import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { nodeFinding, spaceFinding } from 'sluice/doctor-outside.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../processes/gateway.ts'
import { type GatewayHere, serveCopyHere } from '../processes/served-here.ts'
import { postgresUrl } from '../setup/shared.ts'
import { sluiceIn } from './in-process.ts'

/** Nobody listens there. */
const NOWHERE = { SLUICE_URL: 'http://127.0.0.1:9' }

describe('beside a running gateway', () => {
  const folder = temporaryFolder()
  let gateway: GatewayHere
  beforeAll(async () => {
    gateway = await serveCopyHere(folder.path)
  })
  afterAll(async () => {
    await gateway.stop()
    folder.remove()
  })

  it('the doctor asks it, and finds nothing broken', async () => {
    const { code, stdout, stderr } = await sluiceIn(folder.path, ['doctor'])
    expect(stderr).toBe('')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^fine +migrations +all \d+ are applied$/m)
    const { stdout: json } = await sluiceIn(folder.path, ['doctor', '--json'])
    expect(JSON.parse(json)).toMatchObject({ state: expect.any(String), checks: expect.any(Array) })
  })

  it('one who looks for it at another address learns who has the data folder', async () => {
    const { code, stdout } = await sluiceIn(folder.path, ['doctor'], { ...NOWHERE, PORT: '0' })
    expect(code).toBe(3)
    expect(stdout).toContain(`in use by process ${process.pid} `)
  })
})

describe('where no gateway runs', () => {
  const folder = temporaryFolder()
  afterAll(() => folder.remove())
  const doctor = (env: Readonly<Record<string, string>>) =>
    sluiceIn(folder.path, ['doctor'], { ...NOWHERE, ...env })

  it('the doctor looks at this machine, and ends as with every gateway that cannot be reached', async () => {
    const { code, stdout, stderr } = await doctor({ PORT: '0', SLUICE_PROT: '1' })
    expect(stderr).toContain('no gateway answers at http://127.0.0.1:9')
    expect(code).toBe(3)
    expect(stdout).toMatch(/^fine +node +Node 24/m)
    expect(stdout).toMatch(/^fine +data-folder .*the first start creates it$/m)
    expect(stdout).toContain('unknown settings: SLUICE_PROT')
  })

  it('it says who has the port', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { code, stdout } = await doctor({ PORT: String(port) })
    server.close()
    expect(code).toBe(1)
    expect(stdout).toMatch(new RegExp(`^BROKEN +port +${port} on 127.0.0.1 is taken by `, 'm'))
    if (process.platform === 'linux') expect(stdout).toContain(`(process ${process.pid})`)
  })

  it('each host of a database that does not answer is named, and no password', async () => {
    const { host, href } = new URL(await postgresUrl())
    const doctorOf = (hosts: string) =>
      doctor({ PORT: '0', SLUICE_MASTER_KEY: 'a'.repeat(64), DATABASE_URL: href.replace(host, hosts) })
    const { stdout } = await doctorOf(`${host},127.0.0.1:1`)
    expect(stdout).toContain(`a server responds at ${host}; 127.0.0.1:1 (ECONNREFUSED) cannot be reached`)
    const none = await doctorOf('127.0.0.1:1,127.0.0.1:2')
    expect(none.stdout).toContain('127.0.0.1:1 (ECONNREFUSED), 127.0.0.1:2 (ECONNREFUSED) cannot be reached')
    expect(stdout + none.stdout).not.toContain(new URL(href).password)
  })

  it('a database that refuses the login is broken', async () => {
    const url = new URL(await postgresUrl())
    url.password = 'another'
    const env = { PORT: '0', SLUICE_MASTER_KEY: 'a'.repeat(64), DATABASE_URL: url.href }
    expect((await doctor(env)).stdout).toMatch(/^BROKEN +database +.*SQLSTATE 28P01/m)
  })

  it('it names settings that cannot be read, and not what they hold', async () => {
    const { code, stdout } = await doctor({ PORT: 'secret-value' })
    expect(code).toBe(1)
    expect(stdout).toContain('PORT has a value that cannot be read')
    expect(stdout).not.toContain('secret-value')
  })
})

it('whoever answers in a gateway’s place is told apart from one', async () => {
  const folder = temporaryFolder()
  const server = createHttpServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { code, stdout } = await sluiceIn(folder.path, ['doctor', '--url', `http://127.0.0.1:${port}`], {
    PORT: '0',
  })
  server.close()
  folder.remove()
  expect(code).toBe(3)
  expect(stdout).toContain('is not a Sluice gateway')
})

it('a gateway without its database is broken', async () => {
  const folder = temporaryFolder()
  const server = createHttpServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url === '/health/live') {
      response.end('{"status":"ok"}')
      return
    }
    response.statusCode = 503
    response.end('{"code":"UNAVAILABLE","checks":[{"name":"database","ok":false}]}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const env = { SLUICE_URL: `http://127.0.0.1:${port}`, SLUICE_ADMIN_TOKEN: 'op_test' }
  const { code, stdout } = await sluiceIn(folder.path, ['doctor'], env)
  server.close()
  folder.remove()
  expect(code).toBe(1)
  expect(stdout).toMatch(/^BROKEN +database +does not answer$/m)
})

describe('the machine', () => {
  it('needs the Node that Sluice is made for', () => {
    expect(nodeFinding('20.1.0').state).toBe('broken')
    expect(nodeFinding('24.9.0').state).toBe('fine')
    expect(nodeFinding('26.0.0').state).toBe('warning')
  })

  it('needs room on its disk', () => {
    expect(spaceFinding(50 * 2 ** 20).state).toBe('broken')
    expect(spaceFinding(500 * 2 ** 20).state).toBe('warning')
    expect(spaceFinding(5 * 2 ** 30).state).toBe('fine')
  })
})
