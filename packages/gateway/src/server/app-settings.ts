/** What a gateway is built with: the settings, and what only the code that starts it has. */
import type { EventLoop } from '@sluice/core/foundation/busy-poll.ts'
import type { Processor } from '@sluice/core/processor/port.ts'
import type { Notices } from '@sluice/database/notices.ts'
import type { Registry } from 'prom-client'
import type { BackupsOptions } from '../backup/backups.ts'
import type { BuiltPages } from '../hosted-pages/built.ts'
import type { TrustProxy } from '../http/addresses.ts'
import type { SharedWindow } from '../http/rate-limit-shared.ts'
import type { SecondListener } from '../http/second-listener.ts'
import type { Siblings } from '../http/siblings.ts'
import type { KeySource } from '../identity/access/master-keys.ts'
import type { MasterKey } from '../identity/access/secrets.ts'
import type { IdentityProviderSettings } from '../identity/people/identity-provider.ts'
import type { ProcessorContext } from '../processing/context.ts'
import type { AlertSettings } from './alert-channels.ts'

export interface AppSettings {
  /** The gateway's public address, without a slash at the end. A function, because the port may be chosen late. */
  readonly baseUrl: () => string
  readonly masterKey: MasterKey
  /** Set if the master key is in files that the gateway may change; left out: it is in the settings. */
  readonly masterKeyFiles?: KeySource | undefined
  readonly sandboxDelayMs: number
  /** Addresses for stablecoins that may wait for money at the same time; left out: as configured. */
  readonly maxOpenAddresses?: number | undefined
  readonly queueLimit: number
  /** How many external references of a merchant may wait for their money; left out: 500. */
  readonly maxWaitingClaims?: number | undefined
  /** CIDRs that callbacks may go to although they are not public. */
  readonly callbackAllow: readonly string[]
  /** CIDRs that connectors may be in although they are not public; left out: none. */
  readonly connectorAllow?: readonly string[] | undefined
  /** The server can be reached from this machine only. Connectors for tests may then be on it. */
  readonly loopbackOnly: boolean
  /** Variables that rule out a trial on one's own machine, in which callbacks of test merchants may go to it. */
  readonly noTrialFor: readonly string[]
  readonly trustProxy: TrustProxy
  readonly roles: readonly ('api' | 'worker')[]
  /** Set if this process has more than one core and may keep the event loop awake; left out: it sleeps when idle. */
  readonly loop?: EventLoop | undefined
  /** The other processes on the same port; left out: there are none. */
  readonly siblings?: Siblings | undefined
  /** Notifies nodes of each other's changes; left out: there is only one node. */
  readonly notices?: Notices | undefined
  /** Rate limits that all nodes share; left out: each node grants its share of a limit. */
  readonly sharedLimits?: SharedWindow | undefined
  /** The built pages; left out: there are none, and everything else works. */
  readonly pages?: BuiltPages | undefined
  /** Whether a worker node indexes payments for the search; left out: yes. */
  readonly indexes?: boolean | undefined
  /** Names of variables that are set but that nothing reads, for `doctor`. */
  readonly unknownVariables?: readonly string[] | undefined
  /** How backups are made, if the program owns the database's files. */
  readonly backups?: Pick<BackupsOptions, 'files' | 'folder' | 'version'> | undefined
  /** The operators' separate address; left out: they share the one of payers and merchants. */
  readonly operatorAddress?: { readonly listener: SecondListener; readonly url: () => string } | undefined
  /** The identity provider for people; left out: there is none. */
  readonly identityProvider?: IdentityProviderSettings | undefined
  /** The registry of its metrics; left out: a separate one, without metrics of the process. */
  readonly registry?: Registry | undefined
  /** Who is notified of alerts; left out: nothing is watched. */
  readonly alerts?: AlertSettings | undefined
  /** Custom processors, after those of the gateway. */
  readonly processors?: ((context: ProcessorContext) => readonly Processor[]) | undefined
}
