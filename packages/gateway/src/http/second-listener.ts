/**
 * A second address of the same server, for routes that not everyone who reaches the first address should reach.
 *
 * It serves every route. A route that is only for this address uses `has` to check which address a request came to, and answers
 * 404 on the other. The check uses the socket, and nothing that a request contains.
 */
import type { Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atFirstUse } from '@sluice/core/foundation/at-first-use.ts'
import type { Timers } from '@sluice/core/foundation/deps.ts'
import type { FastifyRequest } from 'fastify'
import { LISTENER_OPTIONS, type Server } from './server.ts'

// Importing it evaluates all its getters, including WebSocket and with it Node's own undici: 75 files at each start.
const http = atFirstUse((require): typeof import('node:http') => require('node:http'))

export interface ListenAddress {
  readonly host: string
  readonly port: number
}

export class SecondListener {
  readonly #sockets = new WeakSet<object>()
  #server: HttpServer | undefined

  /** Whether the request came to this address. */
  has({ raw }: Pick<FastifyRequest, 'raw'>): boolean {
    return this.#sockets.has(raw.socket)
  }

  /** Call it after the first address is open. @returns the port @throws if the system refuses the address */
  listen(app: Server, { host, port }: ListenAddress): Promise<number> {
    const server = http().createServer(LISTENER_OPTIONS, (request, response) =>
      app.routing(request, response),
    )
    server.on('connection', (socket) => this.#sockets.add(socket))
    // For bytes that are not a request.
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

  /** Finishes accepted requests, within the given time. */
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
