import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bothEngines } from '../../../test/setup/shared.ts'
import {
  callWithRows,
  givenRows,
  insertRows,
  insertRowsInOrder,
  type RowColumns,
  rowsInCall,
} from './row-arrays.ts'
import type { Opened } from './testing.ts'

const COLUMNS: RowColumns = [
  ['name', 'text'],
  ['amount', 'bigint'],
  ['document', 'text', 'jsonb'],
]
const ROWS = [
  { name: 'b', amount: '9007199254740993', document: '{"is": ["ż"]}' },
  { name: 'a', amount: null, document: null },
  { name: 'c', amount: '-1', document: '2' },
]
const READ = [
  { name: 'b', amount: 9_007_199_254_740_993n, document: { is: ['ż'] } },
  { name: 'a', amount: null, document: null },
  { name: 'c', amount: -1n, document: 2 },
]

describe.each(bothEngines)('rows of a call, on $name', ({ open }) => {
  let opened: Opened
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened?.close())

  const selected = { name: 'rows_selected', columns: COLUMNS, text: `select r.* from ${givenRows(COLUMNS)}` }

  it('are selected in their order, whatever is null', async () => {
    const { statement, values } = callWithRows(selected, ROWS)
    expect(await opened.database.run(statement, values)).toEqual(READ)
  })

  it('may be none', async () => {
    const { statement, values } = callWithRows(selected, [])
    expect(await opened.database.run(statement, values)).toEqual([])
  })

  it('are inserted in their order, or in one that the statement names', async () => {
    const make = {
      name: '',
      text: 'create temporary table sorted (name text, amount bigint, document jsonb)',
    }
    const given = { name: 'rows_given', columns: COLUMNS, text: insertRows('sorted', COLUMNS) }
    const text = insertRowsInOrder('sorted', COLUMNS, 'r.name', 'returning name')
    const ordered = { name: 'rows_ordered', columns: COLUMNS, text }
    const read = { name: '', text: 'select name from sorted' }
    const drop = { name: '', text: 'drop table sorted' }
    const [, , inOrder, all] = await opened.database.batch([
      { statement: make, values: [] },
      callWithRows(given, ROWS),
      callWithRows(ordered, ROWS),
      { statement: read, values: [] },
      { statement: drop, values: [] },
    ])
    expect(inOrder).toEqual(['a', 'b', 'c'].map((name) => ({ name })))
    expect(all?.map(({ name }) => name)).toEqual(['b', 'a', 'c', 'a', 'b', 'c'])
  })
})

it('the rows of a call are read as they were given, without what has no column', () => {
  const call = callWithRows({ name: 'any', text: '', columns: COLUMNS }, [
    { name: 'a', amount: '1', other: true },
    { name: 'b', document: '[]' },
  ])
  expect(rowsInCall({ name: 'any', text: '', columns: COLUMNS }, call)).toEqual([
    { name: 'a', amount: '1', document: null },
    { name: 'b', amount: null, document: '[]' },
  ])
})
