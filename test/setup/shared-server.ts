/**
 * The resources that the tests of one run share: one PostgreSQL, the images that embedded databases start from, a data folder that a
 * gateway has served, and a browser. Each is made when the first test requests it, so a run that needs none pays nothing, and is removed at
 * the end of the run. Test files run in separate threads and processes, so they connect through a socket on 127.0.0.1: see `shared.ts`.
 */
import { statSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PreparedKind } from '@sluice/database/embedded-prepared.ts'
import { cluster } from '@sluice/database/prepared-making.ts'
import { startPostgres, type TestPostgres } from '@sluice/database/testing.ts'
import type { BrowserServer } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { startGateway } from '../processes/gateway.ts'
import { youngestMs } from './youngest.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The port of the server that answers `postgres` and `browser` with an address, and `served` or the kind of an image with a path. */
    sharedAccess: number
  }
}

const SRC = fileURLToPath(new URL('../../packages/gateway/src', import.meta.url))
const OPERATIONS = fileURLToPath(new URL('../../packages/cli/dist/admin-operations.json', import.meta.url))

/**
 * Regenerates the command's list of API operations from the sources: its tests would otherwise read the file of the last install or check.
 */
async function refreshOperations(): Promise<void> {
  const written = statSync(OPERATIONS, { throwIfNoEntry: false })
  if (written && written.mtimeMs > youngestMs(SRC)) return
  const { writeOperations } = await import('sluice/operations-file.ts')
  writeOperations()
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await refreshOperations()
  let postgres: Promise<TestPostgres> | undefined
  let served: Promise<string> | undefined
  let browser: Promise<BrowserServer> | undefined
  const images = new Map<PreparedKind, Promise<string>>()
  const folder = await mkdtemp(join(tmpdir(), 'sluice-tests-'))

  const makeImage = async (kind: PreparedKind): Promise<string> => {
    const path = join(folder, `${kind}.tar`)
    await writeFile(path, await cluster(kind))
    return path
  }

  const serveOnce = async (): Promise<string> => {
    const path = join(folder, 'served')
    await mkdir(path)
    const gateway = await startGateway(path)
    await gateway.stop('SIGTERM')
    return gateway.dataDir
  }

  const browserOnPages = async (): Promise<BrowserServer> => {
    // Loaded only if a test opens a page.
    const [{ buildPages }, { launchBrowser }] = await Promise.all([
      import('../browser/build-pages.ts'),
      import('../browser/chromium.ts'),
    ])
    await buildPages()
    return launchBrowser()
  }

  const answerTo = async (question: string): Promise<string> => {
    if (question === 'postgres') {
      postgres ??= startPostgres()
      return (await postgres).url
    }
    if (question === 'browser') {
      browser ??= browserOnPages()
      return (await browser).wsEndpoint()
    }
    if (question === 'served') {
      served ??= serveOnce()
      return served
    }
    const kind: PreparedKind = question === 'empty' ? 'empty' : 'migrated'
    const image = images.get(kind) ?? makeImage(kind)
    images.set(kind, image)
    return image
  }

  const access = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (question) => {
      answerTo(question.toString()).then(
        (answer) => socket.end(answer),
        (error: unknown) => socket.end(`failed: ${String(error)}`),
      )
    })
  })
  await new Promise<void>((resolve) => access.listen(0, '127.0.0.1', resolve))
  const address = access.address()
  if (address === null || typeof address === 'string') throw new Error('no port for the tests to ask at')
  project.provide('sharedAccess', address.port)
  return async () => {
    access.close()
    await (await postgres)?.stop()
    await (await browser?.catch(() => undefined))?.close()
    await Promise.allSettled([...images.values(), served])
    await rm(folder, { recursive: true, force: true })
  }
}
