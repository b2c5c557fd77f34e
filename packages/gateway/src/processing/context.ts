/** What the maker of a processor gets to work with. */
import type { Deps } from '@sluice/core/foundation/deps.ts'
import type { AcceptStatusUpdate } from '@sluice/core/processor/port.ts'
import type { Database } from '@sluice/database/port.ts'
import type { MasterKey } from '../identity/access/secrets.ts'
import type { Merchants } from '../merchants/directory.ts'
import type { Journal } from '../payments/journal-port.ts'
import type { MayComplete } from './status-updates.ts'

export interface ProcessorContext {
  readonly database: Database
  readonly deps: Deps
  readonly merchants: Merchants
  /** For money that belongs to no payment. Payments change only through `acceptStatusUpdate`. */
  readonly journal: Journal
  readonly acceptStatusUpdate: AcceptStatusUpdate
  readonly mayComplete: MayComplete
  /** Encrypts what must be stored and read again. */
  readonly masterKey: MasterKey
}
