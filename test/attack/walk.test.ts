/**
 * Every route that changes anything is thought of: it has an act with its proof, or a row in a reviewed list that says why one may do it
 * alone. The routes are those of a started gateway, so one that nobody has thought of is found.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENDPOINTS } from '../../src/admin/endpoints.ts'
import { ACT_NAMES } from '../../src/approvals/acts.ts'
import { MEMBER_ACTS } from '../../src/members/acts.ts'
import { type MembersGateway, membersGateway } from '../../src/members/members.fixture.ts'
import { memberCapabilityFor } from '../../src/merchants/capabilities.ts'
import { OPERATORS_ALONE, PARTLY_ALONE } from '../../tools/house/alone.ts'
import { OPEN_DOORS } from '../../tools/house/open-doors.ts'
import { unthought, type Walked } from '../../tools/house/walk.ts'
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
    members: Object.keys(MEMBER_ACTS),
    open: Object.keys(OPEN_DOORS),
    acts: ACT_NAMES,
    askedElsewhere: Object.values(OPEN_DOORS).flatMap(({ acts = [] }) => acts),
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
      { name: 'GET /admin/vault', acts: [], stepUp: false },
      { name: 'POST /admin/vault/!open', acts: ['refund'], stepUp: true },
      { name: 'DELETE /admin/keys/{id}', acts: [], stepUp: false },
    ],
    alone: ['DELETE /admin/keys/{id}'],
    partlyAlone: ['POST /admin/vault/!open'],
    members: ['POST /payouts/:id'],
    open: ['POST /in'],
    acts: ['refund', 'refund.claim'],
    askedElsewhere: ['refund.claim'],
  }
  const NEW = 'POST /admin/safe/!open'
  const withEndpoint = (acts: readonly 'refund'[], stepUp = true) => ({
    served: [...HOUSE.served, NEW],
    endpoints: [...HOUSE.endpoints, { name: NEW, acts, stepUp }],
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
    ['an act that nothing asks for', { askedElsewhere: [] }, 'nothing asks for it'],
  ])('%s', (_what, changes, words) => {
    expect(unthought({ ...HOUSE, ...changes })).toEqual([expect.stringContaining(words)])
  })
})

describe('a fresh proof', () => {
  /** Asks a described operation about what there is not, as a browser would; what counts is who refuses first. */
  const isAskedFor = async (
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
      const isAsked = await isAskedFor(operation, (...asked) => browser.send(...asked))
      // Some ask only where it comes to an act.
      expect([facts.name, isAsked]).toEqual([facts.name, facts.stepUp === true])
    }
  })

  it('is asked of an owner for money and rights, before anything is read of it', async () => {
    const { ask } = await gateway.member((await gateway.merchant()).code, 'Ona', 'OWNER')
    await gateway.doze(6 * MINUTES_MS)
    const operations = await changing('/openapi.json')
    for (const [route, { proof = false }] of Object.entries(MEMBER_ACTS)) {
      const operation = operations.find(({ name }) => name === route.replaceAll(/:(\w+)/g, '{$1}'))
      if (!operation) throw new Error(`${route} is described`)
      expect([route, await isAskedFor(operation, ask)]).toEqual([route, proof])
    }
  })
})

it('what a merchant’s people manage themselves is open to no token', async () => {
  const token = await (await gateway.merchant()).token()
  const managed = Object.keys(MEMBER_ACTS).filter((name) => rightFor(name)?.endsWith(':manage'))
  expect(managed.length).toBeGreaterThan(10)
  for (const name of managed) {
    const [method = '', route = ''] = name.split(' ')
    const answer = await gateway.request(method, route.replaceAll(/:\w+/g, 'none-such'), { token, body: {} })
    expect([name, answer.status]).toEqual([name, 403])
  }
})

const rightFor = (name: string) => memberCapabilityFor(name.split(' ')[1] ?? '', false)

it('whatever gives rights at a merchant takes the right to manage, and nothing is open without a right', () => {
  for (const [name, { puts }] of Object.entries(MEMBER_ACTS))
    expect([name, rightFor(name)]).toEqual([
      name,
      expect.stringMatching(puts === 'RIGHTS' ? /:manage$/ : /:(?:act|manage)$/),
    ])
})
