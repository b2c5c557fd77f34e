/** What a processor may stand on: handed to those who make one. */
import type { MasterKey } from '../access/secrets.ts'
import type { Database } from '../database/port.ts'
import type { Deps } from '../foundation/deps.ts'
import type { Merchants } from '../merchants/directory.ts'
import type { Journal } from '../payments/journal.ts'
import type { TakeReport } from './port.ts'
import type { MayComplete } from './reports.ts'

export interface ProcessorContext {
  readonly database: Database
  readonly deps: Deps
  readonly merchants: Merchants
  /** For money that belongs to no payment. A payment moves by `takeReport` only. */
  readonly journal: Journal
  readonly takeReport: TakeReport
  readonly mayComplete: MayComplete
  /** Seals what must be kept and read again. */
  readonly masterKey: MasterKey
}
