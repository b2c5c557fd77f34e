/** The search in memory; on PostgreSQL it is held by `src/admin/search/search.test.ts`. */
import { promisesOfSearch } from './finding.fixture.ts'

promisesOfSearch()
