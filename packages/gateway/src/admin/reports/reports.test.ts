/** The reports on PostgreSQL; in memory they are held by `packages/gateway/src/reporting/reporting.test.ts`. */
import { promisesOfTotals } from '../../reporting/counting.fixture.ts'

promisesOfTotals()
