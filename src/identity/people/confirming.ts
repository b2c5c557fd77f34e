/**
 * Somebody who came by a link is confirmed face to face as a person of their own: from then on they count as a second person also for
 * those who invited and approved them (`identity/operators/separate.ts`).
 *
 * Promises: nobody confirms themselves, nor somebody whom they brought. Two exceptions, in which nothing is lost that one person alone did
 * not have before: the first operator of all, who set the gateway up, and whoever has no other ADMIN beside them. Whoever confirms is an
 * ADMIN whom nothing narrows, then. It is written with its
 * line in the audit log, once, under the lock of all operators.
 */
import { type Database, sqlStatement } from '../../database/port.ts'
import type { Instant } from '../../foundation/deps.ts'
import { isUuid } from '../../foundation/identifiers.ts'
import { isoTime } from '../../foundation/instants.ts'
import { fail, type Result, succeed } from '../../foundation/result.ts'
import { type AuditLine, auditCall } from '../operators/audit.ts'
import {
  BOOTSTRAP,
  confirmCall,
  type GatewayOperator,
  LOCK_OPERATORS,
  OPERATOR_COLUMNS,
  OPERATORS_IN_FORCE,
  operatorIn,
} from '../operators/operators.ts'
import { SECOND_PERSON } from '../operators/second-person.ts'
import { areSeparate } from '../operators/separate.ts'

/** Who set the gateway up: the first person there ever was, or before any the token of the installation. */
const IS_FIRST = `case when exists (select from person) then c.id = (select p.id from person p order by p.created_at, p.id limit 1)
  else c.name = '${BOOTSTRAP}' end`

const JUDGE = sqlStatement({
  name: 'operator_confirm_judge',
  text: `select ${OPERATOR_COLUMNS},
      c.id <> o.id and c.role = 'ADMIN' and c.rights is null and not ${SECOND_PERSON.isSpareOperator('c')}
        and (${areSeparate('o.id', 'c.id')} or ${IS_FIRST} or ${SECOND_PERSON.isAlone('c.id', '$3')}) as may
    from ${OPERATORS_IN_FORCE} o join ${OPERATORS_IN_FORCE} c on c.id = $2 where o.id = $1`,
})

export type NotConfirmed = 'NOT_FOUND' | 'CONFIRMED_BEFORE' | 'SAME_PERSON'

export function confirmOperator(
  database: Database,
  id: string,
  by: Pick<GatewayOperator, 'id' | 'name'>,
  at: Instant,
  line: (confirmed: GatewayOperator) => AuditLine,
): Promise<Result<GatewayOperator, NotConfirmed>> {
  if (!isUuid(id)) return Promise.resolve(fail('NOT_FOUND'))
  const reads = [LOCK_OPERATORS, { statement: JUDGE, values: [id, by.id, isoTime(at)] }] as const
  return database.transact<Result<GatewayOperator, NotConfirmed>, typeof reads>(reads, ([, rows]) => {
    const [row] = rows ?? []
    const none = (why: NotConfirmed) => ({ calls: [], outcome: fail(why) })
    if (!row) return none('NOT_FOUND')
    const operator = operatorIn(row)
    if (operator.isConfirmed) return none('CONFIRMED_BEFORE')
    if (row.may !== true) return none('SAME_PERSON')
    return {
      calls: [confirmCall(id, at, by.name), auditCall(line(operator))],
      outcome: succeed({ ...operator, isConfirmed: true }),
    }
  })
}
