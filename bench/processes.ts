/**
 * Creates by one gateway of several processes and by one of a single process, in turn on the same database. More
 * processes are faster as long as neither PostgreSQL nor the load generator lacks a core. On two shared cores there is
 * no gain, and the cost of more processes shows in the CPU of a create.
 */
import { availableParallelism } from 'node:os'
import type { Gateway, GatewaySettings } from './gateway.ts'
import { type Measured, medianOf } from './load.ts'
import { compare, measureCreates, onPostgres, type Run, tell, withGateway } from './run.ts'

const CONNECTIONS = 64

export async function processes(run: Run): Promise<void> {
  for (let count = 2; count <= Math.max(2, availableParallelism()); count *= 2) await besideOne(run, count)
}

async function besideOne(run: Run, count: number): Promise<void> {
  const settings = (number: number): Partial<GatewaySettings> => ({
    environment: { SLUICE_PROCESSES: String(number) },
  })
  await onPostgres(run, (url, merchants) =>
    withGateway(
      run,
      { url },
      merchants,
      (one, tokens) =>
        withGateway(
          run,
          { url },
          merchants,
          async (several) => {
            const measured = await inTurn(run, [one, several], tokens)
            for (const [index, number] of [1, count].entries()) {
              const what = `POST /payins/{id}, processes: ${number}`
              const side = measured[index]
              if (side)
                tell(run, {
                  part: 'processes',
                  what,
                  engine: 'PostgreSQL',
                  connections: CONNECTIONS,
                  rows: 0,
                  measured: side,
                })
            }
            const [alone, together] = measured
            if (alone === undefined || together === undefined) return
            const value = together.perSecond / alone.perSecond
            compare(run, { what: `creates by ${count} processes ÷ by one`, value, target: undefined })
          },
          settings(count),
        ),
      settings(1),
    ),
  )
}

async function inTurn(run: Run, gateways: readonly Gateway[], tokens: readonly string[]) {
  const rounds: Measured[][] = gateways.map(() => [])
  for (const gateway of gateways) await measureCreates(run, gateway, tokens, CONNECTIONS, { seconds: 3 })
  for (let round = 0; round < run.options.rounds; round++) {
    for (const [index, gateway] of gateways.entries())
      rounds[index]?.push(await measureCreates(run, gateway, tokens, CONNECTIONS))
  }
  return rounds.map(medianOf)
}
