/** The rows of alerts: open alerts, messages to send, and changed rules. */
import type { Instant, Randomness } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Database, type RowOf, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import type { AlertRule, AlertRuleName, BalanceLimit, Wrong } from './rules.ts'
import { ALERT_RULE_NAMES, usualRule } from './rules.ts'

export const ALERT_CHANNELS = ['mail', 'webhook'] as const
export type AlertChannelName = (typeof ALERT_CHANNELS)[number]
export type AlertNotice = 'BEGAN' | 'ENDED'

export interface Alert {
  readonly id: string
  readonly rule: string
  readonly subject: string
  readonly detail: string
  readonly beganAt: Instant
  readonly endedAt: Instant | undefined
}

const RULES = sqlStatement({
  name: 'alert_rules',
  text: 'select rule, enabled, after_minutes, limits from alert_rule',
})
const PUT_RULE = sqlStatement({
  name: 'alert_rule_put',
  text: `insert into alert_rule (rule, enabled, after_minutes, limits, changed_at) values ($1, $2, $3, $4::text::jsonb, $5)
    on conflict (rule) do update set enabled = excluded.enabled, after_minutes = excluded.after_minutes,
      limits = excluded.limits, changed_at = excluded.changed_at`,
})

/** All rules with their current settings. */
export async function readRules(database: Database): Promise<readonly AlertRule[]> {
  const changed = new Map((await database.run(RULES, [])).map((row) => [String(row.rule), row]))
  return ALERT_RULE_NAMES.map((rule) => {
    const row = changed.get(rule)
    return row ? rowToRule(rule, row) : usualRule(rule)
  })
}

const rowToRule = (rule: AlertRuleName, row: RowOf<'alert_rules'>): AlertRule => ({
  rule,
  enabled: row.enabled === true,
  afterMinutes: row.after_minutes === null ? undefined : Number(row.after_minutes),
  limits: row.limits as readonly BalanceLimit[],
})

export const putRuleCall = ({ rule, enabled, afterMinutes, limits }: AlertRule, at: Instant): SqlCall => ({
  statement: PUT_RULE,
  values: [rule, enabled, afterMinutes ?? null, JSON.stringify(limits), isoTime(at)],
})

const CLAIM_LOOK = sqlStatement({
  name: 'alert_look_claim',
  text: `insert into alert_look (rule, at) values ($1, $2)
    on conflict (rule) do update set at = excluded.at where alert_look.at <= $3 returning rule`,
})

/** Whether this node is to check the rule now: no other node has within the interval. */
export async function claimLook(
  database: Database,
  look: { readonly rule: AlertRuleName; readonly at: Instant; readonly everyMs: number },
): Promise<boolean> {
  const { rule, at, everyMs } = look
  const rows = await database.run(CLAIM_LOOK, [rule, isoTime(at), isoTime(at - everyMs)])
  return rows.length > 0
}

/** Each channel reports an open alert once, also a channel that was set up after the alert began. */
const KEEP = sqlStatement({
  name: 'alert_keep',
  text: `with kept as (
      insert into alert (id, rule, subject, detail, began_at)
        select r.id, $2, r.subject, r.detail, $3 from json_to_recordset($1::json) as r(id uuid, subject text, detail text)
      on conflict (rule, subject) where ended_at is null do update set detail = excluded.detail, absent_since = null
      returning id
    )
    insert into alert_message (alert_id, notice, channel, state, attempt, created_at, next_at)
      select k.id, 'BEGAN', w.channel, 'WAITING', 0, $3, $3 from kept k cross join unnest($4::text[]) as w(channel)
      on conflict (alert_id, notice, channel) do nothing`,
})
/**
 * A channel reports the end only if it reported the beginning. $4: a problem that has been absent since then has ended.
 */
const LET_GO = sqlStatement({
  name: 'alert_let_go',
  text: `with gone as (
      update alert set absent_since = coalesce(absent_since, $3),
          ended_at = case when coalesce(absent_since, $3) <= $4 then $3::timestamptz end
        where rule = $1 and ended_at is null and subject <> all($2::text[]) returning id, ended_at
    )
    insert into alert_message (alert_id, notice, channel, state, attempt, created_at, next_at)
      select m.alert_id, 'ENDED', m.channel, 'WAITING', 0, $3, $3
      from gone g join alert_message m on m.alert_id = g.id and m.notice = 'BEGAN' where g.ended_at is not null
      on conflict (alert_id, notice, channel) do nothing`,
})

export interface LookResult {
  readonly rule: AlertRuleName
  readonly wrong: readonly Wrong[]
  readonly at: Instant
  /** How long a problem must be absent before it has ended. */
  readonly awayMs: number
  readonly channels: readonly AlertChannelName[]
}

/** Stores the result of a check: alerts that begin, continue or end. */
export async function keepLook(database: Database, randomness: Randomness, look: LookResult): Promise<void> {
  const { rule, wrong, at, awayMs, channels } = look
  const once = [...new Map(wrong.map((each) => [each.subject, each])).values()]
  const found = once.map((each) => ({ ...each, id: randomness.uuidV7(at) }))
  const subjects = once.map(({ subject }) => subject)
  await database.batch([
    { statement: KEEP, values: [JSON.stringify(found), rule, isoTime(at), [...channels]] },
    { statement: LET_GO, values: [rule, subjects, isoTime(at), isoTime(at - awayMs)] },
  ])
}

const CLAIM_MESSAGES = sqlStatement({
  name: 'alert_message_claim',
  text: `with due as (
      select c.alert_id, c.notice, c.channel from alert_message c
      where c.state = 'WAITING' and c.next_at <= $1 and c.channel = any($3::text[])
        and (c.notice = 'BEGAN' or not exists (select 1 from alert_message e
          where e.alert_id = c.alert_id and e.channel = c.channel and e.notice = 'BEGAN' and e.state = 'WAITING'))
      order by c.next_at, c.alert_id limit 20 for update of c skip locked
    )
    update alert_message m set next_at = $2, attempt = m.attempt + 1 from due d, alert a
      where m.alert_id = d.alert_id and m.notice = d.notice and m.channel = d.channel and a.id = m.alert_id
      returning m.alert_id, m.notice, m.channel, m.attempt, m.created_at, a.rule, a.subject, a.detail, a.began_at, a.ended_at`,
})
const SETTLE_MESSAGE = sqlStatement({
  name: 'alert_message_settle',
  text: `update alert_message set state = $5, failure = $6, next_at = $7
    where alert_id = $1 and notice = $2 and channel = $3 and attempt = $4 and state = 'WAITING'`,
})

export interface AlertMessage {
  readonly alert: Alert
  readonly notice: AlertNotice
  readonly channel: AlertChannelName
  /** Including this one. */
  readonly attempt: number
  readonly createdAt: Instant
}

/** Claims the messages that are due for this node until `until`; afterwards another node may send them. */
export async function claimMessages(
  database: Database,
  {
    at,
    until,
    channels,
  }: { readonly at: Instant; readonly until: Instant; readonly channels: readonly AlertChannelName[] },
): Promise<readonly AlertMessage[]> {
  const rows = await database.run(CLAIM_MESSAGES, [isoTime(at), isoTime(until), [...channels]])
  return rows.map((row) => ({
    alert: rowToAlert({ ...row, id: row.alert_id }),
    notice: row.notice,
    channel: row.channel,
    attempt: Number(row.attempt),
    createdAt: row.created_at,
  }))
}

export interface MessageEnd {
  readonly state: 'SENT' | 'WAITING' | 'ABANDONED'
  readonly failure: string | undefined
  readonly nextAt: Instant
}

export async function settleMessage(
  database: Database,
  { alert, notice, channel, attempt }: AlertMessage,
  { state, failure, nextAt }: MessageEnd,
): Promise<void> {
  await database.run(SETTLE_MESSAGE, [
    alert.id,
    notice,
    channel,
    attempt,
    state,
    failure ?? null,
    isoTime(nextAt),
  ])
}

const rowToAlert = (row: Omit<RowOf<'alert_page'>, 'messages'>): Alert => ({
  id: String(row.id),
  rule: String(row.rule),
  subject: String(row.subject),
  detail: String(row.detail),
  beganAt: row.began_at,
  endedAt: row.ended_at ?? undefined,
})

const PAGE = sqlStatement({
  name: 'alert_page',
  text: `select a.id, a.rule, a.subject, a.detail, a.began_at, a.ended_at,
      coalesce((select json_agg(json_build_object('notice', m.notice, 'channel', m.channel, 'state', m.state, 'attempts', m.attempt,
          'failure', m.failure) order by m.notice, m.channel) from alert_message m where m.alert_id = a.id), '[]'::json) as messages
    from alert a
    where ($1::boolean is null or (a.ended_at is null) = $1) and ($2::timestamptz is null or a.began_at >= $2)
      and ($3::timestamptz is null or a.began_at < $3) and ($4::uuid is null or a.id < $4)
    order by a.id desc limit $5`,
})

export interface AlertPage {
  readonly open: boolean | undefined
  readonly from: Instant | undefined
  /** Exclusive. */
  readonly to: Instant | undefined
  readonly after: string | undefined
  readonly limit: number
}

export interface ReportedMessage {
  readonly notice: AlertNotice
  readonly channel: AlertChannelName
  readonly state: MessageEnd['state']
  readonly attempts: number
  readonly failure: string | null
}

export type ListedAlert = Alert & { readonly messages: readonly ReportedMessage[] }

/** Newest first. */
export async function readAlerts(database: Database, requested: AlertPage): Promise<readonly ListedAlert[]> {
  const iso = (at: Instant | undefined) => (at === undefined ? null : isoTime(at))
  const { open, from, to, after, limit } = requested
  const rows = await database.run(PAGE, [open ?? null, iso(from), iso(to), after ?? null, limit])
  return rows.map((row) => ({ ...rowToAlert(row), messages: row.messages as readonly ReportedMessage[] }))
}
