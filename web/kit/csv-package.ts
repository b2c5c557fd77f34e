/** In a browser, what `src/reconciliation/csv-package.ts` is in a gateway: the same package, with the buffers that browsers lack. */
import { CsvError, normalize_options, parse } from 'csv-parse/browser/esm/sync'
import type { csvPackage as ofGateway } from '../../src/reconciliation/csv-package.ts'

export const csvPackage: typeof ofGateway = () => ({ CsvError, normalize_options, parse })
