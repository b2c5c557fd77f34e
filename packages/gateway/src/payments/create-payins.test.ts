import { anyText } from '@sluice/core/foundation/any-text.fixture.ts'
import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Opened } from '@sluice/database/testing.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bothEngines } from '../../../../test/setup/shared.ts'
import { LaneJournal } from './journal.ts'
import { emptyJournal, maker, rowsOf } from './payments.fixture.ts'

const ENGINES = bothEngines

/** What an array of PostgreSQL or a JSON text might take for something else; a database holds no NUL and no half of a pair. */
const text = fc.oneof(
  fc.constantFrom(
    '',
    'NULL',
    'null',
    '{}',
    'a,b',
    '"',
    '\\',
    '\\n',
    '\n',
    '\t',
    '\u0001',
    ' ',
    '}',
    "'",
    '\u2028',
  ),
  anyText().filter((each) => each.isWellFormed() && !each.includes('\0')),
)

describe.each(ENGINES)('payins that are created together, on $name', ({ open }) => {
  let opened: Opened
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened?.close())

  it('are stored as they are, whatever their texts hold', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ text, isNull: fc.boolean() }), { minLength: 1 }),
        async (given) => {
          await emptyJournal(opened.database)
          const deps = simulatedDeps(1)
          const make = maker(deps)
          const journal = new LaneJournal(opened.database, deps, { queueLimit: 1_000 })
          const changes = given.map((each, index) =>
            make.payin(`p${index}`, {
              callbackUrl: each.text,
              request: { returnUrl: each.text },
              operator: each.isNull ? undefined : each.text,
            }),
          )
          await Promise.all(changes.map((change) => journal.commit(change)))
          const rows = await rowsOf(
            opened.database,
            'select id, callback_url, request, operator from payment',
          )
          expect(new Map(rows.map(({ id, ...row }) => [id, row]))).toEqual(
            new Map(
              given.map((each, index) => [
                `p${index}`,
                {
                  callback_url: each.text,
                  request: { returnUrl: each.text },
                  operator: each.isNull ? null : each.text,
                },
              ]),
            ),
          )
        },
      ),
      { numRuns: 50 },
    ))

  it('are expected to be new again ten seconds after one was not', async () => {
    await emptyJournal(opened.database)
    const deps = simulatedDeps(1)
    const make = maker(deps)
    const sent: string[] = []
    const journal = new LaneJournal(
      {
        ...opened.database,
        engine: opened.database.engine,
        writeSlots: 2,
        run: (statement, values) => opened.database.run(statement, values),
        batch(calls) {
          sent.push(...calls.map(({ statement }) => statement.name))
          return opened.database.batch(calls)
        },
      },
      deps,
      { queueLimit: 10 },
    )
    const create = async (...ids: readonly string[]) => {
      sent.length = 0
      const outcomes = await Promise.all(ids.map((id) => journal.commit(make.payin(id))))
      return { types: outcomes.map(({ type }) => type), sent: [...sent] }
    }
    const [lone, all, guarded] = ['insert_payin', 'insert_payins', 'create_payins'].map(
      (name) => `journal_${name}`,
    )
    expect(await create('a', 'b')).toEqual({ types: ['done', 'done'], sent: [all] })
    expect(await create('c', 'b', 'd')).toEqual({
      types: ['done', 'duplicate', 'done'],
      sent: [all, guarded],
    })
    await deps.advance(9_999)
    expect(await create('a', 'e')).toEqual({ types: ['duplicate', 'done'], sent: [guarded] })
    await deps.advance(1)
    expect(await create('f')).toEqual({ types: ['done'], sent: [lone] })
    expect(await create('f')).toEqual({ types: ['duplicate'], sent: [lone, guarded] })
  })

  it('have their steps with them, and those that are not made none', async () => {
    await emptyJournal(opened.database)
    const deps = simulatedDeps(1)
    const make = maker(deps)
    const journal = new LaneJournal(opened.database, deps, { queueLimit: 10 })
    const payin = (id: string, dueInMs: number) =>
      make.created(make.payment('payin', id), [{ purpose: 'sandbox', dueAt: deps.clock.now() + dueInMs }])
    await journal.commit(payin('a', 1_000))
    await Promise.all([journal.commit(payin('a', 2_000)), journal.commit(payin('b', 3_000))])
    const steps = await rowsOf(
      opened.database,
      'select id, purpose, kind, due_at, tries from step order by id',
    )
    expect(steps).toEqual(
      [1_000, 3_000].map((dueInMs, index) => ({
        id: ['a', 'b'][index],
        purpose: 'sandbox',
        kind: 'payin',
        due_at: deps.clock.now() + dueInMs,
        tries: 0,
      })),
    )
  })

  it('keep what the acceptance has made known beyond what most begin with', async () => {
    await emptyJournal(opened.database)
    const deps = simulatedDeps(1)
    const make = maker(deps)
    const journal = new LaneJournal(opened.database, deps, { queueLimit: 10 })
    const known = { payerAccount: { accountNumber: '1234567890' }, externalReference: '632504123456' }
    await journal.commit(make.payin('p1', known))
    expect(
      await rowsOf(opened.database, 'select payer_account, external_reference from payment'),
    ).toMatchObject([{ payer_account: known.payerAccount, external_reference: known.externalReference }])
  })
})
