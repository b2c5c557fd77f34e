/** What the console shows as “Command line” is run here: each command asks just what its screen asks. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { OPERATIONS } from '../../src/cli/admin-operations.ts'
import { COMMANDS_OF_CONSOLE, consoleCommands } from '../../tools/console-commands.ts'
import { commandWords, type ShownOperation, shellLine } from '../../web/console/src/command-line.ts'
import { COMMANDS, type CommandFacts } from '../../web/console/src/commands.ts'
import { addressOf } from '../../web/kit/http.ts'
import { sluiceIn } from './in-process.ts'

/** What commands hold to a form; all else is text that a shell and an option reader could trip over. */
const FORMED: Readonly<Record<string, string>> = {
  kind: 'payin',
  limit: '20',
  olderThanHours: '4',
  open: 'true',
  isTest: 'true',
  unowned: 'true',
  overdue: 'true',
  sort: 'OLDEST',
  status: 'PENDING',
  merchantCode: 'SHOP-1',
  from: '2026-11-01',
  to: '2026-11-30',
  day: '2026-11-21',
  currencyCode: 'THB',
  paymentMethodCode: 'PROMPTPAY',
  file: '-',
}
const AWKWARD = "-it's 50% & “more”"

const isShown = (name: string): name is ShownOperation => Object.hasOwn(COMMANDS, name)
const SHOWN = Object.keys(COMMANDS).filter(isShown)

function requestedOf(name: ShownOperation) {
  const { takes, options, flags }: CommandFacts = COMMANDS[name]
  const all = [...takes, ...Object.keys(options), ...Object.keys(flags)]
  const { path, query } = OPERATIONS[name]
  const known = (each: string) => ({ ...path, ...query })[each]?.choices?.[0] ?? FORMED[each]
  const values = Object.fromEntries(all.map((each) => [each, known(each) ?? AWKWARD]))
  // A body that is a file is no part of the query.
  const inPath = new Set(['file', ...[...name.matchAll(/\{(\w+)\}/g)].map(([, part = '']) => part)])
  const part = (wanted: boolean) =>
    Object.fromEntries(Object.entries(values).filter(([each]) => inPath.has(each) === wanted))
  return { path: part(true), query: part(false) }
}

/** All that a command asks of a gateway. */
async function addressesRequestedBy(words: readonly string[]): Promise<readonly string[]> {
  const requested: string[] = []
  const env = { SLUICE_URL: 'http://127.0.0.1:8080', SLUICE_ADMIN_TOKEN: 'op_none' }
  const { stderr } = await sluiceIn('/', words, env, {
    fetch: async (input, init) => {
      const { pathname, search } = new URL(String(input))
      requested.push(`${init?.method ?? 'GET'} ${pathname}${search}`)
      return Response.json({ data: [], status: 'ok', state: 'fine', checks: [] })
    },
    readInput: () => new TextEncoder().encode('{}'),
  })
  return requested.length > 0 ? requested.map(sorted) : [stderr]
}

const sorted = (address: string): string => {
  const [path = '', query = ''] = address.split('?')
  const parts = [...new URLSearchParams(query)].map(([key, value]) => `${key}=${value}`)
  // In what form an answer is wanted is for whoever reads it.
  return `${path}?${parts
    .filter((each) => each !== 'format=json')
    .sort()
    .join('&')}`
}

describe('the command that a screen shows', () => {
  it.each(SHOWN)('of %s asks what the screen asks', async (name) => {
    const requested = requestedOf(name)
    const words = commandWords(name, requested)
    expect(words).toBeDefined()
    expect(await addressesRequestedBy(words ?? [])).toContain(
      sorted(`${name.split(' ')[0]} ${addressOf(name, requested)}`),
    )
  })

  it('is read by a shell word for word, whatever stands in it', () => {
    const words = SHOWN.flatMap((name) => commandWords(name, requestedOf(name)) ?? [])
    const read = execFileSync('sh', ['-c', `printf '%s\\n' ${shellLine(words)}`], { encoding: 'utf8' })
    expect(read.trimEnd().split('\n')).toEqual(words)
  })

  it('is not shown where none asks just this', () => {
    expect(commandWords('GET /admin/cases', { query: { open: 'false' } })).toBeUndefined()
    expect(commandWords('GET /admin/cases', { query: { nobody: 'knows' } })).toBeUndefined()
  })

  it('is as the commands are (npm run docs writes them)', () => {
    expect(consoleCommands()).toBe(readFileSync(COMMANDS_OF_CONSOLE, 'utf8'))
  })
})
