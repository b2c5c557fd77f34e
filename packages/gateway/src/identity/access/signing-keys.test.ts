import { sign, verify } from 'node:crypto'
import type { Timers } from '@sluice/core/foundation/deps.ts'
import { asDescribed, type Database, type Row, type SqlStatement, type Value } from '@sluice/database/port.ts'
import { describe, expect, it } from 'vitest'
import { CountedRandomness, RecordedLog, TestClock } from '../../http/http.fixture.ts'
import { type MasterKey, masterKeyFrom } from './secrets.ts'
import { type KeyPurpose, SigningKeys } from './signing-keys.ts'

/** One table, enough of SQL for three statements. */
class KeyTable implements Database {
  readonly engine = 'embedded'
  readonly writeSlots = 1
  readonly rows: Record<string, unknown>[] = []
  failing = false
  run: Database['run'] = async (statement, values) => asDescribed(this.#answer(statement, values))
  #answer({ name }: SqlStatement, values: readonly Value[]): readonly Row[] {
    if (this.failing) throw new Error('away')
    const [first, second, third, fourth, fifth] = values
    if (name === 'signing_key_insert' && !this.rows.some((row) => row.kid === first)) {
      this.rows.push({
        kid: first,
        purpose: second,
        public_jwk: JSON.parse(String(third)),
        private_encrypted: fourth,
        created_at: Date.parse(String(fifth)),
        retired_at: null,
        ended_at: null,
      })
    }
    if (name === 'signing_key_retire') {
      for (const row of this.rows) {
        if (row.purpose === first && row.kid !== second) row.retired_at ??= Date.parse(String(third))
      }
    }
    if (name === 'signing_key_end') {
      const ended = this.rows.filter((row) => row.kid === first && row.ended_at === null)
      for (const row of ended) row.ended_at = Date.parse(String(second))
      return ended
    }
    if (name === 'signing_key_numbers') return this.rows.filter((row) => row.purpose === first)
    if (name !== 'signing_key_select') return []
    return this.rows.filter((row) => row.purpose === first && row.ended_at === null)
  }
  batch: Database['batch'] = async (calls) =>
    asDescribed(calls.map(({ statement, values }) => this.#answer(statement, values)))
  transact: Database['transact'] = async (reads, decide) => {
    const { calls, outcome } = decide(await this.batch(reads))
    await this.batch(calls)
    return outcome
  }
  ping = async () => true
  close = async () => {}
}

class HandTimers implements Timers {
  readonly waiting: (() => void)[] = []
  after(_delayMs: number, action: () => void) {
    this.waiting.push(action)
    return () => {}
  }
  soon = (action: () => void) => action()
}

function node(
  table: KeyTable,
  clock: TestClock,
  options: { masterKey?: MasterKey; purpose?: KeyPurpose } = {},
) {
  const timers = new HandTimers()
  const deps = { clock, timers, randomness: new CountedRandomness(), log: new RecordedLog() }
  const masterKey = options.masterKey ?? masterKeyFrom(new Uint8Array(32).fill(1))
  const keys = new SigningKeys({ database: table, deps, masterKey, purpose: options.purpose ?? 'token' })
  return { keys, timers }
}

const ELEVEN_MINUTES_MS = 660_000
const DAY_MS = 86_400_000

describe('the signing keys', () => {
  it('are made once, though two nodes start at the same moment', async () => {
    const table = new KeyTable()
    const clock = new TestClock()
    const nodes = [node(table, clock), node(table, clock)]
    const rings = await Promise.all(nodes.map(({ keys }) => keys.load()))
    expect(table.rows).toHaveLength(1)
    expect(rings[0]?.jwks()).toEqual(rings[1]?.jwks())
  })

  it('come back after a restart', async () => {
    const table = new KeyTable()
    const clock = new TestClock()
    const before = (await node(table, clock).keys.load()).jwks()
    expect((await node(table, clock).keys.load()).jwks()).toEqual(before)
  })

  it('sign what the published key verifies', async () => {
    const clock = new TestClock()
    const ring = await node(new KeyTable(), clock).keys.load()
    const { kid, privateKey } = ring.current(clock.now())
    const publicKey = ring.find(kid)
    const text = Buffer.from('text')
    expect(publicKey !== undefined && verify(null, text, publicKey, sign(null, text, privateKey))).toBe(true)
  })

  it('are sealed: the table shows no private part, and another master key does not open them', async () => {
    const table = new KeyTable()
    await node(table, new TestClock()).keys.load()
    expect(JSON.stringify(table.rows)).not.toContain('"d"')
    const other = node(table, new TestClock(), { masterKey: masterKeyFrom(new Uint8Array(32).fill(2)) })
    await expect(other.keys.load()).rejects.toThrow('master key')
  })

  it('of tokens and of callbacks are apart', async () => {
    const table = new KeyTable()
    await node(table, new TestClock()).keys.load()
    const callback = await node(table, new TestClock(), { purpose: 'callback' }).keys.load()
    expect(callback.jwks().map((jwk) => jwk.kid)).toEqual(['callback-1'])
  })
})

describe('a rotated key', () => {
  it('signs only when every node has had time to read it', async () => {
    const clock = new TestClock()
    const { keys } = node(new KeyTable(), clock)
    const ring = await keys.load()
    await keys.rotate()
    expect(ring.current(clock.now()).kid).toBe('token-1')
    clock.advance(ELEVEN_MINUTES_MS)
    expect(ring.current(clock.now()).kid).toBe('token-2')
  })

  it('leaves the old one for as long as the longest token lives', async () => {
    const clock = new TestClock()
    const table = new KeyTable()
    const { keys } = node(table, clock)
    await keys.load()
    await keys.rotate()
    clock.advance(31 * DAY_MS)
    expect((await node(table, clock).keys.load()).find('token-1')).toBeDefined()
    clock.advance(2 * DAY_MS)
    expect((await node(table, clock).keys.load()).find('token-1')).toBeUndefined()
  })

  it('is not followed by another before it signs', async () => {
    const clock = new TestClock()
    const table = new KeyTable()
    const { keys } = node(table, clock)
    await keys.load()
    expect(await keys.rotate()).toEqual({ ok: true, value: 'token-2' })
    expect(await keys.rotate()).toEqual({ ok: false, failure: 'NOT_YET' })
    clock.advance(ELEVEN_MINUTES_MS)
    expect(await keys.rotate()).toEqual({ ok: true, value: 'token-3' })
  })

  it('can be ended once the next has signed for as long as timestamps reach back, and not before', async () => {
    const clock = new TestClock()
    const { keys } = node(new KeyTable(), clock)
    const ring = await keys.load()
    expect(await keys.retire('token-1')).toMatchObject({ failure: 'STILL_SIGNS' })
    await keys.rotate()
    clock.advance(ELEVEN_MINUTES_MS)
    expect(await keys.retire('token-1')).toMatchObject({ failure: 'STILL_SIGNS' })
    expect(await keys.retire('token-2')).toMatchObject({ failure: 'STILL_SIGNS' })
    clock.advance(ELEVEN_MINUTES_MS)
    const both = await Promise.all([keys.retire('token-1'), keys.retire('token-1')])
    expect(both).toEqual([
      { ok: true, value: undefined },
      { ok: false, failure: 'NOT_FOUND' },
    ])
    expect(ring.find('token-1')).toBeUndefined()
    expect(ring.jwks().map(({ kid }) => kid)).toEqual(['token-2'])
    expect(await keys.retire('token-1')).toMatchObject({ failure: 'NOT_FOUND' })
  })

  it('reaches the other nodes by themselves', async () => {
    const clock = new TestClock()
    const table = new KeyTable()
    const [here, there] = [node(table, clock), node(table, clock)]
    await here.keys.load()
    const ring = await there.keys.load()
    there.keys.keepFresh()
    await here.keys.rotate()
    there.timers.waiting[0]?.()
    await new Promise(setImmediate)
    expect(ring.find('token-2')).toBeDefined()
  })

  it('that cannot be read leaves the keys as they are, and is tried again', async () => {
    const table = new KeyTable()
    const { keys, timers } = node(table, new TestClock())
    const ring = await keys.load()
    keys.keepFresh()
    table.failing = true
    timers.waiting[0]?.()
    await new Promise(setImmediate)
    expect(ring.find('token-1')).toBeDefined()
    expect(timers.waiting).toHaveLength(2)
  })
})
