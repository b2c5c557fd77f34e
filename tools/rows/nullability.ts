/**
 * Finds which columns of a statement can be null, from its plan: the planner writes each column as an expression over
 * the tables that it reads. Anything not understood counts as nullable, so a type never promises more than the database
 * does.
 */

/** A node of `explain (verbose, format json)`. */
export interface PlanNode {
  readonly 'Join Type'?: string
  readonly 'Parent Relationship'?: string
  readonly Alias?: string
  readonly 'Relation Name'?: string
  readonly Output?: readonly string[]
  readonly Plans?: readonly PlanNode[]
}

/** Whether the table column behind an output column is `not null`, if there is one. */
export type Origin = 'NOT_NULL' | 'NULLABLE' | undefined

/** Functions that never return null. */
const ALWAYS =
  /^(count|exists|now|clock_timestamp|row_number|rank|dense_rank|jsonb?_build_object|jsonb?_build_array|concat)(?=\()/i
const LITERAL = /^('(?:[^']|'')*'(::[\w ."]+(\[\])?)?|-?\d+(\.\d+)?|true|false)$/
const IS_TEST = /^.* IS (NOT )?(NULL|DISTINCT FROM .*)$/s

const NULLABLE_SIDES: Readonly<Record<string, readonly string[]>> = {
  Left: ['Inner'],
  Right: ['Outer'],
  Full: ['Inner', 'Outer'],
  // The inner side of an anti join is missing.
  Anti: ['Inner'],
  'Right Anti': ['Outer'],
}

const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Aliases and outputs that an outer join may fill with nulls. */
function filledWithNulls(root: PlanNode): ReadonlySet<string> {
  const found = new Set<string>()
  for (const node of nodesOf(root)) {
    const sides = NULLABLE_SIDES[node['Join Type'] ?? ''] ?? []
    for (const child of node.Plans ?? []) {
      if (!sides.includes(child['Parent Relationship'] ?? '')) continue
      for (const below of nodesOf(child)) {
        for (const output of below.Output ?? []) found.add(output)
        if (below.Alias !== undefined) found.add(`${below.Alias}.`)
      }
    }
  }
  return found
}

/** Removes parentheses around the whole expression. */
export function bare(expression: string): string {
  let inner = expression.trim()
  while (inner.startsWith('(') && inner.endsWith(')') && closes(inner)) inner = inner.slice(1, -1).trim()
  return inner
}

function closes(text: string): boolean {
  let depth = 0
  for (const [index, character] of [...text].entries()) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (depth === 0) return index === text.length - 1
  }
  return false
}

/** Splits a text at these words, outside of parentheses and quotes. */
function partsOf(text: string, between: RegExp): readonly string[] {
  const parts: string[] = []
  let [depth, isQuoted, from] = [0, false, 0]
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (character === "'") isQuoted = !isQuoted
    if (isQuoted) continue
    if (character === '(' || character === '[') depth += 1
    if (character === ')' || character === ']') depth -= 1
    const word = depth === 0 ? between.exec(text.slice(index))?.[0] : undefined
    if (word === undefined) continue
    parts.push(text.slice(from, index))
    from = index + word.length
  }
  return [...parts, text.slice(from)]
}

/** Whether an expression is never null, whatever the rows contain. */
export function hasValue(expression: string): boolean {
  const text = bare(expression)
  if (LITERAL.test(text)) return true
  const parts = partsOf(text, /^ (AND|OR) /)
  if (parts.length > 1) return parts.every(hasValue)
  if (text.startsWith('NOT ')) return hasValue(text.slice('NOT '.length))
  const called = text.replace(/\) (FILTER|OVER) \(.*\)$/s, ')')
  const call = ALWAYS.exec(called)?.[0]
  if (call !== undefined && closes(called.slice(call.length))) return true
  if (IS_TEST.test(text)) return true
  const tail = text.slice('COALESCE'.length)
  if (text.startsWith('COALESCE(') && closes(tail)) return partsOf(tail.slice(1, -1), /^,/).some(hasValue)
  const cast = /^\((.*)\)::[\w ]+$/s.exec(text)
  return cast?.[1] !== undefined && closes(`(${cast[1]})`) && hasValue(cast[1])
}

/** @param origins of the columns, in order */
export function nullableColumns(root: PlanNode, origins: readonly Origin[]): readonly boolean[] {
  const filled = filledWithNulls(root)
  const outputs = root.Output ?? []
  return origins.map((origin, index) => {
    const output = outputs[index]
    if (output === undefined) return true
    if (hasValue(output)) return false
    if (origin !== 'NOT_NULL') return true
    if (filled.size === 0) return false
    // A column of a table that is read here, by its alias; anything else may come from the joins below.
    const alias = /^"?(\w+)"?\.\w+$/.exec(bare(output))?.[1]
    const isRead = nodesOf(root).some((node) => node.Alias === alias && node['Relation Name'] !== undefined)
    return !isRead || filled.has(output) || filled.has(`${alias}.`)
  })
}
