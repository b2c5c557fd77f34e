/** Checks the invariants for an operator. */
import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { checkInvariants } from './invariants.ts'

export const INVARIANT_ENDPOINT = endpoint({
  route: 'GET /admin/invariants',
  role: 'VIEWER',
  summary: 'Check the invariants, computed from the stored rows',
  answers: {
    200: Type.Object({
      holds: Type.Boolean(),
      checks: Type.Array(Type.Object({ name: Type.String(), holds: Type.Boolean(), detail: Type.String() })),
    }),
  },
  handle: ({ backOffice }) => checkInvariants(backOffice.gateway.database),
})
