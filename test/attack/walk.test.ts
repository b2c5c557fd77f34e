/**
 * Every route that changes anything is thought of: it has an act with its proof, or a row in a reviewed list that says why one may do it
 * alone. The routes are those of a started gateway, so one that nobody has thought of is found.
 */
import { ENDPOINTS } from '@sluice/gateway/admin/endpoints.ts'
import { ACTION_NAMES } from '@sluice/gateway/approvals/operations.ts'
import { type MembersGateway, membersGateway } from '@sluice/gateway/identity/members/members.fixture.ts'
import { memberCapabilityFor } from '@sluice/gateway/merchants/capabilities.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PERSON_RULES } from '../../tools/structure/person-rules.ts'
import { PUBLIC_ROUTES } from '../../tools/structure/public-routes.ts'
import { OPERATORS_ALONE, PARTLY_ALONE } from '../../tools/structure/single-approval.ts'
import { unthought, type Walked } from '../../tools/structure/walk.ts'
import type { Answer } from '../harness.ts'
import { type Operation, operationsOf } from './description.ts'
import { routesOf } from './routes.ts'

const MINUTES_MS = 60_000

let gateway: MembersGateway
beforeAll(async () => {
  gateway = await membersGateway()
})
afterAll(() => gateway.close())

it('every route that is not GET has an act, or stands in one reviewed list', () => {
  const served = routesOf(gateway.app).map(({ method, path }) => `${method} ${path}`)
  expect(served.filter((route) => !route.startsWith('GET ')).length).toBeGreaterThan(150)
  const all: Walked = {
    served,
    endpoints: ENDPOINTS.map(({ facts }) => facts),
    alone: Object.keys(OPERATORS_ALONE),
    partlyAlone: Object.keys(PARTLY_ALONE),
    members: Object.keys(PERSON_RULES),
    open: Object.keys(PUBLIC_ROUTES),
    operations: ACTION_NAMES,
    requestedElsewhere: Object.values(PUBLIC_ROUTES).flatMap(({ operations = [] }) => operations),
  }
  expect(unthought(all)).toEqual([])
})

describe('told with what to do is', () => {
  /** A house in which everything is thought of. */
  const HOUSE: Walked = {
    served: [
      'GET /admin/vault',
      'POST /admin/vault/!open',
      'DELETE /admin/keys/:id',
      'POST /payouts/:id',
      'POST /in',
    ],
    endpoints: [
      { name: 'GET /admin/vault', operations: [], stepUp: false },
      { name: 'POST /admin/vault/!open', operations: ['refund'], stepUp: true },
      { name: 'DELETE /admin/keys/{id}', operations: [], stepUp: false },
    ],
    alone: ['DELETE /admin/keys/{id}'],
    partlyAlone: ['POST /admin/vault/!open'],
    members: ['POST /payouts/:id'],
    open: ['POST /in'],
    operations: ['refund', 'refund.claim'],
    requestedElsewhere: ['refund.claim'],
  }
  const NEW = 'POST /admin/safe/!open'
  const withEndpoint = (operations: readonly 'refund'[], stepUp = true) => ({
    served: [...HOUSE.served, NEW],
    endpoints: [...HOUSE.endpoints, { name: NEW, operations, stepUp }],
  })

  it('nothing, where all is thought of', () => {
    expect(unthought(HOUSE)).toEqual([])
  })

  it.each<readonly [string, Partial<Walked>, string]>([
    ['an endpoint without act and row', withEndpoint([]), 'else give it a row in'],
    ['one with both', { ...withEndpoint(['refund']), alone: [...HOUSE.alone, NEW] }, 'take the row out'],
    ['an act without a fresh proof', withEndpoint(['refund'], false), 'without a fresh proof'],
    ['a row of what is gone', { alone: [...HOUSE.alone, NEW] }, 'which there is not'],
    ['a part of what has no act', { partlyAlone: HOUSE.alone }, 'move the row'],
    ['a route beside the declarations', { served: [...HOUSE.served, NEW] }, 'not declared'],
    ['any other route in no list', { served: [...HOUSE.served, 'POST /out'] }, 'stands in no list'],
    ['one in two lists', { open: [...HOUSE.open, ...HOUSE.members] }, 'it is for one of them'],
    ['a member’s row of what is gone', { members: [...HOUSE.members, 'POST /out'] }, 'which there is not'],
    ['an act that nothing asks for', { requestedElsewhere: [] }, 'nothing asks for it'],
  ])('%s', (_what, changes, words) => {
    expect(unthought({ ...HOUSE, ...changes })).toEqual([expect.stringContaining(words)])
  })
})

describe('a fresh proof', () => {
  /** Asks a described operation about what there is not, as a browser would; what counts is who refuses first. */
  const isProofRequested = async (
    { method, path, file, body }: Operation,
    ask: (
      method: string,
      path: string,
      body: unknown,
      headers: Readonly<Record<string, string>>,
    ) => Promise<Answer>,
  ) => {
    const sent = file === undefined && body === undefined ? undefined : '{}'
    const type: Readonly<Record<string, string>> = file === undefined ? {} : { 'content-type': file }
    const answer = await ask(method, path.replaceAll(/\{\w+\}/g, 'no-such-thing'), sent, type)
    return String(answer.body?.code) === 'STEP_UP_NEEDED'
  }
  const changing = async (description: string) =>
    operationsOf((await gateway.request('GET', description)).body).filter(({ method }) => method !== 'GET')

  it('is asked of an operator for every act and for whatever else says so, before anything is read of it', async () => {
    const { browser } = await gateway.person('Ada', 'ADMIN')
    await gateway.doze(6 * MINUTES_MS)
    const operations = await changing('/admin/openapi.json')
    for (const { facts } of ENDPOINTS.filter(({ facts: { name } }) => !name.startsWith('GET '))) {
      const operation = operations.find(({ name }) => name === facts.name)
      if (!operation) throw new Error(`${facts.name} is described`)
      const isRequested = await isProofRequested(operation, (...requested) => browser.send(...requested))
      // Some ask only where it comes to an act.
      expect([facts.name, isRequested]).toEqual([facts.name, facts.stepUp === true])
    }
  })

  it('is asked of an owner for money and rights, before anything is read of it', async () => {
    const { ask } = await gateway.member((await gateway.merchant()).code, 'Ona', 'OWNER')
    await gateway.doze(6 * MINUTES_MS)
    const operations = await changing('/openapi.json')
    for (const [route, { proof = false }] of Object.entries(PERSON_RULES)) {
      const operation = operations.find(({ name }) => name === route.replaceAll(/:(\w+)/g, '{$1}'))
      if (!operation) throw new Error(`${route} is described`)
      expect([route, await isProofRequested(operation, ask)]).toEqual([route, proof])
    }
  })
})

it('what a merchant’s people manage themselves is open to no token', async () => {
  const token = await (await gateway.merchant()).token()
  const managed = Object.keys(PERSON_RULES).filter((name) => rightFor(name)?.endsWith(':manage'))
  expect(managed.length).toBeGreaterThan(10)
  for (const name of managed) {
    const [method = '', route = ''] = name.split(' ')
    const answer = await gateway.request(method, route.replaceAll(/:\w+/g, 'none-such'), { token, body: {} })
    expect([name, answer.status]).toEqual([name, 403])
  }
})

const rightFor = (name: string) => memberCapabilityFor(name.split(' ')[1] ?? '', false)

it('whatever gives rights at a merchant takes the right to manage, and nothing is open without a right', () => {
  for (const [name, { puts }] of Object.entries(PERSON_RULES))
    expect([name, rightFor(name)]).toEqual([
      name,
      expect.stringMatching(puts === 'RIGHTS' ? /:manage$/ : /:(?:act|manage)$/),
    ])
})
