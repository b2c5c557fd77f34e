/** What every start waits for, read from import lines: packages that only some gateways use are read when they are used. */
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'

const PACKAGES = join(import.meta.dirname, '../../..')
/** The last three are loaded by the others with every `serve` on the embedded database. */
const BEGINNINGS = [
  'cli/src/command.ts',
  'cli/src/serve.ts',
  'gateway/src/http/logging.ts',
  'gateway/src/server/serve.ts',
  'gateway/src/server/node.ts',
]

/** Of values, and on one line or several; types are read by nobody at run time. */
const IMPORT = /^(?:import|export)\s(?!type\b)([^'"]*?)\bfrom\s+'([^']+)'|^import\s+'([^']+)'/gm
const ONLY_TYPES = /^\{\s*(?:type\s[^,}]+,?\s*)+\}$/

function imported(path: string): readonly string[] {
  const text = readFileSync(join(PACKAGES, path), 'utf8')
  return [...text.matchAll(IMPORT)]
    .filter(([, names = '']) => !ONLY_TYPES.test(names.trim()))
    .map(([, , from, bare]) => from ?? bare ?? '')
}

function packagesOf(beginnings: readonly string[]): readonly string[] {
  const seen = new Set(beginnings)
  const packages = new Set<string>()
  for (const path of seen) {
    for (const name of imported(path)) {
      const own = /^@sluice\/([^/]+)\/(.*)$/.exec(name)
      if (own) seen.add(`${own[1]}/src/${own[2]}`)
      else if (name.startsWith('.')) {
        if (name.endsWith('.ts')) seen.add(normalize(join(dirname(path), name)))
      } else if (!name.startsWith('node:')) packages.add(name.replace(/^stdnum\/.*/, 'stdnum/…'))
    }
  }
  return [...packages].sort()
}

it('a start reads these packages and no others', () => {
  expect(packagesOf(BEGINNINGS)).toEqual([
    '@fastify/static',
    'clabe-validator',
    'commander',
    'fastify',
    'ipaddr.js',
    'otpauth',
    'pino',
    'proper-lockfile',
    're2js',
    'standardwebhooks',
    'stdnum/…',
    'typebox',
    'typebox/schema',
  ])
})
