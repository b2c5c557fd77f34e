/** Reads: `GET /payins/{id}` of random payins in a big table, compared with the smallest answer of the same server. */
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
const AT_HAND = 100_000

/**
 * Reads of random filled payins. Their IDs are computed before the measurement: computing two digests for each request
 * took 3 µs of the load generator's 20, on the cores that it shares with what it measures, and `/health/live` needs
 * none.
 *
 * @param rows how many were filled
 * @param tokenOf by number of the merchant, of whom there are `merchants`
 * @returns the text of the next request
 */
export function readsOf(
  rows: number,
  merchants: number,
): (tokenOf: (merchant: number) => string | undefined) => string {
  const places = Array.from({ length: Math.min(rows, AT_HAND) }, () => {
    const number = 1 + Math.floor(Math.random() * rows)
    return { id: filledPayment(number, merchants).id, merchant: number % merchants }
  })
  return (tokenOf) => {
    const place = places[Math.floor(Math.random() * places.length)]
    return requestText('GET', `/payins/${place?.id}`, tokenOf(place?.merchant ?? 0))
  }
}

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
      const read = readsOf(rows, of)
      const next = () => read((merchant) => tokens[merchant])
      for (const each of [next, health]) await warmUpBy(gateway, 200, each)
      const live: Measured[] = []
      const ours: Measured[] = []
      for (let round = 0; round < rounds; round++) {
        ours.push(await load(next))
        live.push(await load(health))
      }
      const base = { part: 'reads', engine: 'PostgreSQL', connections: CONNECTIONS, rows } as const
      const [us, least] = [medianOf(ours), medianOf(live)]
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
