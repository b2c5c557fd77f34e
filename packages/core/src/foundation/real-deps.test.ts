import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { logFrom, realDeps, realRandomness, realTimers, silentLog } from './real-deps.ts'
import { simulatedDeps } from './simulated-deps.ts'

describe('the real deps', () => {
  it('tell the time in whole milliseconds', () => {
    const { clock } = realDeps({ network: simulatedDeps(1).network })
    expect(Number.isInteger(clock.now())).toBe(true)
  })

  it('run a timer once, and a cancelled one never', async () => {
    const ran: string[] = []
    const cancel = realTimers.after(0, () => ran.push('cancelled'))
    cancel()
    cancel()
    await new Promise<void>((resolve) => {
      const keepAlive = setTimeout(() => {}, 5000)
      realTimers.after(1, () => {
        clearTimeout(keepAlive)
        ran.push('ran')
        resolve()
      })
    })
    expect(ran).toEqual(['ran'])
  })

  it('do not fire at once for a wait longer than setTimeout can count', async () => {
    let ran = false
    const cancel = realTimers.after(2 ** 31 + 1000, () => {
      ran = true
    })
    await new Promise((resolve) => setTimeout(resolve, 10))
    cancel()
    expect(ran).toBe(false)
  })

  it('run what is wanted soon after what is already waiting', async () => {
    const ran: number[] = []
    await new Promise<void>((resolve) => {
      realTimers.soon(() => ran.push(1))
      realTimers.soon(() => {
        ran.push(2)
        resolve()
      })
      ran.push(0)
    })
    expect(ran).toEqual([0, 1, 2])
  })

  it('give as many random bytes as asked for', () => {
    const { bytes, fraction } = realRandomness()
    expect(bytes(32)).toHaveLength(32)
    expect(bytes(32)).not.toEqual(bytes(32))
    expect(fraction()).toBeLessThan(1)
  })

  it('write structured lines through pino, with the fields of the child', () => {
    const lines: string[] = []
    const log = logFrom(pino({ level: 'info' }, { write: (line: string) => lines.push(line) }))
    log.child({ context: 'callbacks' }).warn({ attempt: 2 }, 'try again')
    log.debug({}, 'too fine')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { context: 'callbacks', attempt: 2, msg: 'try again' },
    ])
    silentLog.child({}).error({}, 'unheard')
  })
})
