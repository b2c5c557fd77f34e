/** Erasing in memory; on PostgreSQL it is held by `packages/gateway/src/admin/privacy/erasure.test.ts`. */
import { promisesOfBankFileErasure } from './bank-file-erasure.fixture.ts'
import { promisesOfErasure } from './erasure.fixture.ts'

promisesOfErasure()
promisesOfBankFileErasure()
