/**
 * The command `sluice` in the process of the test, in a folder and an environment of the test's own. It talks to a gateway as it always
 * does; what only a process of its own can show (its exit code, its streams, signals) is for `runSluice`.
 */
import { PassThrough } from 'node:stream'
import { realClock } from '../../client/src/clock.ts'
import { NOUNS } from '../../src/cli/nouns.ts'
import { run } from '../../src/cli/run.ts'
import type { CommandEnvironment, CommandSurroundings } from '../../src/cli/surroundings.ts'

export interface Said {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Where a test says nothing else: nobody types, and nothing comes by standard input. */
export function surroundingsIn(
  folder: string,
  env: CommandEnvironment,
  other: Partial<CommandSurroundings> = {},
): { readonly surroundings: CommandSurroundings; readonly said: { stdout: string; stderr: string } } {
  const said = { stdout: '', stderr: '' }
  const surroundings: CommandSurroundings = {
    env,
    workingFolder: folder,
    fetch: (input, init) => fetch(input, init),
    clock: realClock,
    terminal: { input: new PassThrough(), output: new PassThrough(), isAttended: false, columns: undefined },
    readInput: () => new Uint8Array(),
    writeOut: (text) => {
      said.stdout += text
    },
    writeError: (text) => {
      said.stderr += text
    },
    ...other,
  }
  return { surroundings, said }
}

/** Runs one command to its end. */
export async function sluiceIn(
  folder: string,
  args: readonly string[],
  env: CommandEnvironment = {},
  other: Partial<CommandSurroundings> = {},
): Promise<Said> {
  const { surroundings, said } = surroundingsIn(folder, env, other)
  const code = await run(args, NOUNS, surroundings)
  return { code, ...said }
}
