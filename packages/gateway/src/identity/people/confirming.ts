/**
 * Someone who joined by a link is confirmed face to face as a separate person. From then on they also count as a second person
 * for those who invited and approved them (`identity/operators/separate.ts`).
 *
 * Nobody can confirm themselves, or someone they invited. There are two exceptions, which give one person nothing that they could
 * not do alone before: the first operator, who set up the gateway, and an ADMIN who is the only one. The confirming operator must
 * be an ADMIN without restrictions. The confirmation is written once, with an audit line, under the lock of all operators.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isUuid } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { type Database, sqlStatement } from '@sluice/database/port.ts'
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

/**
 * The operator who set up the gateway: the first person there ever was, or before there was any, the installation's own token.
 */
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
