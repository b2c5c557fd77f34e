import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bothEngines } from '../../test/setup/shared.ts'
import type { Opened } from '../database/testing.ts'
import { simulatedDeps } from '../foundation/simulated-deps.ts'
import { Journal } from './journal.ts'
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
  fc.string({ unit: 'binary' }).filter((each) => each.isWellFormed() && !each.includes('\0')),
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
          const journal = new Journal(opened.database, deps, { queueLimit: 1_000 })
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

  it('keep what the acceptance has made known beyond what most begin with', async () => {
    await emptyJournal(opened.database)
    const deps = simulatedDeps(1)
    const make = maker(deps)
    const journal = new Journal(opened.database, deps, { queueLimit: 10 })
    const known = { payerAccount: { accountNumber: '1234567890' }, externalReference: '632504123456' }
    await journal.commit(make.payin('p1', known))
    expect(
      await rowsOf(opened.database, 'select payer_account, external_reference from payment'),
    ).toMatchObject([{ payer_account: known.payerAccount, external_reference: known.externalReference }])
  })
})
