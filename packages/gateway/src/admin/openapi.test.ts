import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminGateway, adminGateway } from './admin.fixture.ts'

interface Described {
  readonly tags: readonly string[]
  readonly security: readonly object[]
  readonly responses: object
}

let gateway: AdminGateway
beforeAll(async () => {
  gateway = await adminGateway({ started: false })
})
afterAll(() => gateway.close())

describe("the description of the operators' API", () => {
  it('is valid OpenAPI', async () => {
    const { text } = await gateway.request('GET', '/admin/openapi.json')
    const problems = await lintFromString({
      source: text,
      config: await createConfig({ rules: { struct: 'error', 'no-unresolved-refs': 'error' } }),
    })
    expect(problems.map(({ message, location }) => `${message} ${location[0]?.pointer}`)).toEqual([])
  })

  it('tells of nothing that merchants may call, and theirs of nothing that operators and connectors may', async () => {
    const pathsOf = async (document: string) =>
      Object.keys((await gateway.request('GET', document)).body.paths ?? {})
    const [operators, merchants] = [await pathsOf('/admin/openapi.json'), await pathsOf('/openapi.json')]
    expect(operators.filter((path) => !/^\/(admin|connectors|providers)\//.test(path))).toEqual([])
    expect(merchants.filter((path) => /^\/(admin|connectors|providers)\b/.test(path))).toEqual([])
    expect(merchants).toContain('/payins/{idPayin}')
    expect((await gateway.request('GET', '/openapi.json')).text).not.toMatch(/\/admin|[Oo]perator's token/)
  })

  it('has a page of its own, which reads it without a token as merchants read theirs', async () => {
    const page = await gateway.request('GET', '/admin/docs/')
    expect(page.text).toContain('/admin/openapi.json')
    const [, source = ''] = /<script src="([^"]+)"/.exec(page.text) ?? []
    expect((await gateway.request('GET', new URL(source, 'http://here/admin/docs/').pathname)).status).toBe(
      200,
    )
  })

  it("shows every admin route with the operator's token and its refusals", async () => {
    const { body } = await gateway.request('GET', '/admin/openapi.json')
    const routes = Object.entries(body.paths as unknown as Record<string, Record<string, Described>>)
      .filter(([path]) => path.startsWith('/admin/'))
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, route]) => ({ path, method, route })),
      )
    expect(routes.length).toBeGreaterThan(25)
    for (const { path, method, route } of routes) {
      expect(route, `${method} ${path}`).toMatchObject({ tags: ['Admin'], security: [{ operator: [] }] })
      expect(Object.keys(route.responses)).toEqual(expect.arrayContaining(['401', '403', '429']))
    }
  })

  it('tells what each of its codes means', async () => {
    expect((await gateway.request('GET', '/docs/errors/REFERENCE_CONFLICT')).status).toBe(200)
  })
})
