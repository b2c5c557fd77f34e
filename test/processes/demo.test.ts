/** `npm run demo` where it cannot start: a sentence that says what to do, and nothing begun. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { ROOT } from '../../tools/docs.ts'

async function demo(port: string): Promise<{ readonly code: unknown; readonly said: string }> {
  const running = spawn(process.execPath, [join(ROOT, 'examples/shop/demo.ts')], {
    env: { PATH: process.env.PATH, PORT: port },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [said, [code]] = await Promise.all([text(running.stderr), once(running, 'exit')])
  return { code, said: said.trim() }
}

it('on a port that is taken, the demo says which, and how to take another one', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const address = holder.address()
  const port = String(typeof address === 'object' ? address?.port : address)
  expect(await demo(port)).toEqual({
    code: 1,
    said: `The demo does not start: port ${port} is in use. Stop what uses it (another demo?), or take another port: PORT=8071 npm run demo`,
  })
  holder.close()
})

it('on a port that is none, likewise', async () => {
  expect(await demo('tea')).toEqual({
    code: 1,
    said: 'The demo does not start: port tea cannot be listened on (ERR_SOCKET_BAD_PORT). Take another one: PORT=8071 npm run demo',
  })
})
