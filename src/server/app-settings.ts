/** What a gateway is built with: the settings, and what only whoever starts it has. */
import type { Registry } from 'prom-client'
import type { BackupsOptions } from '../backup/backups.ts'
import type { Notices } from '../database/notices.ts'
import type { EventLoop } from '../foundation/busy-poll.ts'
import type { BuiltPages } from '../hosted-pages/built.ts'
import type { TrustProxy } from '../http/addresses.ts'
import type { SharedWindow } from '../http/rate-limit-shared.ts'
import type { SecondListener } from '../http/second-listener.ts'
import type { Siblings } from '../http/siblings.ts'
import type { KeySource } from '../identity/access/master-keys.ts'
import type { MasterKey } from '../identity/access/secrets.ts'
import type { IdentityProviderSettings } from '../identity/people/identity-provider.ts'
import type { ProcessorContext } from '../processing/context.ts'
import type { Processor } from '../processing/port.ts'
import type { AlertSettings } from './alert-channels.ts'

export interface AppSettings {
  /** Where this gateway is reached, without a slash at the end; asked when it is needed, for the port may be chosen late. */
  readonly baseUrl: () => string
  readonly masterKey: MasterKey
  /** Where it stands in files that the gateway may change; left out, the settings gave it. */
  readonly masterKeyFiles?: KeySource | undefined
  readonly sandboxDelayMs: number
  /** Addresses for stablecoins that may wait for money at once; left out, as the configuration has it. */
  readonly maxOpenAddresses?: number | undefined
  readonly queueLimit: number
  /** How many external references of a merchant may wait for their money; left out, 500. */
  readonly maxWaitingClaims?: number | undefined
  /** CIDRs that callbacks may lead to although they are not public. */
  readonly callbackAllow: readonly string[]
  /** CIDRs that connectors may be in although they are not public; left out: none. */
  readonly connectorAllow?: readonly string[] | undefined
  /** The server can be reached from this machine only: then connectors for tests may be on it. */
  readonly loopbackOnly: boolean
  /** Variables that speak against a trial on one's own machine, in which callbacks of test merchants may lead to it. */
  readonly noTrialFor: readonly string[]
  readonly trustProxy: TrustProxy
  readonly roles: readonly ('api' | 'worker')[]
  /** Whose changes may be committed together; left out, everyone's. */
  readonly lanes?: 'shared' | 'merchant' | undefined
  /** The event loop, where this process has more than one core, and may keep it awake; left out, it sleeps whenever nothing is there. */
  readonly loop?: EventLoop | undefined
  /** The other processes on the same port; left out, there are none. */
  readonly siblings?: Siblings | undefined
  /** By which nodes hear what others have changed; left out, there are no others. */
  readonly notices?: Notices | undefined
  /** Rate limits that all nodes share; left out, each node gives its share of a limit. */
  readonly sharedLimits?: SharedWindow | undefined
  /** The pages as they were built; left out, there are none, and everything else works. */
  readonly pages?: BuiltPages | undefined
  /** Whether payments are made ready for the search, where this node works; left out, they are. */
  readonly indexes?: boolean | undefined
  /** Names of variables that are set and that nothing reads, for the doctor. */
  readonly unknownVariables?: readonly string[] | undefined
  /** Where the database's files are the program's own: how backups of them are made. */
  readonly backups?: Pick<BackupsOptions, 'files' | 'folder' | 'version'> | undefined
  /** Where operators come, apart from payers and merchants; left out, by the same address. */
  readonly office?: { readonly listener: SecondListener; readonly url: () => string } | undefined
  /** Who vouches for people besides this gateway; left out, nobody does. */
  readonly identityProvider?: IdentityProviderSettings | undefined
  /** What its metrics are kept in; left out, a registry of its own, which tells nothing of the process. */
  readonly registry?: Registry | undefined
  /** Whom alerts are told; left out, nothing is watched. */
  readonly alerts?: AlertSettings | undefined
  /** Processors of one's own, after those of the gateway. */
  readonly processors?: ((context: ProcessorContext) => readonly Processor[]) | undefined
}
