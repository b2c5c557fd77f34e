/**
 * A simple load balancer as in front of any installation: it checks every node's readiness and sends each request to the next ready one. It
 * repeats nothing and hides no failure.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent, request } from 'undici'

const INQUIRE_EVERY_MS = 100
/** On a busy machine an answer may take seconds. */
const HANGS_AFTER_MS = 30_000

export interface Balancer {
  readonly url: string
  ready(): number
  close(): Promise<void>
}

export async function openBalancer(nodes: () => readonly string[]): Promise<Balancer> {
  const dispatcher = new Agent({ connections: 16 })
  /** Nodes that were ready at the last check. */
  const ready = new Set<string>()
  /** Only one check of each node at a time: an older answer could arrive last. */
  const asking = new Set<string>()
  let turn = 0
  const isReady = async (node: string): Promise<boolean> => {
    try {
      const answer = await request(`${node}/health/ready`, { dispatcher, headersTimeout: HANGS_AFTER_MS })
      await answer.body.dump()
      return answer.statusCode === 200
    } catch {
      return false
    }
  }
  const askOne = async (node: string) => {
    if (asking.has(node)) return
    asking.add(node)
    if (await isReady(node)) ready.add(node)
    else ready.delete(node)
    asking.delete(node)
  }
  const ask = () => Promise.all(nodes().map(askOne))
  const readyNodes = () => nodes().filter((node) => ready.has(node))
  const timer = setInterval(() => void ask(), INQUIRE_EVERY_MS)
  await ask()

  const server = createServer((incoming, outgoing) => {
    const choice = readyNodes()
    const node = choice[turn++ % Math.max(1, choice.length)]
    if (node === undefined) return void outgoing.writeHead(502).end()
    const {
      host: _host,
      connection: _connection,
      'transfer-encoding': _encoding,
      ...headers
    } = incoming.headers
    const body = incoming.method === 'GET' ? null : incoming
    const method = incoming.method === 'GET' ? 'GET' : 'POST'
    request(`${node}${incoming.url}`, { method, body, dispatcher, headers }).then(
      (answer) => {
        const { connection: _closes, 'keep-alive': _keeps, ...passed } = answer.headers
        outgoing.writeHead(answer.statusCode, passed)
        answer.body.pipe(outgoing)
      },
      (error: unknown) =>
        outgoing.writeHead(502).end(JSON.stringify({ code: `BAD_GATEWAY_${String(error)}` })),
    )
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    ready: () => readyNodes().length,
    async close() {
      clearInterval(timer)
      server.close()
      server.closeAllConnections()
      await dispatcher.destroy()
    },
  }
}
