/** Growth: creates, and the search for what is due, over tables of closed payins that grow. */
import { fill, settle } from './fill.ts'
import { type Measured, medianOf } from './load.ts'
import { withClient } from './postgres-server.ts'
import { compare, measureCreates, NOWHERE, onPostgres, type Run, tell, withGateway } from './run.ts'

const CONNECTIONS = 64

export async function growth(run: Run): Promise<void> {
  const { sizes, rounds, merchants: of } = run.options
  await onPostgres(run, async (url, merchants) => {
    let filled = 0
    let first: Measured | undefined
    for (const size of [...sizes].sort((a, b) => a - b)) {
      run.say(`growth: filling to ${size}`)
      await withClient(url, async (client) => {
        await fill(client, {
          from: filled + 1,
          to: size,
          merchants: of,
          status: 'SUCCESS',
          callbackUrl: NOWHERE,
        })
        await settle(client)
      })
      filled = size
      await withGateway(run, { url }, merchants, async (gateway, tokens) => {
        const measured: Measured[] = []
        for (let round = 0; round < rounds; round++) {
          measured.push(await measureCreates(run, gateway, tokens, CONNECTIONS))
        }
        const now = medianOf(measured)
        first ??= now
        const line = { part: 'growth', engine: 'PostgreSQL', connections: CONNECTIONS, rows: size } as const
        tell(run, { ...line, what: 'POST /payins/{id}', measured: now })
        compare(run, {
          what: `creates at ${size.toLocaleString('en')} rows ÷ at ${Math.min(...sizes).toLocaleString('en')}`,
          value: now.perSecond / first.perSecond,
          target: size >= 10_000_000 ? { atLeast: 0.85 } : undefined,
        })
      })
    }
  })
}
