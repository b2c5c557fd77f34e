/**
 * The operations of the merchants' API as types, by their names: what each takes, and what it answers. They are inferred from the
 * endpoints, so the dashboard cannot expect anything else. There are only types here: an import loads nothing of the server.
 *
 * The compiler writes them out in full into `dist/types`, where the dashboard's check reads them: it need not infer them again.
 */
import type { operationsIn } from '../api/operation-types.ts'
import type { MERCHANT_ENDPOINTS } from './merchants-api.ts'

declare const operations: typeof operationsIn
/** Never called: see `operationsIn`. */
const inferred = () => operations<(typeof MERCHANT_ENDPOINTS)[number]['declared']>()

export type MerchantOperations = ReturnType<typeof inferred>
