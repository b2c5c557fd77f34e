/** The sources of everything that runs on the server, for tests that read them: by path from the root, without tests and fixtures. */
import { globSync } from 'node:fs'
import { ROOT } from '../../tools/docs.ts'

/** Packages that run on the server. */
export const SERVER_PACKAGES = [
  'core',
  'database',
  'evm',
  'pdf',
  'telemetry',
  'provider-kit',
  'providers',
  'gateway',
  'cli',
] as const

export const serverSources = (): readonly string[] =>
  globSync(`packages/{${SERVER_PACKAGES.join(',')}}/src/**/*.ts`, {
    cwd: ROOT,
    exclude: (path) => /\.(test|fixture|d)\.ts$/.test(path),
  }).sort()
