/** A merchant's server that accepts callbacks and records them in the order of their arrival. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export interface Received {
  readonly payment: string
  readonly sequence: number
}

export interface Sink {
  readonly url: string
  readonly received: readonly Received[]
  /** How often each payment's callbacks arrived, by payment and sequence. */
  counts(): Map<string, number>
  close(): void
}

export async function openSink(): Promise<Sink> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    json(request).then(
      (body) => {
        received.push(receivedOf(body))
        response.end('thanks')
      },
      () => response.writeHead(400).end(),
    )
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/callbacks`,
    received,
    counts() {
      const counts = new Map<string, number>()
      for (const { payment, sequence } of received) {
        const name = `${payment}/${sequence}`
        counts.set(name, (counts.get(name) ?? 0) + 1)
      }
      return counts
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function receivedOf(body: unknown): Received {
  const { data } = body as { data: { idPayin?: string; idPayout?: string; sequence: number } }
  return { payment: data.idPayin ?? data.idPayout ?? '', sequence: data.sequence }
}
