/**
 * The command `sluice` with its nouns (`nouns.ts`), ready to parse. Parsing mistakes and failures are thrown: see
 * `run.ts`.
 */
import { packageVersion } from '@sluice/gateway/server/package-version.ts'
import { addGlobalOptions, SluiceCommand } from './context.ts'
import type { CommandSurroundings } from './surroundings.ts'

const EXIT_CODES =
  'Exit codes: 0 success, 1 rejected or failed, 2 wrong usage, 3 the gateway cannot be reached.'

/** Adds a noun with its commands. */
export type Noun = (program: SluiceCommand) => void

export function sluice(nouns: readonly Noun[], surroundings: CommandSurroundings): SluiceCommand {
  const program = new SluiceCommand(surroundings, 'sluice')
    .description('Sluice, an open-source payment gateway')
    .version(packageVersion(), '--version', 'print the version of this package')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => surroundings.writeOut(text),
      writeErr: (text) => surroundings.writeError(text),
      // Begins like every other failure of the command.
      outputError: (text, write) => write(text.replace(/^error: /, 'sluice: ')),
    })
    .showHelpAfterError('(add --help to see its arguments)')
    .configureHelp({ showGlobalOptions: true })
  addGlobalOptions(program)
  for (const add of nouns) add(program)
  return program.addHelpText('after', `\n${EXIT_CODES}`)
}
