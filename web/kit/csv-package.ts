/**
 * The browser's version of `src/reconciliation/csv-package.ts`: the same package, with the buffers that browsers lack.
 */
import { CsvError, normalize_options, parse } from 'csv-parse/browser/esm/sync'
import type { csvPackage as ofGateway } from '../../src/reconciliation/csv-package.ts'

export const csvPackage: typeof ofGateway = () => ({ CsvError, normalize_options, parse })
