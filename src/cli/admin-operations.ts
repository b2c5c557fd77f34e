/** What the command knows of the operations of the operators' API: see `tools/admin-operations.ts`, which writes it down. */
import data from './data/admin-operations.json' with { type: 'json' }

/** `GET /admin/accounts/{id}`. */
export type OperationName = keyof typeof data

/** One of a path, a query or a body. */
export interface Member {
  /** `string`, `integer`, `number`, `boolean`, or `other` for all that is made of more. */
  readonly type: string
  readonly isRequired?: boolean
  readonly choices?: readonly string[]
  readonly description: string
}
type Members = Readonly<Record<string, Member>>

export interface AdminOperation {
  readonly summary: string
  readonly path: Members
  readonly query: Members
  /** Of JSON; left out where there is none. */
  readonly body?: Members
  /** Of a body that is more than words and numbers: what a file may hold. */
  readonly example?: object
  /** It takes a file that is no JSON. */
  readonly isFile?: boolean
}

export const OPERATIONS: Readonly<Record<OperationName, AdminOperation>> = data
