/**
 * Growth: creates over tables of closed payins, small and large. Each size has its own database and server, and they
 * are measured in turn, so that other load on the machine affects all equally.
 */
import { fill, settle } from './fill.ts'
import type { Gateway } from './gateway.ts'
import { type Measured, medianOf } from './load.ts'
import { withClient } from './postgres-server.ts'
import { compare, measureCreates, NOWHERE, onPostgres, type Run, tell, withGateway } from './run.ts'

const CONNECTIONS = 64

interface Grown {
  readonly size: number
  readonly gateway: Gateway
  readonly tokens: readonly string[]
  readonly measured: Measured[]
}

export async function growth(run: Run): Promise<void> {
  const sizes = [...run.options.sizes].sort((a, b) => a - b)
  await withGrown(run, sizes, [], async (all) => {
    for (let round = 0; round < run.options.rounds; round++) {
      for (const { gateway, tokens, measured } of all) {
        measured.push(await measureCreates(run, gateway, tokens, CONNECTIONS))
      }
    }
    const [smallest] = all
    if (!smallest) return
    const least = medianOf(smallest.measured)
    for (const { size, measured } of all) {
      const now = medianOf(measured)
      const line = { part: 'growth', engine: 'PostgreSQL', connections: CONNECTIONS, rows: size } as const
      tell(run, { ...line, what: 'POST /payins/{id}', measured: now })
      compare(run, {
        what: `creates at ${size.toLocaleString('en')} rows ÷ at ${smallest.size.toLocaleString('en')}`,
        value: now.perSecond / least.perSecond,
        target: size >= 10_000_000 ? { atLeast: 0.85 } : undefined,
      })
    }
  })
}

/** Runs `work` with a filled database and a server for each size, all at the same time. */
async function withGrown(
  run: Run,
  [size, ...larger]: readonly number[],
  ready: readonly Grown[],
  work: (all: readonly Grown[]) => Promise<void>,
): Promise<void> {
  if (size === undefined) return work(ready)
  await onPostgres(run, async (url, merchants) => {
    run.say(`growth: filling to ${size.toLocaleString('en')}`)
    await withClient(url, async (client) => {
      const of = run.options.merchants
      await fill(client, { from: 1, to: size, merchants: of, status: 'SUCCESS', callbackUrl: NOWHERE })
      await settle(client)
    })
    await withGateway(run, { url }, merchants, (gateway, tokens) =>
      withGrown(run, larger, [...ready, { size, gateway, tokens, measured: [] }], work),
    )
  })
}
