import { describe, expect, it } from 'vitest'
import { bare, hasValue, nullableColumns, type PlanNode } from './nullability.ts'

describe('an expression', () => {
  it.each([
    'count(*)',
    '(count(*))::integer',
    'count(*) FILTER (WHERE (lease IS NULL))',
    'row_number() OVER (ORDER BY a.b)',
    "COALESCE(sum(amount), '0'::numeric)",
    "'APPLIED'::text",
    '(closed_at IS NULL)',
    '((p.expire_at IS NOT NULL))',
    'EXISTS(SubPlan 1)',
    '((a.b IS NULL) AND (NOT EXISTS(SubPlan 2)))',
    "jsonb_build_object('a', a.b)",
  ])('%s always has a value', (expression) => {
    expect(hasValue(expression)).toBe(true)
  })

  it.each([
    'sum(amount)',
    'count(*) + sum(amount)',
    '(a.b = a.c) AND (a.d IS NULL)',
    'NOT a.b',
    'max(at)',
    'COALESCE(a.b, c.d)',
    "(detail ->> ('reference'::text))",
    "(COALESCE(a.b, 'x'::text) = a.c)",
    '(sum(amount))::bigint',
  ])('%s may be null', (expression) => {
    expect(hasValue(expression)).toBe(false)
  })

  it('loses the parentheses around the whole of it, and no others', () => {
    expect(bare('((a.b))')).toBe('a.b')
    expect(bare('(a.b) + (c.d)')).toBe('(a.b) + (c.d)')
  })
})

describe('a column of a table that is `not null`', () => {
  const scan = (alias: string, side: 'Outer' | 'Inner'): PlanNode => ({
    'Parent Relationship': side,
    'Relation Name': 'payment',
    Alias: alias,
    Output: [`${alias}.key`],
  })
  const joined = (type: string): PlanNode => ({
    'Join Type': type,
    Output: ['a.key', 'b.key'],
    Plans: [scan('a', 'Outer'), scan('b', 'Inner')],
  })

  it.each([
    ['Inner', [false, false]],
    ['Left', [false, true]],
    ['Anti', [false, true]],
    ['Right', [true, false]],
    ['Full', [true, true]],
  ])('on the sides of a join of the kind %s', (type, nullable) => {
    expect(nullableColumns(joined(type), ['NOT_NULL', 'NOT_NULL'])).toEqual(nullable)
  })

  it('counts as nullable where an outer join lies below and its table is not to be seen', () => {
    const plan: PlanNode = { Output: ['x.key'], Plans: [joined('Left')] }
    expect(nullableColumns(plan, ['NOT_NULL'])).toEqual([true])
  })
})
