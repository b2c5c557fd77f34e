/** The command `sluice` with its nouns (`nouns.ts`), ready to parse. Parsing mistakes and failures are thrown: see `main.ts`. */
import { Command } from 'commander'
import { packageVersion } from '../start/package-version.ts'
import { addGlobalOptions } from './context.ts'

const EXIT_CODES =
  'Exit codes: 0 done, 1 the gateway refused or failed, 2 wrong usage, 3 the gateway cannot be reached.'

/** Adds a noun with all that can be done to it. */
export type Noun = (program: Command) => void

export function sluice(nouns: readonly Noun[]): Command {
  const program = new Command('sluice')
    .description('Sluice, an open-source payment gateway')
    .version(packageVersion(), '--version', 'print the version of this package')
    .helpCommand(false)
    .exitOverride()
    .showHelpAfterError('(add --help to see what it takes)')
    .configureHelp({ showGlobalOptions: true })
  addGlobalOptions(program)
  for (const add of nouns) add(program)
  return program.addHelpText('after', `\n${EXIT_CODES}`)
}
