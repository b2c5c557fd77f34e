/**
 * `npm run test:citus -- --url postgres://…`: checks whether a Citus cluster is ready for the gateway, and prints what is
 * missing. The URL is of the coordinator. It exits with 1 if the cluster cannot be used.
 */
import { parseArgs } from 'node:util'
import { realTimers, silentLog } from '@sluice/core/foundation/real-deps.ts'
import { citusProblems } from '@sluice/database/citus-check.ts'
import { type CitusFacts, readCitus } from '@sluice/database/citus-facts.ts'
import { DatabaseFailure } from '@sluice/database/port.ts'
import { connectPostgres } from '@sluice/database/postgres.ts'

const USAGE = `npm run test:citus -- --url postgres://user:password@host:port/database

Checks a Citus cluster: versions, metadata on all nodes, maintenance daemons and settings.

  --url URL   of the coordinator's database
  --help      prints this`

/** Citus waits up to 30 s for each node that cannot be reached. */
const NODES_ANSWER_WITHIN_MS = 120_000

class Refusal extends Error {}

function urlOf(args: readonly string[]): string | undefined {
  const { values } = readArguments(args)
  if (values.help) return undefined
  if (values.url === undefined) throw new Refusal(`--url is missing\n\n${USAGE}`)
  if (!/^postgres(ql)?:\/\//.test(values.url) || !URL.canParse(values.url))
    throw new Refusal('--url must look like postgres://user:password@host:port/database')
  return values.url
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { url: { type: 'string' }, help: { type: 'boolean' } },
    })
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  }
}

async function factsOf(url: string): Promise<CitusFacts> {
  const options = { url, log: silentLog, timers: realTimers, statementTimeoutMs: NODES_ANSWER_WITHIN_MS }
  try {
    const database = await connectPostgres(options)
    return await readCitus(database).finally(() => database.close())
  } catch (error) {
    if (error instanceof DatabaseFailure) throw new Refusal(error.message)
    throw error
  }
}

const pad = (version: number): string => `${Math.floor(version / 10_000)}.${version % 10_000}`

/** @returns the status to exit with */
async function check(url: string): Promise<number> {
  const facts = await factsOf(url)
  const problems = citusProblems(facts)
  const found = [`PostgreSQL ${pad(facts.postgres)}, Citus ${facts.citus ?? 'not installed'}`]
  for (const { host, port, isCoordinator } of facts.nodes)
    found.push(`  ${isCoordinator ? 'coordinator' : 'worker'} ${host}:${port}`)
  for (const { isFatal, detail, remedy } of problems)
    found.push(`${isFatal ? 'must be fixed' : 'warning'}: ${detail}\n  ${remedy}`)
  if (problems.length === 0) found.push('The cluster is ready.')
  process.stdout.write(`${found.join('\n')}\n`)
  return problems.some(({ isFatal }) => isFatal) ? 1 : 0
}

try {
  const url = urlOf(process.argv.slice(2))
  if (url === undefined) process.stdout.write(`${USAGE}\n`)
  else process.exitCode = await check(url)
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
