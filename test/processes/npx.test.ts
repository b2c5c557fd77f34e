import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { temporaryFolder } from './gateway.ts'
import { copyServed } from './served.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** npm ends at a signal without handing it on, and leaves what it started. */
it.each([
  ['serve', /serves on (http:\S+)/],
  ['listen', /callbacks to (http:\S+)\/callbacks/],
])('a signal to npx sluice %s ends it', async (noun, ready) => {
  const folder = temporaryFolder()
  await copyServed(folder.path)
  const env = { ...process.env, DATA_DIR: join(folder.path, 'data'), PORT: '0' }
  const port = noun === 'listen' ? ['--port', '0'] : []
  const npx = spawn('npx', ['sluice', noun, ...port], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'pipe'] })
  // Everybody who was started has a hold of it.
  const ended = once(npx, 'close')
  let said = ''
  await new Promise<void>((resolve, reject) => {
    npx.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (ready.test(said)) resolve()
    })
    ended.then(() => reject(new Error(said)))
  })
  npx.kill('SIGTERM')
  await ended
  const url = ready.exec(said)?.[1] ?? ''
  await expect(fetch(url)).rejects.toThrow('fetch failed')
  folder.remove()
})
