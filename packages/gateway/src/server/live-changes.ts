/** Notifies open pages of what the journal commits: see `http/live.ts`. */
import type { Deps } from '@sluice/core/foundation/deps.ts'
import { Live } from '../http/live.ts'
import type { Journal } from '../payments/journal-port.ts'
import type { AppSettings } from './app-settings.ts'

export function liveChanges(deps: Deps, { notices }: AppSettings, journal: Journal): Live {
  const live = new Live(deps, notices)
  journal.onChanged(({ payments, cases }) => {
    for (const { merchantId: merchantCode, kind, id, seq: version } of payments)
      live.changed({ resource: 'payments', merchantCode, kind, id, version })
    for (const { merchantId: merchantCode, key: id } of cases)
      live.changed({ resource: 'cases', merchantCode, id })
  })
  return live
}
