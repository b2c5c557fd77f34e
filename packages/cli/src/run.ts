/**
 * Runs one command to its end, with the given surroundings.
 *
 * Exit codes: 0 done; 1 the gateway refused or failed; 2 wrong usage or configuration; 3 the gateway cannot be reached.
 */
import { CommanderError } from 'commander'
import { CliFailure, EXIT } from './failure.ts'
import { unsteered } from './output.ts'
import { type Noun, sluice } from './program.ts'
import type { CommandSurroundings } from './surroundings.ts'

/** @param args what follows `sluice` @returns the exit code, after all output. @throws only bugs */
export async function run(
  args: readonly string[],
  nouns: readonly Noun[],
  surroundings: CommandSurroundings,
): Promise<number> {
  try {
    await sluice(nouns, surroundings).parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has printed it already; asking for help is no mistake.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage
    if (!(error instanceof CliFailure)) throw error
    surroundings.writeError(`sluice: ${unsteered(error.message)}\n`)
    return error.exitCode
  }
}
