/** The quickstart in `docs/merchants/first-callback.md` works as it stands: its blocks are pasted into a shell, beside a server that was really started. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { freePort } from '@sluice/core/foundation/free-port.fixture.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../tools/docs.ts'
import { COMPILE_CACHE, SHORT_LIVED } from '../processes/gateway.ts'

/** Only for what hangs. */
const QUICKSTART_WITHIN_MS = 90_000

const page = readFileSync(join(ROOT, 'docs/merchants/first-callback.md'), 'utf8')
const blocks = [...page.matchAll(/^```bash\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)

/** Like a fresh clone after `npm install`: the project's files, and no data. */
const clone = mkdtempSync(join(tmpdir(), 'sluice-quickstart-'))
let server: ChildProcess | undefined

beforeAll(async () => {
  for (const name of ['packages', 'package.json', 'node_modules']) {
    symlinkSync(join(ROOT, name), join(clone, name))
  }
  const env = {
    PATH: process.env.PATH,
    PORT: '0',
    SLUICE_SANDBOX_DELAY_MS: '200',
    LOG_LEVEL: 'warn',
    ...COMPILE_CACHE,
  }
  server = spawn(process.execPath, [...SHORT_LIVED, 'packages/cli/src/main.ts', 'serve'], {
    cwd: clone,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said = createInterface({ input: server.stderr ?? process.stdin })
  await new Promise<void>((resolve, reject) => {
    said.on('line', (line) => line.includes('serves on') && resolve())
    server?.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
})

afterAll(async () => {
  if (server && server.exitCode === null) {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  rmSync(clone, { recursive: true, force: true })
})

describe('the quickstart', () => {
  it('leads from a key pair to a paid payin and a verified callback when it is pasted', async () => {
    expect(blocks.length).toBeGreaterThan(3)
    const script = ['set -euo pipefail', ...blocks].join('\n')
    const env = { PATH: process.env.PATH, RECEIVER_PORT: String(await freePort()) }
    const { stdout } = await promisify(execFile)('bash', ['-c', script], {
      cwd: clone,
      env,
      timeout: QUICKSTART_WITHIN_MS,
    })
    expect(stdout).toMatch(/verified callback: payin\.status_changed order-[0-9a-f]{16}/)
    expect(stdout).toMatch(/status: 'SUCCESS'/)
  })
})
