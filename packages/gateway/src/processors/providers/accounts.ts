/** The provider accounts that this node has open: see `RemoteProcessors`. */
import { timingSafeEqual } from 'node:crypto'
import type { AddressPolicy } from '@sluice/core/foundation/deps.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import { Breaker } from '@sluice/core/processor/breaker.ts'
import type { Processor } from '@sluice/core/processor/port.ts'
import { Calls } from '@sluice/provider-kit/calls.ts'
import type { Provider, ProviderAccount } from '@sluice/provider-kit/provider.ts'
import { providerOf } from '@sluice/providers/all-providers.ts'
import type { ProcessorContext } from '../../processing/context.ts'
import { RemoteProcessors } from '../../processing/remote.ts'
import { NativeProcessor } from './adapter.ts'
import type { CallRecords } from './call-records.ts'
import { type AccountRecord, openNotificationSecret, openSettings, readAccounts } from './store.ts'

/** A probe is a call of its own, and a provider may count calls. */
const PROBE_EVERY_MS = 120_000

export interface ProviderAccountsContext extends ProcessorContext {
  /** All processors of the gateway, which these are added to. */
  readonly processors: Map<string, Processor>
  /** The addresses that accounts of test or live merchants may connect to. */
  readonly policyOf: (account: { readonly isTest: boolean }) => AddressPolicy
  readonly callRecords: CallRecords
  /** The public URL of this gateway, without a trailing slash. Known once it listens. */
  readonly baseUrl: () => string
}

/** A provider account that is open. */
export class OpenAccount extends NativeProcessor {
  readonly provider: Provider
  readonly account: ProviderAccount

  constructor(options: ConstructorParameters<typeof NativeProcessor>[0]) {
    super(options)
    this.provider = options.provider
    this.account = options.account
  }
}

export class ProviderAccounts {
  readonly #context: ProviderAccountsContext
  readonly #kept: RemoteProcessors<AccountRecord, OpenAccount>

  constructor(context: ProviderAccountsContext) {
    this.#context = context
    this.#kept = new RemoteProcessors({
      noun: 'provider account',
      deps: context.deps,
      processors: context.processors,
      read: () => readAccounts(context.database),
      make: (record) => this.open(record),
      probeEveryMs: PROBE_EVERY_MS,
    })
  }

  /** Opens an account with these settings. Also used to check settings before they are stored. */
  open(record: AccountRecord): OpenAccount {
    const { database, deps, masterKey, policyOf, acceptStatusUpdate, callRecords } = this.#context
    const provider = providerOf(record.provider)
    assert(provider, 'an account is of a provider that the program has')
    const settings = openSettings(record, masterKey)
    const breaker = new Breaker(deps.clock)
    const calls = new Calls({
      deps,
      name: record.name,
      reach: provider.reach(settings),
      token: provider.token?.(settings),
      policy: policyOf(record),
      breaker,
      ...(provider.pauseMsAfter && { pauseMsAfter: provider.pauseMsAfter }),
      record: (call) => callRecords.note(record.name, call),
    })
    return new OpenAccount({
      name: record.name,
      isTest: record.isTest,
      isPaused: record.status === 'PAUSED',
      provider,
      settings,
      identity: record.identity,
      account: provider.open(settings, {
        calls,
        clock: deps.clock,
        notificationUrl: () => this.notificationUrlOf(record),
      }),
      breaker,
      database,
      deps,
      acceptStatusUpdate,
    })
  }

  load(): Promise<void> {
    return this.#kept.load()
  }

  find(name: string): { readonly record: AccountRecord; readonly processor: OpenAccount } | undefined {
    return this.#kept.find(name)
  }

  /** The oldest first. */
  all(): readonly AccountRecord[] {
    return this.#kept.all()
  }

  /** @returns the account that this secret of a notification address belongs to */
  notified(name: string, secret: string): OpenAccount | undefined {
    const kept = this.#kept.find(name)
    if (!kept) return undefined
    const right = Buffer.from(openNotificationSecret(kept.record, this.#context.masterKey), 'utf8')
    const reported = Buffer.from(secret, 'utf8')
    return right.length === reported.length && timingSafeEqual(right, reported) ? kept.processor : undefined
  }

  /** The URL at which the provider notifies us about this account. It is a secret. */
  notificationUrlOf(record: AccountRecord): string {
    const { baseUrl, masterKey } = this.#context
    return `${baseUrl()}/providers/${record.name}/notifications/${openNotificationSecret(record, masterKey)}`
  }

  start(): void {
    this.#kept.start()
  }

  stop(): Promise<void> {
    return this.#kept.stop()
  }
}
