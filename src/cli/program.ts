/** The command `sluice` with all its nouns, ready to parse. Parsing mistakes and failures are thrown: see `main.ts`. */
import { Command } from 'commander'
import { addBalances } from './balances.ts'
import { addCallbacks } from './callbacks.ts'
import { addGlobalOptions } from './context.ts'
import { addKeys, addSecrets } from './credentials.ts'
import { addFx } from './fx.ts'
import { addInvariants } from './invariants.ts'
import { addKeygen } from './keygen.ts'
import { addListen } from './listen.ts'
import { addMerchants } from './merchants.ts'
import { addOperators } from './operators.ts'
import { addPayins } from './payins.ts'
import { addPayments } from './payments.ts'
import { addPayouts } from './payouts.ts'
import { addSandbox } from './sandbox.ts'
import { addServe } from './serve.ts'
import { addToken } from './token.ts'

/** In the order in which help lists them. */
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

const EXIT_CODES =
  'Exit codes: 0 done, 1 the gateway refused or failed, 2 wrong usage, 3 the gateway cannot be reached.'

export function sluice(): Command {
  const program = new Command('sluice')
    .description('Sluice, an open-source payment gateway')
    .exitOverride()
    .showHelpAfterError('(add --help to see what it takes)')
    .configureHelp({ showGlobalOptions: true })
  addGlobalOptions(program)
  for (const add of NOUNS) add(program)
  return program.addHelpText('after', `\n${EXIT_CODES}`)
}
