/**
 * What a command has of the world around it: its environment, its folder, its streams, the network and the time. `main.ts` gives it the
 * process's own; whoever runs commands in one process with other things, as tests do, gives it others. No other file of the command
 * touches the process, but for `serve`, which is one.
 */
import { readFileSync } from 'node:fs'
import { type Clock, realClock } from '../../client/src/clock.ts'

export type CommandEnvironment = Readonly<Record<string, string | undefined>>

/** Who sits in front of it. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  /** Somebody reads and types. */
  readonly isAttended: boolean
  /** How wide standard error is; undefined where it is no terminal. */
  readonly columns: number | undefined
}

export interface CommandSurroundings {
  readonly env: CommandEnvironment
  /** Where relative paths begin. */
  readonly workingFolder: string
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly terminal: Terminal
  /** Everything that comes by standard input. */
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
