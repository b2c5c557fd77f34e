/**
 * Invariants of people: everyone who may act for a merchant exists, and what needs dual approval was decided by two
 * people.
 */
import type { Invariant } from './invariant.ts'

export const PEOPLE_INVARIANTS: readonly Invariant[] = [
  {
    name: 'members-are-people',
    meaning: "each member of a merchant's team is an existing person",
    violations: `select m.merchant_id || ': ' || m.role || ' ' || m.person || ' is nobody' as violation
      from merchant_member m where not exists (select 1 from merchant_person p where p.id = m.person)`,
  },
  {
    name: 'approvals-take-two',
    meaning: 'no operator has approved their own request',
    violations: `select 'approval ' || a.id || ': ' || a.operation || ' asked for and approved by ' || d.operator as violation
      from approval a join audit d on d.approval = a.id
      where d.approved and a.requested_by is not null and lower(d.operator) = lower(a.requested_by_name)`,
  },
  {
    name: 'nobody-confirms-themselves',
    meaning: 'no operator has confirmed themselves',
    violations: `select 'operator ' || o.id || ' ' || o.name as violation from operator o where o.confirmed_by = o.name`,
  },
]
