/** Erasing on PostgreSQL; in memory it is held by `packages/gateway/src/privacy/erasure.test.ts`. */
import { promisesOfBankFileErasure } from '../../privacy/bank-file-erasure.fixture.ts'
import { promisesOfErasure } from '../../privacy/erasure.fixture.ts'

promisesOfErasure()
promisesOfBankFileErasure()
