/**
 * The operations of the operators' API as the command needs them. Generated from the endpoints when the packages are
 * installed (`operations-file.ts`), and never committed.
 */
import { existsSync, readFileSync } from 'node:fs'
import type { AdminOperations } from '@sluice/gateway/admin/operations.ts'
import type { AdminOperation } from './operations-file.ts'

export type { AdminOperation, Member } from './operations-file.ts'

/** `GET /admin/accounts/{id}`. */
export type OperationName = keyof AdminOperations

const FILE = new URL('../dist/admin-operations.json', import.meta.url)

/** If the file is missing, the endpoints are read instead, which takes half a second. */
const text = existsSync(FILE)
  ? readFileSync(FILE, 'utf8')
  : (await import('./operations-file.ts')).operationsText()

export const OPERATIONS: Readonly<Record<OperationName, AdminOperation>> = JSON.parse(text)
