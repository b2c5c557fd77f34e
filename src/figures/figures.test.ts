/** The reports in memory; on PostgreSQL they are held by `src/admin/reports/reports.test.ts`. */
import { promisesOfFigures } from './counting.fixture.ts'

promisesOfFigures()
