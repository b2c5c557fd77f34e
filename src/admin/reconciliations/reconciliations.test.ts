import { describe } from 'vitest'
import { promisesOfReconciliation } from '../../feeds/reconciliation.fixture.ts'

describe('bank against books', promisesOfReconciliation)
