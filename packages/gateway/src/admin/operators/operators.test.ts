import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureBootstrapOperator } from '../../identity/operators/operators.ts'
import { ADMIN, type AdminGateway, adminGateway } from '../admin.fixture.ts'

let gateway: AdminGateway
beforeAll(async () => {
  gateway = await adminGateway()
})
afterAll(() => gateway.close())

describe('an operator', () => {
  it('is made with a token that is shown once', async () => {
    const made = await gateway.admin('POST', '/admin/operators', { name: 'Ann', role: 'VIEWER' })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ name: 'Ann', role: 'VIEWER', token: expect.stringMatching(/^op_/) })
    const listed = await gateway.admin('GET', '/admin/operators')
    expect(listed.text).not.toContain(String(made.body.token))
    expect(listed.text).toContain('"Ann"')
  })

  it('has a name of its own among those in force', async () => {
    await gateway.operator('Bob', 'VIEWER')
    const again = await gateway.admin('POST', '/admin/operators', { name: 'Bob', role: 'ADMIN' })
    expect(again).toMatchObject({ status: 409, body: { code: 'ALREADY_EXISTS' } })
  })

  it('is refused with all faults at once', async () => {
    const answer = await gateway.admin('POST', '/admin/operators', { name: ' x', role: 'KING' })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toMatchObject([
      { path: '/name', code: 'INVALID_FORMAT' },
      { path: '/role', code: 'UNKNOWN_VALUE' },
    ])
  })

  it('may read as VIEWER, and nothing else', async () => {
    const token = await gateway.operator('viewer', 'VIEWER')
    expect((await gateway.admin('GET', '/admin/merchants', undefined, token)).status).toBe(200)
    const credit = await gateway.admin('POST', '/admin/balances/!credit', {}, token)
    expect(credit).toMatchObject({ status: 403, body: { code: 'SCOPE_EXCEEDED' } })
  })

  it('may act on balances as OPERATOR, and not make merchants', async () => {
    const token = await gateway.operator('clerk', 'OPERATOR')
    expect((await gateway.admin('POST', '/admin/balances/!credit', {}, token)).status).toBe(400)
    expect((await gateway.admin('POST', '/admin/merchants', {}, token)).status).toBe(403)
  })

  it('ends at once when it is revoked', async () => {
    const made = await gateway.admin('POST', '/admin/operators', { name: 'Eve', role: 'ADMIN' })
    const token = String(made.body.token)
    expect((await gateway.admin('GET', '/admin/operators', undefined, token)).status).toBe(200)
    expect((await gateway.admin('DELETE', `/admin/operators/${made.body.id}`)).status).toBe(204)
    expect((await gateway.admin('GET', '/admin/operators', undefined, token)).status).toBe(401)
    expect((await gateway.admin('DELETE', `/admin/operators/${made.body.id}`)).status).toBe(404)
  })

  it('stays where it is the last ADMIN', async () => {
    const { body } = await gateway.admin('GET', '/admin/operators')
    const operators = body.data as unknown as { id: string; name: string }[]
    const id = operators.find(({ name }) => name === 'bootstrap')?.id
    const answer = await gateway.admin('DELETE', `/admin/operators/${id}`)
    expect(answer).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
  })

  it('leaves a line in the audit log with every act', async () => {
    await gateway.operator('audited', 'VIEWER')
    const { body } = await gateway.admin('GET', '/admin/audit?limit=1')
    expect(body.data).toMatchObject([
      { operator: 'bootstrap', action: 'operator.create', subject: 'operator audited' },
    ])
    const next = await gateway.admin('GET', `/admin/audit?limit=1&cursor=${body.nextCursor}`)
    expect(next.body.data).not.toEqual(body.data)
  })

  it('leaves a line where the role does not suffice, but for reads', async () => {
    const token = await gateway.operator('curious', 'VIEWER')
    await gateway.admin('POST', '/admin/bank-files/x%00y/!release', {}, token)
    await gateway.admin('GET', '/admin/bank-files/x/content', undefined, token)
    const { body } = await gateway.admin('GET', '/admin/audit?operator=curious')
    expect(body.data).toMatchObject([
      {
        action: 'role.refused',
        subject: 'POST /admin/bank-files/{id}/!release',
        detail: { role: 'VIEWER', needed: 'OPERATOR' },
      },
    ])
  })
})

describe('the admin API', () => {
  it('needs a token that holds, and says nothing else', async () => {
    for (const token of ['wrong', 'op_wrong', 'x'.repeat(5_000)]) {
      const answer = await gateway.admin('GET', '/admin/merchants', undefined, token)
      expect(answer).toMatchObject({ status: 401, body: { code: 'AUTHENTICATION_FAILED' } })
    }
    expect((await gateway.request('GET', '/admin/merchants')).headers['www-authenticate']).toBe('Bearer')
  })

  it("does not take a merchant's token", async () => {
    const shop = await gateway.merchant()
    const answer = await gateway.admin('GET', '/admin/merchants', undefined, await shop.token())
    expect(answer.status).toBe(401)
  })

  it.each([
    ['/admin/merchants/%00', 404],
    ['/admin/audit?operator=%00', 200],
    ['/admin/cases?merchantCode=%00', 200],
    ['/admin/payments?merchantCode=%00', 200],
    ['/admin/payments/%00/payin/%00', 404],
  ])('finds nothing under a name that nobody can have: %s', async (path, status) => {
    const answer = await gateway.admin('GET', path)
    expect([answer.status, answer.body.data ?? []]).toEqual([status, []])
  })

  it('needs no version and is never cached', async () => {
    const answer = await gateway.app.server.inject({
      url: '/admin/merchants',
      headers: { authorization: `Bearer ${ADMIN}` },
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('stops an address that guesses, but not an operator that has been let in before', async () => {
    await gateway.advance(2_000)
    const statuses: number[] = []
    for (let guess = 0; guess < 25; guess++) {
      statuses.push((await gateway.admin('GET', '/admin/audit', undefined, `op_${guess}`)).status)
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(429)
    expect((await gateway.admin('GET', '/admin/audit')).status).toBe(200)
    await gateway.advance(2_000)
  })
})

describe('the bootstrap operator', () => {
  it('is made once, and takes a new token in place of the old one', async () => {
    const { database, deps } = gateway
    expect(await ensureBootstrapOperator(database, deps, ADMIN)).toBe('UNCHANGED')
    expect(await ensureBootstrapOperator(database, deps, 'op_new')).toBe('CHANGED')
    expect((await gateway.admin('GET', '/admin/audit')).status).toBe(401)
    expect((await gateway.admin('GET', '/admin/audit', undefined, 'op_new')).status).toBe(200)
    expect(await ensureBootstrapOperator(database, deps, ADMIN)).toBe('CHANGED')
  })

  it('stays revoked with a token that was revoked', async () => {
    const own = await adminGateway()
    const { database, deps } = own
    const admin = await own.operator('second admin', 'ADMIN')
    const { body } = await own.admin('GET', '/admin/operators')
    const operators = body.data as unknown as { id: string; name: string }[]
    const id = operators.find(({ name }) => name === 'bootstrap')?.id
    expect((await own.admin('DELETE', `/admin/operators/${id}`, undefined, admin)).status).toBe(204)
    expect(await ensureBootstrapOperator(database, deps, ADMIN)).toBe('REVOKED')
    expect((await own.admin('GET', '/admin/audit')).status).toBe(401)
    expect(await ensureBootstrapOperator(database, deps, 'op_third')).toBe('MADE')
    await own.close()
  })
})
