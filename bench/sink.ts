/**
 * The receiver of callbacks: servers on several loopback addresses, because a gateway opens only a few calls to one
 * host at a time. It answers everything with 200 and counts. It parses a request only to find its end.
 */
import { createServer, type Server } from 'node:net'

export interface Sink {
  /** Each address in turn. */
  url(number: number): string
  readonly hosts: readonly { readonly host: string; readonly port: number }[]
  /** Callbacks received so far. */
  count(): number
  close(): Promise<void>
}

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'
const LENGTH = /\r\ncontent-length: *(\d+)/i

export async function openSink(addresses: number): Promise<Sink> {
  let count = 0
  const servers: Server[] = []
  const hosts: { host: string; port: number }[] = []
  for (let number = 0; number < addresses; number++) {
    // All of 127.0.0.0/8 is this machine.
    const host = `127.0.0.${2 + number}`
    const server = createServer((socket) => {
      let received = ''
      socket.setEncoding('latin1')
      socket.setNoDelay(true)
      socket.on('error', () => socket.destroy())
      socket.on('data', (chunk: string) => {
        received += chunk
        for (;;) {
          const headEnd = received.indexOf('\r\n\r\n')
          if (headEnd === -1) return
          const end = headEnd + 4 + Number(LENGTH.exec(received)?.[1] ?? 0)
          if (received.length < end) return
          received = received.slice(end)
          count += 1
          socket.write(ANSWER)
        }
      })
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(0, host, resolve)
    })
    const address = server.address()
    if (typeof address !== 'object' || address === null) throw new Error('no address')
    servers.push(server)
    hosts.push({ host, port: address.port })
  }
  return {
    hosts,
    url(number) {
      const to = hosts[number % hosts.length]
      return `http://${to?.host}:${to?.port}/callbacks`
    },
    count: () => count,
    async close() {
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}
