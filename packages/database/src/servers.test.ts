import { describe, expect, it } from 'vitest'
import type { DatabaseUse } from './database-url.ts'
import { unavailableFailure } from './failures.ts'
import { requireWanted, type ServerAttempt, type ServerState, Servers, whyUnwanted } from './servers.ts'

const PRIMARY: ServerState = { standby: false, read_only: false }
const STANDBY: ServerState = { standby: true, read_only: true }
const READ_ONLY: ServerState = { standby: false, read_only: true }

/** Servers by name, of which those without a state do not answer. */
const network = (states: Record<string, ServerState | undefined>) => {
  const tried: string[] = []
  const open = async ({ name, wanted }: ServerAttempt) => {
    tried.push(name)
    const state = states[name]
    if (state === undefined) throw unavailableFailure('ECONNREFUSED')
    requireWanted(wanted, [state])
    return name
  }
  return { states, tried, open }
}

const of = (text = 'postgres://u:s3cr3t@a:1,b:2,c:3/x', use: DatabaseUse = 'primary') =>
  new Servers(text, use)

describe('the servers of a URL', () => {
  it('are tried in order until one is the primary', async () => {
    const { open, tried } = network({ 'b:2': STANDBY, 'c:3': PRIMARY })
    expect(await of().connect(open)).toBe('c:3')
    expect(tried).toEqual(['a:1', 'b:2', 'c:3'])
  })

  it('are tried from the one that was used last, so that one that is gone costs its time once', async () => {
    const { open, tried } = network({ 'c:3': PRIMARY })
    const servers = of()
    for (const _ of [1, 2, 3]) await servers.connect(open)
    expect(tried).toEqual(['a:1', 'b:2', 'c:3', 'c:3', 'c:3'])
  })

  it('are followed when another becomes the primary, and back', async () => {
    const { open, states } = network({ 'a:1': PRIMARY, 'b:2': STANDBY })
    const servers = of()
    expect(await servers.connect(open)).toBe('a:1')
    Object.assign(states, { 'a:1': undefined, 'b:2': PRIMARY })
    expect(await servers.connect(open)).toBe('b:2')
    Object.assign(states, { 'a:1': PRIMARY, 'b:2': STANDBY })
    expect(await servers.connect(open)).toBe('a:1')
  })

  it('are each named with the reason if none can be used, without the password', async () => {
    const { open } = network({ 'b:2': STANDBY, 'c:3': READ_ONLY })
    await expect(of().connect(open)).rejects.toMatchObject({
      kind: 'UNAVAILABLE',
      message:
        'the database is not available: none of its servers can be used (a:1: ECONNREFUSED; b:2: it is a standby; c:3: it is read-only)',
    })
  })

  it('have a shorter time each if there are several, unless the URL says it', async () => {
    const timeOf = async (text: string) =>
      new Servers(text, 'primary').connect(async ({ connectTimeoutMs }) => connectTimeoutMs)
    expect(await timeOf('postgres://a/x')).toBe(5_000)
    expect(await timeOf('postgres://a,b/x')).toBe(2_000)
    expect(await timeOf('postgres://a,b/x?connect_timeout=7')).toBe(7_000)
  })

  it('do not hide a bug', async () => {
    await expect(of().connect(() => Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug')
  })
})

describe('a replica', () => {
  const REPLICA = 'postgres://u:p@a:1,b:2/x'

  it('is a standby if there is one', async () => {
    const { open } = network({ 'a:1': PRIMARY, 'b:2': STANDBY })
    expect(await of(REPLICA, 'replica').connect(open)).toBe('b:2')
  })

  it('is never the primary', async () => {
    const { open } = network({ 'a:1': PRIMARY })
    await expect(of(REPLICA, 'replica').connect(open)).rejects.toThrow('a:1: it is a primary')
  })
})

it.each([
  ['any', [true, true, true]],
  ['read-write', [true, false, false]],
  ['primary', [true, false, true]],
  ['standby', [false, true, false]],
] as const)('%s accepts a primary, a standby and a read-only primary as libpq does', (wanted, accepted) => {
  const states = [PRIMARY, STANDBY, READ_ONLY]
  expect(states.map((state) => whyUnwanted(wanted, state) === undefined)).toEqual(accepted)
})
