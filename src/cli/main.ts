/**
 * The command `sluice`: one file of `cli/` for each noun. Nearly all talk to a running gateway over HTTP, and none opens the
 * database beside it: `serve`, `restore` and `move`, which open one, take its folder's lock first. Exit codes: see `run.ts`.
 */
import { run } from './run.ts'
import { addServe } from './serve.ts'
import { ownSurroundings } from './surroundings.ts'

// Whoever reads our output may have seen enough: `sluice payments list | head`.
process.stdout.on('error', () => process.exit(0))

const args = process.argv.slice(2)
// A gateway that comes back should be there at once; to load the other nouns takes a tenth of its start.
const nouns = args[0] === 'serve' ? [addServe] : (await import('./nouns.ts')).NOUNS

const exitCode = await run(args, nouns, ownSurroundings())
if (exitCode !== 0) process.exitCode = exitCode
