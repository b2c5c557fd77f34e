/** What a processor may stand on: handed to those who make one. */

import type { Database } from '../database/port.ts'
import type { Deps } from '../foundation/deps.ts'
import type { MasterKey } from '../identity/access/secrets.ts'
import type { Merchants } from '../merchants/directory.ts'
import type { Journal } from '../payments/journal.ts'
import type { AcceptStatusUpdate } from './port.ts'
import type { MayComplete } from './status-updates.ts'

export interface ProcessorContext {
  readonly database: Database
  readonly deps: Deps
  readonly merchants: Merchants
  /** For money that belongs to no payment. A payment moves by `acceptStatusUpdate` only. */
  readonly journal: Journal
  readonly acceptStatusUpdate: AcceptStatusUpdate
  readonly mayComplete: MayComplete
  /** Seals what must be kept and read again. */
  readonly masterKey: MasterKey
}
