/**
 * Alerts: watches existing measurements and sends a message when a problem begins and when it ends. Read this file
 * first.
 *
 * Promises: only one node checks a rule at a time (`alert_look`). Open alerts are rows, so a restart reports nothing
 * twice. A problem that flickers is one alert, because it ends only after five minutes without it. Each message is sent
 * at least once with a stable ID and is retried for three days with growing delays, also after restarts. The end is
 * reported after the beginning. If a rule's measurement fails, its alerts stay as they are. Alerts never repair
 * anything, and contain no secret and no payer data.
 */
import { backoffMs } from '@sluice/core/foundation/backoff.ts'
import type { Deps } from '@sluice/core/foundation/deps.ts'
import { errorText } from '@sluice/core/foundation/errors.ts'
import { Loop } from '@sluice/core/foundation/loop.ts'
import type { Result } from '@sluice/core/foundation/result.ts'
import type { Database } from '@sluice/database/port.ts'
import type { AlertChannel } from './channels.ts'
import { ALERT_RULES, type AlertRule, type Measures, type RuleFacts } from './rules.ts'
import {
  type AlertMessage,
  claimLook,
  claimMessages,
  keepLook,
  type MessageEnd,
  readRules,
  settleMessage,
} from './store.ts'

const LOOK_EVERY_MS = 15_000
const AWAY_MS = 5 * 60_000
/** Longer than any attempt may take. */
const LEASE_MS = 2 * 60_000
const WAITS = { firstMs: 30_000, longestMs: 60 * 60_000 }
const GIVE_UP_AFTER_MS = 72 * 60 * 60_000
const MINUTE_MS = 60_000

export interface AlertsContext {
  readonly database: Database
  readonly deps: Deps
  readonly measures: Measures
  /** Empty: alerts can only be read. */
  readonly channels: readonly AlertChannel[]
}

export interface TestedChannel {
  readonly channel: AlertChannel
  readonly outcome: Result<undefined, string>
}

export class Alerts {
  readonly #context: AlertsContext
  readonly #loop: Loop

  constructor(context: AlertsContext) {
    this.#context = context
    this.#loop = new Loop(context.deps, {
      everyMs: LOOK_EVERY_MS,
      round: () => this.round(),
      failed: 'alerts could not be checked',
    })
  }

  get channels(): readonly AlertChannel[] {
    return this.#context.channels
  }

  start(): void {
    this.#loop.start()
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  async round(): Promise<void> {
    for (const rule of await readRules(this.#context.database)) await this.#look(rule)
    await this.#sendMessages()
  }

  /** Sends one test message on each channel now. Nothing is stored. */
  async test(): Promise<readonly TestedChannel[]> {
    const { deps, channels } = this.#context
    const now = deps.clock.now()
    const alert = {
      id: deps.randomness.uuidV7(now),
      rule: 'test',
      subject: 'nothing is wrong',
      detail: 'This is a test message, to check that alerts arrive.',
      beganAt: now,
      endedAt: undefined,
    }
    return Promise.all(
      channels.map(async (channel) => ({ channel, outcome: await channel.send({ alert, notice: 'BEGAN' }) })),
    )
  }

  async #look(rule: AlertRule): Promise<void> {
    const { database, deps, measures, channels } = this.#context
    const { everyMs }: RuleFacts = ALERT_RULES[rule.rule]
    const at = deps.clock.now()
    if (!(await claimLook(database, { rule: rule.rule, at, everyMs }))) return
    try {
      const since = at - (rule.afterMinutes ?? 0) * MINUTE_MS
      const wrong = rule.enabled ? await measures[rule.rule](rule, since) : []
      // A rule that is checked rarely would keep its alert open for days after the fix.
      const awayMs = rule.enabled && everyMs < AWAY_MS ? AWAY_MS : 0
      const names = channels.map(({ name }) => name)
      await keepLook(database, deps.randomness, { rule: rule.rule, wrong, at, awayMs, channels: names })
    } catch (error) {
      deps.log.warn({ rule: rule.rule, error: errorText(error) }, 'an alert rule could not be measured')
    }
  }

  async #sendMessages(): Promise<void> {
    const { database, deps, channels } = this.#context
    if (channels.length === 0) return
    for (;;) {
      const at = deps.clock.now()
      const names = channels.map(({ name }) => name)
      const due = await claimMessages(database, { at, until: at + LEASE_MS, channels: names })
      if (due.length === 0) return
      await Promise.all(due.map((message) => this.#send(message)))
    }
  }

  async #send(message: AlertMessage): Promise<void> {
    const { database, deps, channels } = this.#context
    const channel = channels.find(({ name }) => name === message.channel)
    if (!channel) return
    const outcome = await channel.send(message)
    const now = deps.clock.now()
    if (!outcome.ok) {
      const about = { alert: message.alert.id, channel: channel.name, reason: outcome.failure }
      deps.log.warn(about, 'an alert could not be delivered')
    }
    await settleMessage(database, message, this.#endOf(message, outcome, now))
  }

  #endOf({ attempt, createdAt }: AlertMessage, outcome: Result<undefined, string>, now: number): MessageEnd {
    if (outcome.ok) return { state: 'SENT', failure: undefined, nextAt: now }
    const isOver = now - createdAt > GIVE_UP_AFTER_MS
    const waitMs = backoffMs(WAITS, attempt, this.#context.deps.randomness.fraction())
    return { state: isOver ? 'ABANDONED' : 'WAITING', failure: outcome.failure, nextAt: now + waitMs }
  }
}
