import { describe, expect, it } from 'vitest'
import { qualified, tablesOf } from './qualify.ts'

const TABLES = new Set(['payment', 'step', 'claim'])
const inBucket = (text: string) => qualified(text, (name) => (TABLES.has(name) ? `b07.${name}` : undefined))

describe('a statement for a bucket', () => {
  it.each([
    [
      'select * from payment p, step s where p.key = s.key',
      'select * from b07.payment p, b07.step s where p.key = s.key',
    ],
    ['update payment set status = $1', 'update b07.payment set status = $1'],
    ['insert into claim (owner) values ($1)', 'insert into b07.claim (owner) values ($1)'],
    [
      'delete from step using claim c where step.key = c.key',
      'delete from b07.step using b07.claim c where step.key = c.key',
    ],
    ['select exists (select from payment)', 'select exists (select from b07.payment)'],
    ['select 1 from a join payment on true', 'select 1 from a join b07.payment on true'],
  ])('names the schema of each table: %s', (text, expected) => {
    expect(inBucket(text)).toBe(expected)
  })

  it.each([
    'select claim, step from other where payment = $1',
    "select 'from payment' as text -- from payment",
    'select "from payment" from other',
    'select a is distinct from step, extract(day from claim) from other',
    'select 1 from other o for update of payment',
    'insert into other (step) values ($1) on conflict (step) do update set step = claim',
    'select * from f(payment, step)',
  ])('leaves columns, aliases, texts and comments alone: %s', (text) => {
    expect(inBucket(text)).toBe(text)
  })

  it('names the tables that it reads', () => {
    const text = 'with x as (select 1 from step) select 1 from x, payment'
    expect([...tablesOf(text, (name) => TABLES.has(name))]).toEqual(['step', 'payment'])
  })
})
