import cluster from 'node:cluster'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { clusterProcesses } from './cluster-processes.ts'

const place = { number: 1, of: 1, nodeId: 'node', isFirst: true, port: undefined }

/** How a process ends that is started with this environment. */
const endOf = (env: NodeJS.ProcessEnv) =>
  new Promise<number | string>((resolve) => {
    clusterProcesses(env)(place, { said: () => undefined, ended: resolve })
  })

describe('a process that the system does not start', () => {
  afterEach(() => cluster.setupPrimary({ cwd: process.cwd() }))

  it('has ended, where the system says so at once', async () => {
    expect(await endOf({ ...process.env, MORE_THAN_FITS: 'x'.repeat(4_000_000) })).toBe('E2BIG')
  })

  it('has ended, where the system says so later', async () => {
    cluster.setupPrimary({ cwd: join(tmpdir(), 'no-such-folder-of-sluice') })
    expect(await endOf(process.env)).toBe('ENOENT')
  })
})
