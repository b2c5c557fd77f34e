/**
 * The command `sluice`: one file of `cli/` for each noun. Nearly all talk to a running gateway over HTTP, and none opens the
 * database beside it: `serve`, `restore` and `move`, which open one, take its folder's lock first.
 *
 * Exit codes: 0 done; 1 the gateway refused or failed; 2 wrong usage or configuration; 3 the gateway cannot be reached.
 */
import { CommanderError } from 'commander'
import { CliFailure, EXIT } from './failure.ts'
import { note } from './output.ts'
import { sluice } from './program.ts'
import { addServe } from './serve.ts'

/** The exit code of a command that did not succeed, once it has said why. */
function exitCodeOf(error: unknown): number {
  // Commander has said it already; asking for help is no mistake.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage
  if (!(error instanceof CliFailure)) throw error
  note(`sluice: ${error.message}`)
  return error.exitCode
}

// Whoever reads our output may have seen enough: `sluice payments list | head`.
process.stdout.on('error', () => process.exit(0))

// A gateway that comes back should be there at once; to load the other nouns takes a tenth of its start.
const nouns = process.argv[2] === 'serve' ? [addServe] : (await import('./nouns.ts')).NOUNS

await sluice(nouns)
  .parseAsync()
  .catch((error: unknown) => {
    process.exitCode = exitCodeOf(error)
  })
