/**
 * For tests and the bench: a port of 127.0.0.1 that nobody listens on, and that nobody who asks for any port gets before a server has
 * started there, which may take seconds beside many tests that open ports.
 *
 * Systems hand out ports from 32768 on (Linux) or 49152 (all others), so it is one below. Of the same number a datagram socket is held
 * until this process ends: no server of ours uses one, and another process that looks for a port passes that number by. So a server
 * that was stopped can be started again where it was, too.
 */
import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

const FIRST = 20_000
const BEYOND = 32_768
const HOST = '127.0.0.1'
const MOST_TRIES = 100

/** @param choose the next to be looked at @throws Error where none is free */
export async function freePort(choose = () => randomInt(FIRST, BEYOND)): Promise<number> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const port = choose()
    if ((await isUnused(port)) && (await isHeld(port))) return port
  }
  throw new Error('no port is free')
}

async function isUnused(port: number): Promise<boolean> {
  const server = createServer().listen(port, HOST)
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  await new Promise((resolve) => server.close(resolve))
  return true
}

/** From now on, where it was nobody's. */
async function isHeld(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref()
  try {
    socket.bind({ port, address: HOST, exclusive: true })
    await once(socket, 'listening')
    return true
  } catch {
    socket.close()
    return false
  }
}
