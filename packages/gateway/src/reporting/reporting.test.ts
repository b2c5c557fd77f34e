/** The reports in memory; on PostgreSQL they are held by `packages/gateway/src/admin/reports/reports.test.ts`. */
import { onEngines } from '../../../../test/setup/engine.ts'
import { promisesOfTotals } from './counting.fixture.ts'

onEngines(['memory', 'postgres'], () => {
  promisesOfTotals()
})
