/**
 * A second address of the same server: for routes that not everybody shall reach who reaches the first.
 *
 * It serves every route. What is for it alone asks `has` by which address a request came, and answers there is nothing on the other. That
 * hangs on the socket, and on nothing that a request says.
 */
import type { Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { atFirstUse } from '../foundation/at-first-use.ts'
import type { Timers } from '../foundation/deps.ts'
import { LISTENER_OPTIONS, type Server } from './server.ts'

// To import it reads all that it has: its WebSocket too, and with that node's own undici, 75 files of each start.
const http = atFirstUse((require): typeof import('node:http') => require('node:http'))

export interface ListenAddress {
  readonly host: string
  readonly port: number
}

export class SecondListener {
  readonly #sockets = new WeakSet<object>()
  #server: HttpServer | undefined

  /** Whether the request came by this address. */
  has({ raw }: Pick<FastifyRequest, 'raw'>): boolean {
    return this.#sockets.has(raw.socket)
  }

  /** After the first address is listened on. @returns the port @throws where the system refuses it */
  listen(app: Server, { host, port }: ListenAddress): Promise<number> {
    const server = http().createServer(LISTENER_OPTIONS, (request, response) =>
      app.routing(request, response),
    )
    server.on('connection', (socket) => this.#sockets.add(socket))
    // For bytes that are no request at all.
    server.on('clientError', (_error, socket) => socket.destroy())
    this.#server = server
    return new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host, port }, () => {
        const address: AddressInfo | string | null = server.address()
        resolve(typeof address === 'object' && address !== null ? address.port : port)
      })
    })
  }

  /** Finishes what was accepted, for as long as it may take. */
  async close(timers: Timers, graceMs: number): Promise<void> {
    const server = this.#server
    if (!server?.listening) return
    const cancel = timers.after(graceMs, () => server.closeAllConnections())
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeIdleConnections()
    })
    cancel()
  }
}
