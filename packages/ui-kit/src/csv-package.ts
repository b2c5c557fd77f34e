/**
 * The browser's version of `packages/gateway/src/reconciliation/csv-package.ts`: the same package, with the buffers that browsers lack.
 */
import type { csvPackage as ofGateway } from '@sluice/gateway/reconciliation/csv-package.ts'
import { CsvError, normalize_options, parse } from 'csv-parse/browser/esm/sync'

export const csvPackage: typeof ofGateway = () => ({ CsvError, normalize_options, parse })
