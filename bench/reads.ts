/** Reads: `GET /payins/{id}` of any payin in a big table, against the least that the same server can answer. */
import { fill, filledPayment, settle } from './fill.ts'
import { requestText } from './http.ts'
import { type Measured, medianOf } from './load.ts'
import { withClient } from './postgres-server.ts'
import {
  compare,
  measureRequests,
  NOWHERE,
  onPostgres,
  type Run,
  tell,
  warmUpBy,
  withGateway,
} from './run.ts'

const CONNECTIONS = 64

export async function reads(run: Run): Promise<void> {
  const { readRows: rows, rounds, merchants: of } = run.options
  await onPostgres(run, async (url, merchants) => {
    await withClient(url, async (client) => {
      await fill(client, { from: 1, to: rows, merchants: of, status: 'SUCCESS', callbackUrl: NOWHERE })
      await settle(client)
    })
    await withGateway(run, { url }, merchants, async (gateway, tokens) => {
      const load = (request: () => string): Promise<Measured> =>
        measureRequests(run, gateway, CONNECTIONS, 200, request)
      const health = () => requestText('GET', '/health/live')
      const next = (): string => {
        const number = 1 + Math.floor(Math.random() * rows)
        const { id } = filledPayment(number, of)
        return requestText('GET', `/payins/${id}`, tokens[number % of])
      }
      for (const each of [next, health]) await warmUpBy(gateway, 200, each)
      const live: Measured[] = []
      const read: Measured[] = []
      for (let round = 0; round < rounds; round++) {
        read.push(await load(next))
        live.push(await load(health))
      }
      const base = { part: 'reads', engine: 'PostgreSQL', connections: CONNECTIONS, rows } as const
      const [us, least] = [medianOf(read), medianOf(live)]
      tell(run, { ...base, what: 'GET /payins/{id}', measured: us })
      tell(run, { ...base, what: 'GET /health/live', measured: least })
      compare(run, {
        what: 'reads ÷ /health/live at 64',
        value: us.perSecond / least.perSecond,
        target: { atLeast: 0.5 },
      })
    })
  })
}
