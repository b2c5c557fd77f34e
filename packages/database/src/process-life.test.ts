import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { lifeInProc, lifeInPs, lifeOf, thisProcess } from './process-life.ts'

/** As Linux writes them: the name may hold parentheses and spaces. */
const statOf = (state: string, flags: number): string =>
  `4711 (a) b (node) ${state} 1 4711 4711 0 -1 ${flags} 9 0 0 0 1 1 0 0 20 0 11 0 987654 1 1 1`
const statusOf = (own: string, shared = '0000000000000000'): string =>
  `Name:\tnode\nThreads:\t11\nSigPnd:\t${own}\nShdPnd:\t${shared}\nSigBlk:\t0000000000000100\n`
const QUIET = statusOf('0000000000000000')
const KILLED = '0000000000000100'

describe('a process on Linux', () => {
  it.each([
    ['that waits', statOf('S', 0x400000), QUIET, 11, 'runs'],
    ['in a call that cannot be interrupted', statOf('D', 0x400000), QUIET, 11, 'runs'],
    ['that was killed and has not noticed yet', statOf('S', 0x400000), statusOf(KILLED), 11, 'ending'],
    ['whose group was killed', statOf('R', 0x400000), statusOf('0', KILLED), 11, 'ending'],
    ['with another signal waiting', statOf('S', 0x400000), statusOf('0000000000004000'), 11, 'runs'],
    ['that is being taken down', statOf('R', 0x400004), QUIET, 1, 'ending'],
    ['that is a zombie, with threads that still end', statOf('Z', 0x40000c), QUIET, 3, 'ending'],
    ['that is a zombie', statOf('Z', 0x40000c), QUIET, 1, 'gone'],
  ])('%s', (_what, stat, status, threads, life) => {
    expect(lifeInProc(stat, status, threads)).toEqual({ started: '987654', life })
  })
})

describe('a process that ps tells of', () => {
  it.each([
    ['Ss+  Sun Nov 22 08:02:15 2026', 'runs'],
    ['?Es  Sun Nov 22 08:02:15 2026', 'ending'],
    ['Z    Sun Nov 22 08:02:15 2026', 'gone'],
  ])('%s', (line, life) => {
    expect(lifeInPs(`${line}\n`)).toEqual({ started: 'Sun Nov 22 08:02:15 2026', life })
  })

  it('is not there where it says nothing', () => {
    expect(lifeInPs('\n')).toBeUndefined()
  })
})

describe('the name of a process', () => {
  it('leads back to it', () => {
    expect(lifeOf(thisProcess())).toBe('runs')
  })

  it('means nothing on another host', () => {
    expect(lifeOf({ ...thisProcess(), host: 'elsewhere.example' })).toBe('elsewhere')
  })

  it('means nothing in another container that has the same host name, or after the machine was started anew', () => {
    expect(lifeOf({ ...thisProcess(), table: 'another boot pid:[1]' })).toBe('elsewhere')
  })

  it('is not that of the process to which the kernel gave the number later', () => {
    expect(lifeOf({ ...thisProcess(), started: '1' })).toBe('gone')
  })

  it('is that of nobody once the process has ended and was waited for', async () => {
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
    const name = { ...thisProcess(), pid: child.pid ?? 0, started: '' }
    await once(child, 'exit')
    expect(lifeOf(name)).toBe('gone')
  })
})
