/**
 * One PostgreSQL for the whole test run, started when the first test asks for it: a run that needs none pays nothing.
 * Test files run in threads or processes of their own, so they ask through a socket on 127.0.0.1.
 */
import { createServer } from 'node:net'
import type { TestProject } from 'vitest/node'
import { startPostgres, type TestPostgres } from '../../src/database/testing.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The port that answers with the server's URL: see `postgres-url.ts`. */
    postgresDoor: number
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<TestPostgres> | undefined
  const door = createServer((socket) => {
    socket.on('error', () => undefined)
    started ??= startPostgres()
    started.then(
      ({ url }) => socket.end(url),
      (error: unknown) => socket.end(`failed: ${String(error)}`),
    )
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  const address = door.address()
  if (address === null || typeof address === 'string') throw new Error('no port for the tests to ask at')
  project.provide('postgresDoor', address.port)
  return async () => {
    door.close()
    await (await started)?.stop()
  }
}
