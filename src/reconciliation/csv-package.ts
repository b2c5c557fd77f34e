/**
 * The package that cuts CSV into fields: read when a gateway first needs it. The pages' build puts `web/kit/csv-package.ts` in its place, for a
 * browser reads samples by the same code.
 */
import { atFirstUse } from '../foundation/at-first-use.ts'

export const csvPackage = atFirstUse((require): typeof import('csv-parse/sync') => require('csv-parse/sync'))
