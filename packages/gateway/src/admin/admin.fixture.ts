/** For tests: a gateway in process with an operator of each role, on a database of its own. */
import type { Database } from '@sluice/database/port.ts'
import {
  type Answer,
  type GatewayOptions,
  type Json,
  START,
  type TestGateway,
  testGateway,
} from '../../../../test/harness.ts'
import { openTestDatabase } from '../../../../test/setup/shared.ts'
import { askNobody } from '../approvals/approvals.fixture.ts'
import { confirmEverybody } from '../identity/operators/operators.fixture.ts'
import { ensureBootstrapOperator } from '../identity/operators/operators.ts'

export const ADMIN = 'op_test-admin'

export interface AdminGateway extends TestGateway {
  /** With the bootstrap operator's token, unless another is given. */
  admin(method: string, path: string, body?: unknown, token?: string): ReturnType<TestGateway['request']>
  /** A new operator's token; it counts as a second person for everybody. */
  operator(name: string, role: string): Promise<string>
  /** Has what waits approved, and collects what it made for who asked. Whoever is made counts as a second person for everybody. */
  collected(requested: Answer, approver: string, asker?: string): Promise<Json>
  close(): Promise<void>
}

export const emptyDatabase = (): Promise<Database> => openTestDatabase(START)

export interface AdminOptions extends GatewayOptions {
  /** Left out: what acts do is tested, and nothing waits for an approval. */
  readonly approvals?: 'AS_USUAL'
}

export async function adminGateway({ approvals, ...options }: AdminOptions = {}): Promise<AdminGateway> {
  const database = await emptyDatabase()
  const gateway = await testGateway(database, options)
  await ensureBootstrapOperator(database, gateway.deps, ADMIN)
  if (!approvals) await askNobody(database)
  const admin: AdminGateway['admin'] = (method, path, body, token = ADMIN) =>
    gateway.request(method, path, { token, ...(body !== undefined && { body }) })
  return {
    ...gateway,
    admin,
    async operator(name, role) {
      const made = await admin('POST', '/admin/operators', { name, role })
      if (made.status !== 201) throw new Error(made.text)
      await confirmEverybody(database)
      return String(made.body.token)
    },
    async collected({ body }, approver, asker = ADMIN) {
      const path = `/admin/approvals/${String(body.approval?.id)}`
      const approved = await admin('POST', `${path}/!approve`, undefined, approver)
      if (approved.status !== 200) throw new Error(approved.text)
      const made = await admin('POST', `${path}/!collect`, undefined, asker)
      if (!made.body.body) throw new Error(made.text)
      await confirmEverybody(database)
      return made.body.body
    },
    async close() {
      await gateway.stop()
      await database.close()
    },
  }
}
