/**
 * The lower bound of the whole path: what fastify, JSON and the driver alone cost for the same requests, answers and
 * rows (`floor-server.ts`), measured in turn with the gateway. It shows which targets a server on this stack could
 * reach at all.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { measureFloor } from './creates.ts'
import { fill, newPayment, settle } from './fill.ts'
import { floorCreateOneRoundTrip } from './floor.ts'
import { payinBody } from './gateway.ts'
import { requestText } from './http.ts'
import { type Measured, median, medianOf } from './load.ts'
import { withClient } from './postgres-server.ts'
import { readsOf } from './reads.ts'
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

const READ_ROWS = 200_000
const PROGRAM = fileURLToPath(new URL('floor-server.ts', import.meta.url))
const HEALTH = requestText('GET', '/health/live')
const BODY = payinBody(NOWHERE)

interface Server {
  readonly port: number
  readonly pid: number | undefined
  /** As long as the gateway's; this server reads only the merchant from it. */
  token(merchant: number): string
}

export async function floorOverHttp(run: Run): Promise<void> {
  const { rounds, merchants: of } = run.options
  await onPostgres(run, (url, merchants) =>
    withGateway(run, { url }, merchants, (gateway, tokens) =>
      withFloor(url, async (floor) => {
        const length = tokens[0]?.length ?? 0
        const least: Server = { ...floor, token: (merchant) => `${'x'.repeat(length)}.BENCH-${1 + merchant}` }
        const ours: Server = { ...gateway, token: (merchant) => tokens[merchant] ?? '' }
        const sides = { gateway: ours, floor: least } as const
        const kept = new Map<string, Measured[]>()
        const keep = async (what: string, measuring: Promise<Measured>): Promise<void> => {
          kept.set(what, [...(kept.get(what) ?? []), await measuring])
        }
        const nextCreate = (server: Server) => () => {
          const { merchant, id } = newPayment(of)
          return requestText('POST', `/payins/${id}`, server.token(merchant), BODY)
        }
        const read = readsOf(READ_ROWS, of)
        const nextRead = (server: Server) => () => read((merchant) => server.token(merchant))
        const creates = (server: Server, connections: number) =>
          measureRequests(run, server, connections, 201, nextCreate(server))
        for (const server of Object.values(sides)) {
          await warmUpBy(server, 201, nextCreate(server))
          await warmUpBy(server, 200, () => HEALTH)
        }
        for (let round = 0; round < rounds; round++) {
          run.say(`floor: round ${round + 1} of ${rounds}`)
          for (const [name, server] of Object.entries(sides)) {
            await withClient(url, settle)
            await keep(`${name}: POST at 64`, creates(server, 64))
            await keep(`${name}: POST at 1`, creates(server, 1))
            await keep(
              `${name}: GET /health/live at 64`,
              measureRequests(run, server, 64, 200, () => HEALTH),
            )
          }
          await keep('bare driver in one trip at 1', measureFloor(run, url, 1, floorCreateOneRoundTrip))
        }
        await withClient(url, async (client) => {
          await fill(client, {
            from: 1,
            to: READ_ROWS,
            merchants: of,
            status: 'SUCCESS',
            callbackUrl: NOWHERE,
          })
          await settle(client)
        })
        for (const server of Object.values(sides)) await warmUpBy(server, 200, nextRead(server))
        for (let round = 0; round < rounds; round++) {
          for (const [name, server] of Object.entries(sides)) {
            await keep(
              `${name}: GET of a payin at 64`,
              measureRequests(run, server, 64, 200, nextRead(server)),
            )
          }
        }
        for (const [what, measured] of kept) {
          const connections = what.endsWith('at 1') ? 1 : 64
          tell(run, {
            part: 'floor',
            engine: 'PostgreSQL',
            connections,
            rows: 0,
            what,
            measured: medianOf(measured),
          })
        }
        compareAll(run, (what) => kept.get(what) ?? [])
      }),
    ),
  )
}

/**
 * The targets' ratios (`targets.ts`), for the gateway and for the minimal server beside the gateway's `/health/live`.
 */
function compareAll(run: Run, of: (what: string) => readonly Measured[]): void {
  const ratio = (one: string, other: string, total: (measured: Measured) => number): number =>
    median(
      of(one).flatMap((measured, round) => {
        const beside = of(other)[round]
        return beside ? [total(measured) / total(beside)] : []
      }),
    )
  const perSecond = (measured: Measured) => measured.perSecond
  const serverUs = ({ cpu }: Measured) => cpu.serverUs
  const health = 'gateway: GET /health/live at 64'
  for (const side of ['gateway', 'floor']) {
    const reported = (what: string, value: number) =>
      compare(run, { what: `${side}: ${what}`, value, target: undefined })
    reported("server's CPU: a create ÷ /health/live", ratio(`${side}: POST at 64`, health, serverUs))
    reported(
      'creates at 1 ÷ bare driver in one trip',
      ratio(`${side}: POST at 1`, 'bare driver in one trip at 1', perSecond),
    )
    reported('reads ÷ /health/live at 64', ratio(`${side}: GET of a payin at 64`, health, perSecond))
  }
}

async function withFloor<Outcome>(
  url: string,
  work: (floor: Pick<Server, 'port' | 'pid'>) => Promise<Outcome>,
): Promise<Outcome> {
  const child = spawn(process.execPath, [PROGRAM], {
    env: { PATH: process.env.PATH, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  try {
    const port = await new Promise<number>((resolve, reject) => {
      child.once('message', (message) => resolve(Number(message)))
      child.once('exit', (code) => reject(new Error(`the floor ended with ${code}`)))
    })
    return await work({ port, pid: child.pid })
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
}
