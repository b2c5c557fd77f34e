/**
 * The command `sluice`, with one file of `cli/` for each noun. Nearly all commands use a running gateway over HTTP.
 * `serve`, `restore` and `move` open the database of a data folder themselves, and take its lock first. `run.ts` lists
 * the exit codes.
 */
import { run } from './run.ts'
import { addServe } from './serve.ts'
import { ownSurroundings } from './surroundings.ts'

// The reader of our output may stop early: `sluice payments list | head`.
process.stdout.on('error', () => process.exit(0))

const args = process.argv.slice(2)
// A restarted gateway should be available quickly, and loading the other nouns takes a tenth of its start.
const nouns = args[0] === 'serve' ? [addServe] : (await import('./nouns.ts')).NOUNS

const exitCode = await run(args, nouns, ownSurroundings())
if (exitCode !== 0) process.exitCode = exitCode
