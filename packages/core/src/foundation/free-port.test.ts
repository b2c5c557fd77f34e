import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { freePort } from './free-port.fixture.ts'

it('a free port can be listened on, is below those that a system hands out, and is given once', async () => {
  const port = await freePort()
  expect(port).toBeLessThan(32_768)
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  await new Promise((resolve) => server.close(resolve))
  // Nobody listens there any more, and it is held.
  await expect(freePort(() => port)).rejects.toThrow('no port is free')
})

it('a port on which somebody listens is not free', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = Object(server.address())
  await expect(freePort(() => port)).rejects.toThrow('no port is free')
  await new Promise((resolve) => server.close(resolve))
})
