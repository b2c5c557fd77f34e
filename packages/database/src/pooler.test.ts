import { describe, expect, it } from 'vitest'
import { serverFailure } from './failures.ts'
import { type PoolMode, type Probed, poolModeOf, UnsuitablePooler } from './pooler.ts'
import type { Row } from './port.ts'

interface FakeOptions {
  readonly mode: PoolMode
  /** Processes of the server that are idle at first. */
  readonly idle?: number
  /** Hands them out in turn, as PgBouncer's `server_round_robin` does; otherwise the one that was used last. */
  readonly inTurn?: boolean
}

/** A server with a pooler in front of it. Its processes have the numbers 100, 101, …; the pooler greets with others. */
function pooler({ mode, idle = 1, inTurn = false }: FakeOptions) {
  let made = 100
  let greeted = 7_000
  const free: number[] = Array.from({ length: idle }, () => made++)
  let open = 0
  const take = () => free.shift() ?? made++
  const release = (pid: number) => (inTurn ? free.push(pid) : free.unshift(pid))
  const connect = async (): Promise<Probed> => {
    open += 1
    const kept = mode === 'none' || mode === 'session' ? take() : undefined
    let held: number | undefined
    let usable = true
    return {
      processId: mode === 'none' ? (kept ?? null) : ++greeted,
      get usable() {
        return usable
      },
      async run(): Promise<readonly Row[]> {
        const pid = kept ?? held ?? take()
        if (kept === undefined && held === undefined) release(pid)
        return [{ pid }]
      },
      async begin() {
        if (mode === 'statement') {
          usable = false
          throw serverFailure({ code: '08P01', severity: 'FATAL', message: '', constraint: undefined }, '')
        }
        held = kept ?? take()
        return [[{ pid: held }]]
      },
      async rollback() {
        if (kept === undefined && held !== undefined) release(held)
        held = undefined
      },
      async close() {
        open -= 1
      },
    }
  }
  return { connect, openConnections: () => open }
}

const modeOf = async (options: FakeOptions) => {
  const { connect } = pooler(options)
  return poolModeOf(await connect(), connect)
}

describe('the mode of a pooler', () => {
  it.each([
    { mode: 'none' },
    { mode: 'session' },
    { mode: 'session', idle: 20 },
    { mode: 'transaction' },
    { mode: 'transaction', idle: 20 },
    { mode: 'transaction', inTurn: true },
    { mode: 'transaction', idle: 2, inTurn: true },
    { mode: 'transaction', idle: 20, inTurn: true },
    { mode: 'statement' },
  ] as const)('is found out: %j', async (options) => {
    expect(await modeOf(options)).toBe(options.mode)
  })

  it('is looked for with a second connection, which is closed again', async () => {
    for (const mode of ['session', 'transaction', 'statement'] as const) {
      const { connect, openConnections } = pooler({ mode })
      await poolModeOf(await connect(), connect)
      expect(openConnections()).toBe(1)
    }
  })

  it('costs one statement where there is no pooler', async () => {
    const { connect, openConnections } = pooler({ mode: 'none' })
    let more = 0
    await poolModeOf(await connect(), () => {
      more += 1
      return connect()
    })
    expect([more, openConnections()]).toEqual([0, 1])
  })
})

it('is refused with the setting to change', () => {
  const refused = new UnsuitablePooler('transaction')
  expect(refused).toMatchObject({ kind: 'UNAVAILABLE', message: expect.stringContaining('transaction mode') })
  expect(refused.remedy).toContain('pool_mode = session')
})
