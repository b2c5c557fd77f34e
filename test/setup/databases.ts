/**
 * What the tests of one run share: one PostgreSQL, and one image that embedded databases start from. Each is made when the
 * first test asks for it, so a run that needs none pays nothing, and gone when the run is over.
 * Test files run in processes of their own, so they ask through a socket on 127.0.0.1: see `shared.ts`.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { makeEmbeddedImage, startPostgres, type TestPostgres } from '../../src/database/testing.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The port where `postgres` is answered with the server's URL and `image` with the path of the image. */
    databasesDoor: number
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let postgres: Promise<TestPostgres> | undefined
  let image: Promise<string> | undefined
  const folder = await mkdtemp(join(tmpdir(), 'sluice-tests-'))

  const makeImage = async (): Promise<string> => {
    const path = join(folder, 'embedded.tar')
    await writeFile(path, await makeEmbeddedImage())
    return path
  }

  const answerTo = async (question: string): Promise<string> => {
    if (question === 'postgres') {
      postgres ??= startPostgres()
      return (await postgres).url
    }
    image ??= makeImage()
    return image
  }

  const door = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (question) => {
      answerTo(question.toString()).then(
        (answer) => socket.end(answer),
        (error: unknown) => socket.end(`failed: ${String(error)}`),
      )
    })
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  const address = door.address()
  if (address === null || typeof address === 'string') throw new Error('no port for the tests to ask at')
  project.provide('databasesDoor', address.port)
  return async () => {
    door.close()
    await (await postgres)?.stop()
    await image
    await rm(folder, { recursive: true, force: true })
  }
}
