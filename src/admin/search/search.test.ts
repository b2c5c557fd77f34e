/** The search on PostgreSQL; in memory it is held by `src/search/search.test.ts`. */
import { promisesOfSearch } from '../../search/finding.fixture.ts'

promisesOfSearch()
