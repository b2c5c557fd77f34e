/** The accounts with providers that this node has: see `RemoteProcessors`. */
import { timingSafeEqual } from 'node:crypto'
import type { AddressPolicy } from '../../foundation/deps.ts'
import { assert } from '../../foundation/result.ts'
import { Breaker } from '../../processing/breaker.ts'
import type { ProcessorContext } from '../../processing/context.ts'
import type { Processor } from '../../processing/port.ts'
import { RemoteProcessors } from '../../processing/remote.ts'
import { NativeProcessor } from './adapter.ts'
import { providerOf } from './all-providers.ts'
import type { CallRecords } from './call-records.ts'
import { Calls } from './calls.ts'
import type { Provider, ProviderAccount } from './provider.ts'
import { type AccountRecord, openNotificationSecret, openSettings, readAccounts } from './store.ts'

/** A question needs a call of its own, which a provider may count. */
const PROBE_EVERY_MS = 120_000

export interface ProviderAccountsContext extends ProcessorContext {
  /** The gateway's, of which these are some. */
  readonly processors: Map<string, Processor>
  /** Which addresses accounts of test or live merchants may be at. */
  readonly policyOf: (account: { readonly isTest: boolean }) => AddressPolicy
  readonly callRecords: CallRecords
  /** Where this gateway is reached, without a slash at the end. Known once it listens. */
  readonly baseUrl: () => string
}

/** An account that is open. */
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

  /** As it would be with these settings: for a check before they are kept, too. */
  open(record: AccountRecord): OpenAccount {
    const { database, deps, masterKey, policyOf, acceptStatusUpdate, callRecords } = this.#context
    const provider = providerOf(record.provider)
    assert(provider, 'an account is of a provider that the program has')
    const settings = openSettings(record, masterKey)
    const breaker = new Breaker(deps.clock)
    const calls = new Calls({
      deps,
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

  /** In the order in which they were made. */
  all(): readonly AccountRecord[] {
    return this.#kept.all()
  }

  /** @returns the account whose notifications come with this secret */
  notified(name: string, secret: string): OpenAccount | undefined {
    const kept = this.#kept.find(name)
    if (!kept) return undefined
    const right = Buffer.from(openNotificationSecret(kept.record, this.#context.masterKey), 'utf8')
    const reported = Buffer.from(secret, 'utf8')
    return right.length === reported.length && timingSafeEqual(right, reported) ? kept.processor : undefined
  }

  /** Where an account's provider notifies us: a secret. */
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
