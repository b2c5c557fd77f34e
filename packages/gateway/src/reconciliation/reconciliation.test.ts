import { describe } from 'vitest'
import { promisesOfReconciliation } from './reconciliation.fixture.ts'

describe('bank against books', promisesOfReconciliation)
