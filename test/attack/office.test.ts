/**
 * Every operation of the operators, as the description names them: whom it lets in, and what a path that names nothing does. From the
 * description, so that a new operation is asked without anybody thinking of it.
 */
import { type AdminGateway, adminGateway } from '@sluice/gateway/admin/admin.fixture.ts'
import { ROLES } from '@sluice/gateway/identity/operators/rights.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../harness.ts'
import { type Operation, operationsOf } from './description.ts'

let gateway: AdminGateway
let operations: readonly Operation[]
let document: Json
const tokens = new Map<string, string>()

beforeAll(async () => {
  gateway = await adminGateway()
  document = (await gateway.request('GET', '/admin/openapi.json')).body
  operations = operationsOf(document).filter(({ path }) => path.startsWith('/admin/'))
  for (const role of ROLES) {
    const made = await gateway.admin('POST', '/admin/operators', { name: `an ${role}`, role })
    tokens.set(role, String(made.body.token))
  }
})
afterAll(() => gateway.close())

const roleOf = ({ path, method }: Operation): string => {
  const reported = document.paths?.[path]?.[method.toLowerCase()]?.description
  return /role (\w+)/.exec(String(reported))?.[1] ?? ''
}

let requested = 0
const ask = async ({ method, path, body, file }: Operation, segment: string, token: string | undefined) => {
  requested += 1
  // So that the failures of one do not close the door to the next.
  if (requested % 15 === 0) await gateway.advance(1_001)
  const takes = body !== undefined || file !== undefined
  return gateway.request(method, path.replaceAll(/\{\w+\}/g, segment), {
    ...(token !== undefined && { token }),
    ...(takes && { raw: '{}', headers: { 'content-type': file ?? 'application/json' } }),
  })
}

describe('every operation of the operators', () => {
  it('names the role that it needs, and there are many', () => {
    expect(operations.length).toBeGreaterThan(60)
    expect(operations.filter((each) => !ROLES.includes(roleOf(each) as never))).toEqual([])
  })

  it('that changes something needs more than a VIEWER', () => {
    const open = operations.filter((each) => each.method !== 'GET' && roleOf(each) === 'VIEWER')
    expect(open.map(({ name }) => name)).toEqual([])
  })

  it('lets in nobody without a token, and no merchant', async () => {
    const merchant = await (await gateway.merchant()).token()
    for (const operation of operations)
      for (const token of [undefined, merchant])
        expect([operation.name, (await ask(operation, 'a', token)).status]).toEqual([operation.name, 401])
  })

  it('lets in its role and those above it, and none below', async () => {
    for (const operation of operations) {
      const needed = ROLES.indexOf(roleOf(operation) as never)
      for (const [rank, role] of ROLES.entries()) {
        const { status } = await ask(operation, 'no-such-thing', tokens.get(role))
        expect([operation.name, role, status === 403]).toEqual([operation.name, role, rank < needed])
      }
    }
  })

  it.each(['a%00b', '%F0%9F%92%B8', 'a'.repeat(300), '__proto__', '..%2f..', '99999999999999999999', '%27'])(
    'answers a path that names %s with a refusal, and not with a failure',
    async (segment) => {
      for (const operation of operations.filter(({ path }) => path.includes('{'))) {
        const { status } = await ask(operation, segment, tokens.get('ADMIN'))
        expect([operation.name, status < 500]).toEqual([operation.name, true])
      }
    },
  )
})
