/** Memory: the server's heap after a full garbage collection, repeatedly under a long load of creates. */
import { compare, measureCreates, onPostgres, type Run, tell, withGateway } from './run.ts'

const CONNECTIONS = 64
const SAMPLES = 6
const MIB = 2 ** 20

export async function memory(run: Run): Promise<void> {
  const seconds = Math.ceil(run.options.memorySeconds / SAMPLES)
  await onPostgres(run, (url, merchants) =>
    withGateway(run, { url }, merchants, async (gateway, tokens) => {
      // Cached merchants and tokens, and compiled code, exist after the first load.
      await measureCreates(run, gateway, tokens, CONNECTIONS, { seconds })
      const first = await gateway.memory()
      let last = first
      for (let sample = 1; sample <= SAMPLES; sample++) {
        const measured = await measureCreates(run, gateway, tokens, CONNECTIONS, { seconds })
        last = await gateway.memory()
        const heap = `${(last.heapUsed / MIB).toFixed(1)} MiB heap, ${(last.rss / MIB).toFixed(0)} MiB resident`
        tell(run, {
          part: 'memory',
          what: `after load ${sample}: ${heap}`,
          engine: 'PostgreSQL',
          connections: CONNECTIONS,
          rows: 0,
          measured,
        })
      }
      const growth = (last.heapUsed - first.heapUsed) / first.heapUsed
      compare(run, {
        what: 'heap after the last load ÷ after the first',
        value: 1 + growth,
        target: { atMost: 1.1 },
      })
    }),
  )
}
