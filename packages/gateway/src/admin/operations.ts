/**
 * The operations of the operators' API as types, by their names: what each takes, and what it answers. They are inferred from the
 * endpoints, so the console and the command cannot expect anything else. There are only types here: an import loads nothing of the server.
 *
 * The compiler writes them out in full into `dist/types`. The console's check reads them there and does not have to
 * infer them again.
 */
import type { TArray, TObject } from 'typebox'
import type { DeclaredTypes, operationsIn } from '../api/operation-types.ts'
import type { WaitingSchema } from './approvals/views.ts'
import type { ENDPOINTS } from './endpoints.ts'

interface OperatorsTypes extends DeclaredTypes {
  readonly operations?: readonly unknown[]
}

/** Each list can be had as a file; what needs an approval may be answered by the request for it. */
type Completed<Types> = Types extends OperatorsTypes
  ? Omit<Types, 'answers'> & {
      readonly exports?: Types['answers'] extends { readonly 200: TObject<{ data: TArray }> }
        ? 'rows'
        : undefined
      readonly answers:
        | Types['answers']
        | ([] extends Types['operations'] ? never : { readonly 202: typeof WaitingSchema })
    }
  : never

declare const operations: typeof operationsIn
/** Never called: see `operationsIn`. */
const inferred = () => operations<Completed<(typeof ENDPOINTS)[number]['declared']>>()

export type AdminOperations = ReturnType<typeof inferred>
