/** The command `sluice` with its nouns (`nouns.ts`), ready to parse. Parsing mistakes and failures are thrown: see `main.ts`. */
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { addGlobalOptions } from './context.ts'
import { at } from './output.ts'

const EXIT_CODES =
  'Exit codes: 0 done, 1 the gateway refused or failed, 2 wrong usage, 3 the gateway cannot be reached.'

/** Of the package. */
function version(): string {
  const read: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return String(at(read, 'version'))
}

/** Adds a noun with all that can be done to it. */
export type Noun = (program: Command) => void

export function sluice(nouns: readonly Noun[]): Command {
  const program = new Command('sluice')
    .description('Sluice, an open-source payment gateway')
    .version(version(), '--version', 'print the version of this package')
    .helpCommand(false)
    .exitOverride()
    .showHelpAfterError('(add --help to see what it takes)')
    .configureHelp({ showGlobalOptions: true })
  addGlobalOptions(program)
  for (const add of nouns) add(program)
  return program.addHelpText('after', `\n${EXIT_CODES}`)
}
