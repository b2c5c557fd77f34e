/**
 * Loads the CSV parser package on first use. The pages' build replaces this file with `packages/ui-kit/src/csv-package.ts`, because
 * browsers read samples with the same code.
 */
import { atFirstUse } from '@sluice/core/foundation/at-first-use.ts'

export const csvPackage = atFirstUse((require): typeof import('csv-parse/sync') => require('csv-parse/sync'))
