/** The module, put together: what the gateway needs of bank files. */
import type { Deps } from '@sluice/core/foundation/deps.ts'
import type { Processor } from '@sluice/core/processor/port.ts'
import type { Database } from '@sluice/database/port.ts'
import { BANK_FILE, nameFor } from '../../payments/processor-names.ts'
import { DebtorAccounts } from './accounts.ts'
import { bankFileProcessor } from './bank-file.ts'
import { BankFiles } from './files.ts'

export interface BankFileContext {
  readonly accounts: DebtorAccounts
  readonly files: BankFiles
  /** For live merchants, and for tests. */
  readonly processors: readonly Processor[]
}

export function bankFileModule(
  database: Database,
  deps: Pick<Deps, 'clock' | 'randomness'>,
): BankFileContext {
  const accounts = new DebtorAccounts(database, deps.clock)
  const processors = [false, true].map((forTests) =>
    bankFileProcessor({ name: nameFor(BANK_FILE, forTests), forTests, database, deps, accounts }),
  )
  return { accounts, files: new BankFiles(database, deps), processors }
}
