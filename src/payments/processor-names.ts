/**
 * What processors are called: a payment's row names the one that has it, and the ledger its clearing account
 * (`clearing:own-account`). So a name never changes.
 *
 * Those for tests are the sandbox and all whose names begin with `test-`; a constraint of the database holds payments to it.
 */
export const SANDBOX = 'sandbox'
export const OWN_ACCOUNT = 'own-account'
export const BANK_FILE = 'bank-file'
export const STABLECOIN = 'stablecoin'
/** All names of accounts with providers begin so, and no connector's does: no two processors have one name. */
export const NATIVE = 'native-'

const OF_TESTS = 'test-'

/** The name of one that there is for live merchants and, apart from it, for tests. */
export const nameFor = (name: string, isTest: boolean): string => (isTest ? `${OF_TESTS}${name}` : name)

export const isForTests = (processor: string): boolean =>
  processor === SANDBOX || processor.startsWith(OF_TESTS)

/** Whether it is this one, for live merchants or for tests. */
export const isCalled = (processor: string, name: string): boolean =>
  processor === name || processor === nameFor(name, true)
