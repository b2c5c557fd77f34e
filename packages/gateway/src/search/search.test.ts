/** The search in memory; on PostgreSQL it is held by `packages/gateway/src/admin/search/search.test.ts`. */
import { promisesOfSearch } from './finding.fixture.ts'

promisesOfSearch()
