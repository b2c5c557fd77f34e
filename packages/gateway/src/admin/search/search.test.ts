/** The search on PostgreSQL; in memory it is held by `packages/gateway/src/search/search.test.ts`. */
import { promisesOfSearch } from '../../search/finding.fixture.ts'

promisesOfSearch()
