/** The packages as they are published run as they are installed: JavaScript alone, and each package finds only what its manifest names. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../tools/docs.ts'
import { packFolder } from '../../tools/pack.ts'
import { SERVER_PACKAGES } from '../setup/sources.ts'
import { temporaryFolder } from './gateway.ts'
import { copyServed } from './served.ts'

const folder = temporaryFolder()
const modules = join(folder.path, 'node_modules')
/** What an installation may leave out: see `foundation/optional-part.ts`. */
const OPTIONAL = ['evm', 'pdf', 'telemetry']

beforeAll(() => {
  mkdirSync(join(modules, '@sluice'), { recursive: true })
  for (const name of ['client', ...SERVER_PACKAGES.filter((each) => !OPTIONAL.includes(each))])
    packFolder(name, name === 'cli' ? join(modules, 'sluice') : join(modules, '@sluice', name))
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (!/^\.|^sluice$|^@sluice$/.test(name))
      symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
})
/** What a failed test leaves running. */
const running = new Set<ChildProcess>()
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  folder.remove()
})

function run(...args: readonly string[]) {
  const child = spawn(join(modules, 'sluice/bin/sluice'), args, {
    cwd: folder.path,
    env: {
      ...{ PATH: process.env.PATH, DATA_DIR: join(folder.path, 'data'), PORT: '0' },
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const ended = once(child, 'close')
  const ready = async (pattern: RegExp): Promise<string> => {
    while (!pattern.test(said)) await Promise.race([once(child.stderr, 'data'), ended])
    return pattern.exec(said)?.[1] ?? ''
  }
  return { child, ended, ready, said: () => said }
}

describe('the published packages', () => {
  it('run the command', async () => {
    const help = run('--help')
    expect(await help.ended).toEqual([0, null])
    expect(help.said()).toContain('Usage: sluice')
  })

  it('serve, with the guides, and name the package of a part that was left out', async () => {
    await copyServed(folder.path)
    const gateway = run('serve')
    const url = await gateway.ready(/serves on (http:\S+)/)
    expect((await fetch(`${url}/health/live`)).status).toBe(200)
    expect(await (await fetch(`${url}/docs/guides/quickstart`)).text()).toContain('<h1')

    const networks = run('networks', 'add', 'POLYGON', '--rpc', 'https://rpc.example.com', '--xpub', 'xpub6')
    await networks.ended
    expect(networks.said()).toContain('needs the package @sluice/evm')
    expect(gateway.said()).toContain('needs the package @sluice/telemetry')
    gateway.child.kill('SIGTERM')
    expect(await gateway.ended).toEqual([0, null])
  })
})
