/**
 * The examples in the description of the operators' API, each posted as it stands to a back office in which that can go right: what must
 * be there first (a merchant, a case, a file) is staged as for the fuzz run, and its names take the place of the example's.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { diceOf } from '../simulation/dice.ts'
import { judgeBy, type Operation, operationsOf } from './description.ts'
import type { Staged } from './office-world.ts'
import { openWorld, type World } from './world.ts'

/** Names of what must be there, or must not be there yet; all else is posted as the example has it. */
const REFERENCES: ReadonlySet<string> = new Set([
  ...[
    'merchantCode',
    'merchantCodes',
    'idPayin',
    'name',
    'owner',
    'id',
    'account',
    'accounts',
    'cases',
    'parts',
  ],
  ...['references', 'reference', 'chainId', 'code', 'rpcUrls', 'xpub', 'tokens', 'fromBlock', 'month'],
])

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The example, about what is there. */
function about(example: unknown, staged: unknown): unknown {
  if (!isFields(example) || !isFields(staged)) return example
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [
      name,
      REFERENCES.has(name) && staged[name] !== undefined ? staged[name] : value,
    ]),
  )
}

const examplesOf = ({ examples, example }: Operation): readonly unknown[] =>
  example === undefined ? examples : [example, ...examples]

let world: World
beforeAll(async () => {
  world = await openWorld(1)
})
afterAll(() => world?.close())

describe('an example of the operators’ API', () => {
  const taking = (): readonly Operation[] =>
    operationsOf(world.document).filter(({ path, body }) => path.startsWith('/admin/') && body !== undefined)

  it('is there for every operation that takes a body', () => {
    expect(taking().length).toBeGreaterThan(50)
    expect(taking().flatMap((each) => (examplesOf(each).length === 0 ? [each.name] : []))).toEqual([])
  })

  it('is accepted, and answered as described', async () => {
    const { gateway, operator, stage, victim, document } = world
    const judge = judgeBy(document)
    const dice = diceOf(1, 1)
    const wrong: string[] = []
    for (const operation of taking()) {
      for (const example of examplesOf(operation)) {
        const staged: Staged = (await stage(operation, dice)) ?? {}
        const segments: Fields = { merchantCode: victim.code, ...staged.segments }
        const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(segments[name]))
        const token = staged.token ?? operator
        const body = await withHash(about(example, staged.body), path, token)
        const answer = await gateway.request(operation.method, path, { token, body })
        const fault = judge.fault(operation, answer, 'as described')
        if (answer.status >= 300 || fault)
          wrong.push(`${operation.name} ${answer.status} ${fault ?? ''} ${answer.text}`)
      }
    }
    expect(wrong).toEqual([])
  })

  /** Whoever releases a file says which bytes were looked at. */
  async function withHash(body: unknown, path: string, token: string): Promise<unknown> {
    if (!isFields(body) || !('sha256' in body)) return body
    const file = await world.gateway.request('GET', path.replace('/!release', ''), { token })
    return { ...body, sha256: file.body.sha256 }
  }
})

describe('a NUL', () => {
  it('in any parameter of a path or a query breaks nothing: there is nothing of that name, or it is refused', async () => {
    const { gateway, operator, document, shop } = world
    const token = await shop.token()
    const failed: string[] = []
    for (const { path, query } of operationsOf(document).filter(({ method }) => method === 'GET')) {
      const plain = path.replaceAll(/\{\w+\}/g, 'a')
      const targets = [path.replaceAll(/\{\w+\}/g, 'a%00'), ...query.map((name) => `${plain}?${name}=a%00`)]
      for (const target of targets) {
        const answer = await gateway.request('GET', target, {
          token: path.startsWith('/admin/') ? operator : token,
        })
        if (answer.status >= 500) failed.push(`${target} ${answer.status} ${answer.text}`)
      }
    }
    expect(failed).toEqual([])
  })
})
