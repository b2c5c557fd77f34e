/**
 * The command `sluice`: one file of `cli/` for each noun. All but `serve` talk to a running gateway over HTTP, and
 * none opens the database beside it.
 *
 * Exit codes: 0 done; 1 the gateway refused or failed; 2 wrong usage or configuration; 3 the gateway cannot be reached.
 */
import { Command, CommanderError } from 'commander'
import { addBalances } from './cli/balances.ts'
import { addCallbacks } from './cli/callbacks.ts'
import { addGlobalOptions } from './cli/context.ts'
import { addKeys, addSecrets } from './cli/credentials.ts'
import { CliFailure, EXIT } from './cli/failure.ts'
import { addFx } from './cli/fx.ts'
import { addInvariants } from './cli/invariants.ts'
import { addKeygen } from './cli/keygen.ts'
import { addListen } from './cli/listen.ts'
import { addMerchants } from './cli/merchants.ts'
import { addOperators } from './cli/operators.ts'
import { note } from './cli/output.ts'
import { addPayins } from './cli/payins.ts'
import { addPayments } from './cli/payments.ts'
import { addPayouts } from './cli/payouts.ts'
import { addSandbox } from './cli/sandbox.ts'
import { addServe } from './cli/serve.ts'
import { addToken } from './cli/token.ts'

const NOUNS = [
  addServe,
  addPayins,
  addPayouts,
  addListen,
  addToken,
  addKeygen,
  addPayments,
  addCallbacks,
  addSandbox,
  addBalances,
  addMerchants,
  addKeys,
  addSecrets,
  addOperators,
  addFx,
  addInvariants,
]

const program = new Command('sluice')
  .description('Sluice, an open-source payment gateway')
  .exitOverride()
  .showHelpAfterError('(add --help to see what it takes)')
  .configureHelp({ showGlobalOptions: true })
addGlobalOptions(program)
for (const add of NOUNS) add(program)
program.addHelpText(
  'after',
  '\nExit codes: 0 done, 1 the gateway refused or failed, 2 wrong usage, 3 the gateway cannot be reached.',
)

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

await program.parseAsync().catch((error: unknown) => {
  process.exitCode = exitCodeOf(error)
})
