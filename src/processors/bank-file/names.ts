/** What the processor is called: for live merchants, and for tests. */
const BANK_FILE = 'bank-file'
export const TEST_BANK_FILE = 'test-bank-file'

export const bankFileName = (isTest: boolean): typeof BANK_FILE | typeof TEST_BANK_FILE =>
  isTest ? TEST_BANK_FILE : BANK_FILE

export const isBankFile = (processor: string): boolean =>
  processor === BANK_FILE || processor === TEST_BANK_FILE
