/**
 * `node deploy/pgbouncer/try.ts`: PgBouncer of this Debian in front of a PostgreSQL of its own, in each of its modes. The gateway's
 * connections must work in session mode and be refused in the others. Ends with 1 if one behaves otherwise.
 */
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@sluice/core/foundation/free-port.fixture.ts'
import { UnsuitablePooler } from '@sluice/database/pooler.ts'
import { connectPostgres } from '@sluice/database/postgres.ts'
import { realTimers, silentLog, startPostgres } from '@sluice/database/testing.ts'
import { start, unpackDebian, until } from '../debian.ts'

const NOBODY = 65_534

const folder = mkdtempSync(join(tmpdir(), 'sluice-pgbouncer-'))
const { program, env } = unpackDebian(folder, ['pgbouncer', 'libc-ares2'])
const server = await startPostgres()
const { hostname, port: serverPort, username, password } = new URL(server.url)

/** What becomes of a gateway's connections. */
async function outcomeOf(mode: string): Promise<string> {
  const port = await freePort()
  const settings = join(folder, `${mode}.ini`)
  const users = join(folder, 'users')
  writeFileSync(users, `"${username}" "${password}"\n`)
  writeFileSync(
    settings,
    `[databases]
postgres = host=${hostname} port=${serverPort} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = ${mode}
`,
  )
  for (const file of [users, settings]) {
    chmodSync(file, 0o600)
    if (process.getuid?.() === 0) chownSync(file, NOBODY, NOBODY)
  }
  const uid = process.getuid?.() === 0 ? NOBODY : undefined
  const pooler = start(program('usr/sbin/pgbouncer'), [settings], { env, log: join(folder, 'log'), uid })
  const url = server.url.replace(`:${serverPort}/`, `:${port}/`)
  const connect = () => connectPostgres({ url, log: silentLog, timers: realTimers })
  let outcome = ''
  try {
    await until('PgBouncer answers', async () => {
      try {
        outcome = await worksWith(connect)
      } catch (error) {
        if (!(error instanceof UnsuitablePooler)) throw error
        outcome = error.message
      }
      return true
    })
  } finally {
    await pooler.stop('SIGKILL')
  }
  return outcome
}

async function worksWith(connect: () => ReturnType<typeof connectPostgres>): Promise<string> {
  const database = await connect()
  const noticed: string[] = []
  const end = database.notices?.listen({ received: (text) => noticed.push(text), missed: () => undefined })
  const one = { statement: { name: 'one', text: 'select 1 as one' }, values: [] }
  try {
    for (const _ of [1, 2, 3]) await database.batch([one, one])
    await until('a notice arrives', async () => {
      await database.notices?.send(['hello'])
      return noticed.length > 0
    })
    return 'works: prepared statements, transactions and notices'
  } finally {
    await end?.()
    await database.close()
  }
}

const EXPECTED = [
  ['session', /^works/],
  ['transaction', /transaction mode/],
  ['statement', /statement mode/],
] as const

try {
  for (const [mode, expected] of EXPECTED) {
    const outcome = await outcomeOf(mode)
    process.stdout.write(`${mode}: ${outcome}\n`)
    if (!expected.test(outcome)) process.exitCode = 1
  }
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
