/**
 * The gateway under fire: every operation of the description, asked right, nearly right and hostile, by callers of every kind.
 * A longer run, and a failure seen again: `npm run fuzz -- --seed N --rounds M`.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Json } from '../harness.ts'
import { embeddedImage } from '../setup/shared.ts'
import { judgeBy, type Operation, operationsOf } from './description.ts'
import { type FuzzReport, fuzz } from './fuzzer.ts'

/** Round after round the heap may grow by what is remembered on purpose (tokens that held), and by nothing beside it. */
const GROWTH_BYTES_PER_REQUEST = 2_048
/** Until then caches fill and code is compiled. */
const WARM_AFTER = 0.4

/** A tenth of it is plenty on an idle machine: what is tried is counted, and a busy one may take its time. */
const RUN_WITHIN_MS = 600_000

describe('a gateway that is asked everything by everybody', () => {
  let report: FuzzReport
  beforeAll(async () => {
    report = await fuzz({ seed: 1, rounds: 8, image: await embeddedImage('migrated') })
  }, RUN_WITHIN_MS)

  it('answers in time, never with a 5xx, only as described, and logs no error', () => {
    expect(report.findings).toEqual([])
  })

  it('was asked every operation, and gave each its good answer as well as refusals', () => {
    expect(report.requests).toBeGreaterThan(1_000)
    const never = (wanted: (status: number) => boolean) =>
      [...report.operations].filter(([, statuses]) => ![...statuses].some(wanted)).map(([name]) => name)
    expect(never((status) => status < 300)).toEqual([])
    expect(report.operations.size).toBeGreaterThan(100)
    expect(never((status) => status >= 400).filter((name) => !name.includes('/.well-known/'))).toEqual([])
  })

  it('keeps nothing in memory', () => {
    const warm = Math.floor(report.heapBytes.length * WARM_AFTER)
    const grown = (report.heapBytes.at(-1) ?? 0) - (report.heapBytes[warm] ?? 0)
    const requests = report.requests * (1 - (warm + 1) / report.heapBytes.length)
    expect(grown / requests).toBeLessThan(GROWTH_BYTES_PER_REQUEST)
  })

  it('has its books in order afterwards', () => {
    expect(report.broken).toEqual([])
  })
})

describe('the judge of answers', () => {
  const document = {
    paths: {
      '/things': {
        get: {
          responses: {
            200: { content: { 'application/json': { schema: { type: 'object', required: ['id'] } } } },
            404: {
              description: 'NOT_FOUND: no',
              content: { 'application/problem+json': { schema: { type: 'object' } } },
            },
          },
        },
      },
    },
    components: { schemas: { Problem: { type: 'object', required: ['code'] } } },
  } as unknown as Json
  const [operation] = operationsOf(document) as readonly [Operation]
  const judge = judgeBy(document)
  const answered = (status: number, body: object): Answer => ({
    status,
    text: JSON.stringify(body),
    body: body as Json,
    headers: { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' },
  })

  it.each([
    ['a body that fits', 200, { id: 1 }, undefined],
    ['a body that does not fit', 200, {}, '200 does not fit'],
    ['a status that nobody wrote down', 409, { code: 'CONFLICT' }, 'knows no 409'],
    ['a code that nobody wrote down', 404, { code: 'GONE' }, 'knows no 404 with the code GONE'],
    ['a refusal as it is written', 404, { code: 'NOT_FOUND' }, undefined],
    ['a failure, even were it written down', 500, { code: 'INTERNAL_ERROR' }, 'is a 500'],
  ])('sees %s', (_what, status, body, fault) => {
    const found = judge.fault(operation, answered(status, body), 'as described')
    if (fault === undefined) expect(found).toBeUndefined()
    else expect(found).toContain(fault)
  })

  it('lets HTTP refuse what is wrong as HTTP, and only so', () => {
    const refused = answered(415, { code: 'UNSUPPORTED_MEDIA_TYPE' })
    expect(judge.fault(operation, refused, 'or refused by HTTP')).toBeUndefined()
    expect(judge.fault(operation, refused, 'as described')).toContain('knows no 415')
    expect(judge.fault(operation, answered(415, { code: 'ODD' }), 'or refused by HTTP')).toContain('knows no')
  })
})
