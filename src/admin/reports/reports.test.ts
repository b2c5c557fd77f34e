/** The reports on PostgreSQL; in memory they are held by `src/figures/figures.test.ts`. */
import { promisesOfFigures } from '../../figures/counting.fixture.ts'

promisesOfFigures()
