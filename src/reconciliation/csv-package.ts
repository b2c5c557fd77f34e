/**
 * Loads the CSV parser package on first use. The pages' build replaces this file with `web/kit/csv-package.ts`, because
 * browsers read samples with the same code.
 */
import { atFirstUse } from '../foundation/at-first-use.ts'

export const csvPackage = atFirstUse((require): typeof import('csv-parse/sync') => require('csv-parse/sync'))
