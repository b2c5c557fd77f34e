/**
 * The names of processors. A payment's row names the one that has it, and the ledger its clearing account
 * (`clearing:own-account`), so a name never changes.
 *
 * Processors for tests are the sandbox and all whose names begin with `test-`. A constraint of the database keeps test
 * payments with them.
 */
export const SANDBOX = 'sandbox'
export const OWN_ACCOUNT = 'own-account'
export const BANK_FILE = 'bank-file'
export const STABLECOIN = 'stablecoin'
/** Accounts with providers have names with this prefix, and connectors never do: so no two processors share a name. */
export const NATIVE = 'native-'

const OF_TESTS = 'test-'

/** The name of a processor that exists once for live merchants and once for tests. */
export const nameFor = (name: string, isTest: boolean): string => (isTest ? `${OF_TESTS}${name}` : name)

export const isForTests = (processor: string): boolean =>
  processor === SANDBOX || processor.startsWith(OF_TESTS)

/** Whether it is this processor, for live merchants or for tests. */
export const isCalled = (processor: string, name: string): boolean =>
  processor === name || processor === nameFor(name, true)
