/**
 * The outside world of a command: environment, folder, streams, network and time. `main.ts` passes the process's own;
 * tests, which run commands in one process, pass others. No other file of the command uses the process, except `serve`.
 */
import { readFileSync } from 'node:fs'
import { type Clock, realClock } from '@sluice/client/clock.ts'

export type CommandEnvironment = Readonly<Record<string, string | undefined>>

/** The user's terminal. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  /** Somebody reads and types. */
  readonly isAttended: boolean
  /** The width of standard error; undefined if it is no terminal. */
  readonly columns: number | undefined
}

export interface CommandSurroundings {
  readonly env: CommandEnvironment
  /** The base of relative paths. */
  readonly workingFolder: string
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly terminal: Terminal
  /** All of standard input. */
  readInput(): Uint8Array<ArrayBuffer>
  /** To standard output. */
  writeOut(text: string): void
  /** To standard error. */
  writeError(text: string): void
}

/** Those of this process. */
export const ownSurroundings = (): CommandSurroundings => ({
  env: process.env,
  workingFolder: process.cwd(),
  fetch: (input, init) => fetch(input, init),
  clock: realClock,
  terminal: {
    input: process.stdin,
    output: process.stderr,
    isAttended: process.stdin.isTTY === true && process.stderr.isTTY === true,
    columns: process.stderr.columns,
  },
  readInput: () => new Uint8Array(readFileSync(0)),
  writeOut: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
})
