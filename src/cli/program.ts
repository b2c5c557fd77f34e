/** The command `sluice` with all its nouns, ready to parse. Parsing mistakes and failures are thrown: see `main.ts`. */
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { addAccounts } from './accounts.ts'
import { addAudit } from './audit.ts'
import { addBalances } from './balances.ts'
import { addBankFiles } from './bank-files.ts'
import { addCallbacks } from './callbacks.ts'
import { addCases } from './cases.ts'
import { addConnectors } from './connectors.ts'
import { addGlobalOptions } from './context.ts'
import { addKeys, addSecrets } from './credentials.ts'
import { addDebtorAccounts } from './debtor-accounts.ts'
import { addDoctor } from './doctor.ts'
import { addFeed } from './feed.ts'
import { addFx } from './fx.ts'
import { addHelp } from './help.ts'
import { addInvariants } from './invariants.ts'
import { addKeygen } from './keygen.ts'
import { addListen } from './listen.ts'
import { addMerchants } from './merchants.ts'
import { addNetworks } from './networks.ts'
import { addOperators } from './operators.ts'
import { at } from './output.ts'
import { addPayins } from './payins.ts'
import { addPayments } from './payments.ts'
import { addPayouts } from './payouts.ts'
import { addProcessors } from './processors.ts'
import { addSandbox } from './sandbox.ts'
import { addServe } from './serve.ts'
import { addToken } from './token.ts'
import { addTrigger } from './trigger.ts'

/** In the order in which help lists them. */
const NOUNS = [
  addServe,
  addDoctor,
  addPayins,
  addPayouts,
  addTrigger,
  addListen,
  addToken,
  addKeygen,
  addPayments,
  addCallbacks,
  addCases,
  addSandbox,
  addFeed,
  addBalances,
  addBankFiles,
  addDebtorAccounts,
  addProcessors,
  addConnectors,
  addMerchants,
  addAccounts,
  addKeys,
  addSecrets,
  addOperators,
  addAudit,
  addFx,
  addNetworks,
  addInvariants,
  addHelp,
]

const EXIT_CODES =
  'Exit codes: 0 done, 1 the gateway refused or failed, 2 wrong usage, 3 the gateway cannot be reached.'

/** Of the package. */
function version(): string {
  const read: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return String(at(read, 'version'))
}

export function sluice(): Command {
  const program = new Command('sluice')
    .description('Sluice, an open-source payment gateway')
    .version(version(), '--version', 'print the version of this package')
    .helpCommand(false)
    .exitOverride()
    .showHelpAfterError('(add --help to see what it takes)')
    .configureHelp({ showGlobalOptions: true })
  addGlobalOptions(program)
  for (const add of NOUNS) add(program)
  return program.addHelpText('after', `\n${EXIT_CODES}`)
}
