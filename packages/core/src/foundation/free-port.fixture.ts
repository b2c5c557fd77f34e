/**
 * For tests and the bench: a free port of 127.0.0.1 that no other process gets while a server starts on it, which may take
 * seconds if many tests open ports.
 *
 * Systems assign ports from 32768 on (Linux) or 49152 (all others), so it is below that range. A datagram socket with the same
 * number is held until this process ends: our servers do not use one, and other processes that look for a port skip this number.
 * So a stopped server can also be started again on the same port.
 */
import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

const FIRST = 20_000
const BEYOND = 32_768
const HOST = '127.0.0.1'
const MOST_TRIES = 100

/** @param choose the next port to try @throws Error if none is free */
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

/** Reserves it from now on, if it was free. */
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
