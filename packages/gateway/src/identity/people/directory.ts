/** People, for operators who list, invite, recover and end them. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Database, sqlStatement } from '@sluice/database/port.ts'
import { type AuditLine, auditCall } from '../operators/audit.ts'
import {
  type GatewayOperator,
  OPERATOR_COLUMNS,
  OPERATORS_IN_FORCE,
  operatorIn,
} from '../operators/operators.ts'
import type { PeopleContext } from './context.ts'
import { type GivenLink, handOver } from './link-delivery.ts'
import { makeLink, type WantedLink } from './links.ts'

export interface ListedPerson {
  readonly operator: GatewayOperator
  readonly passkeys: number
  readonly hasTotp: boolean
  /** The identity provider, if there is one. */
  readonly issuer: string | undefined
  readonly sessions: number
  readonly lastSeenAt: Instant | undefined
}

const MAX_LISTED = 1_000
const LIST = sqlStatement({
  name: 'person_list',
  text: `select ${OPERATOR_COLUMNS}, p.issuer,
      (select count(*)::integer from passkey k where k.person = p.id) as passkeys,
      exists (select from authenticator_app a where a.person = p.id) as has_totp,
      (select count(*)::integer from person_session s where s.person = p.id and s.ends_at > $1) as sessions,
      (select max(s.seen_at) from person_session s where s.person = p.id) as last_seen_at
    from person p join ${OPERATORS_IN_FORCE} o on o.id = p.id order by o.name limit ${MAX_LISTED}`,
})

export async function listPeople(database: Database, now: Instant): Promise<readonly ListedPerson[]> {
  const rows = await database.run(LIST, [isoTime(now)])
  return rows.map((row) => ({
    operator: operatorIn(row),
    passkeys: Number(row.passkeys),
    hasTotp: row.has_totp === true,
    issuer: row.issuer ?? undefined,
    sessions: Number(row.sessions),
    lastSeenAt: row.last_seen_at ?? undefined,
  }))
}

export const findPerson = async (
  database: Database,
  id: string,
  now: Instant,
): Promise<ListedPerson | undefined> =>
  (await listPeople(database, now)).find(({ operator }) => operator.id === id)

/**
 * Makes a link, with an audit line. The secret is behind the `#`, which browsers do not send and logs do not store.
 * @param mail where it is sent; undefined to show it instead
 * @returns undefined if nobody can sign in at this address
 */
export async function giveLink(
  context: PeopleContext,
  wanted: WantedLink,
  line: AuditLine,
  mail?: string,
): Promise<GivenLink | undefined> {
  const { database, deps, address } = context
  const open = address()
  if (!open.ok) return undefined
  const { secret, expiresAt, calls } = makeLink(deps, wanted)
  const requested = wanted.purpose === 'FIRST' ? undefined : wanted
  const handed = handOver(context, mail, {
    url: `${open.value.origins[0]}/console/sign-in#${secret}`,
    name: requested?.name ?? '',
    makes: `an operator of the gateway with the role ${wanted.role}`,
    by: requested?.maker.name ?? '',
    expiresAt,
  })
  await database.batch([...calls, ...handed.calls, auditCall(line)])
  return handed.given
}
