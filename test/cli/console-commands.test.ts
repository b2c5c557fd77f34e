/** What the console shows as “Command line” is run here: each command asks just what its screen asks. */
import { execFileSync } from 'node:child_process'
import { type CommandFacts, commandWords, shellLine } from '@sluice/console/command-line.ts'
import { addressOf } from '@sluice/ui-kit/http.ts'
import { type AdminOperation, OPERATIONS } from 'sluice/admin-operations.ts'
import { describe, expect, it } from 'vitest'
import { commands } from '../../packages/console/made/commands.ts'
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

const SHOWN = Object.entries(commands())

function requestedOf(name: string, { takes, options, flags }: CommandFacts) {
  const all = [...takes, ...Object.keys(options), ...Object.keys(flags)]
  const operations: Readonly<Record<string, AdminOperation>> = OPERATIONS
  const { path, query } = operations[name] ?? {}
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
  it.each(SHOWN)('of %s asks what the screen asks', async (name, facts) => {
    const requested = requestedOf(name, facts)
    const words = commandWords(facts, requested)
    expect(words).toBeDefined()
    expect(await addressesRequestedBy(words ?? [])).toContain(
      sorted(`${name.split(' ')[0]} ${addressOf(name, requested)}`),
    )
  })

  it('is read by a shell word for word, whatever stands in it', () => {
    const words = SHOWN.flatMap(([name, facts]) => commandWords(facts, requestedOf(name, facts)) ?? [])
    const read = execFileSync('sh', ['-c', `printf '%s\\n' ${shellLine(words)}`], { encoding: 'utf8' })
    expect(read.trimEnd().split('\n')).toEqual(words)
  })

  it('is not shown where none asks just this', () => {
    const { 'GET /admin/cases': facts } = commands()
    expect(facts).toBeDefined()
    if (!facts) return
    expect(commandWords(facts, { query: { open: 'false' } })).toBeUndefined()
    expect(commandWords(facts, { query: { nobody: 'knows' } })).toBeUndefined()
  })
})
