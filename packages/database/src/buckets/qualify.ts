/**
 * A statement's text with the schema of a bucket before the tables that are in buckets.
 *
 * Qualified names let one connection serve many buckets, each with prepared statements of its own. One name with a `search_path`
 * that changes would make the server plan again at each change: a read by key took 113 to 163 µs instead of 35 to 63
 * (PostgreSQL 18).
 *
 * It does not parse SQL. It follows the words that can precede a table (`from`, `join`, `into`, `update`, `using`, and commas
 * within a `from` clause), in each pair of parentheses by itself. A test has PostgreSQL describe every statement of the program
 * both ways, with no schema to search, so a table that it misses or takes for a column fails there.
 */

/** Texts, quoted names and comments are taken whole; everything else is words and single characters. */
const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|[a-z_][a-z0-9_]*|\$\d+|\s+|./giy

const BEFORE_A_TABLE = new Set(['from', 'join', 'into', 'update', 'using', 'only', 'table'])
/** After one of these, a comma no longer separates tables. */
const ENDS_TABLES = new Set([
  ...[
    'select',
    'where',
    'group',
    'order',
    'having',
    'limit',
    'offset',
    'fetch',
    'for',
    'set',
    'values',
    'returning',
  ],
  ...['union', 'except', 'intersect', 'window', 'on', 'with', 'conflict'],
])
/** `from` that does not begin a list of tables. */
const FROM_OF_AN_OPERATOR = new Set(['distinct'])
const FROM_OF_A_FUNCTION = new Set(['extract', 'substring', 'trim', 'overlay', 'position'])

interface Level {
  isInTables: boolean
  readonly opener: string
}

/**
 * @param rename the qualified name of a table, or undefined to leave it
 */
export function qualified(text: string, rename: (table: string) => string | undefined): string {
  const levels: Level[] = [{ isInTables: false, opener: '' }]
  const tokens = text.match(TOKEN) ?? []
  let previous = ''
  let beforePrevious = ''
  let written = ''
  for (const token of tokens) {
    if (token.trim() === '' || token.startsWith('--')) {
      written += token
      continue
    }
    const word = token.toLowerCase()
    const level = levels.at(-1)
    const isTable = level !== undefined && canBeTable(previous, beforePrevious, level)
    written += (isTable ? rename(word) : undefined) ?? token
    if (word === '(') levels.push({ isInTables: false, opener: previous })
    else if (word === ')') levels.pop()
    else if (level) {
      if (word === 'from' && !isOperator(previous, level)) level.isInTables = true
      else if (word === 'using' || word === 'update') level.isInTables = true
      else if (ENDS_TABLES.has(word)) level.isInTables = false
      else if (word === 'join') level.isInTables = true
    }
    beforePrevious = previous
    previous = word
  }
  return written
}

const isOperator = (previous: string, level: Level): boolean =>
  FROM_OF_AN_OPERATOR.has(previous) || FROM_OF_A_FUNCTION.has(level.opener)

function canBeTable(previous: string, beforePrevious: string, level: Level): boolean {
  if (previous === ',') return level.isInTables
  if (!BEFORE_A_TABLE.has(previous)) return false
  if (previous === 'from') return !isOperator(beforePrevious, level)
  // `for update of payment` and `do update set`.
  return !(previous === 'update' && (beforePrevious === 'for' || beforePrevious === 'do'))
}

/** The tables that a statement names, of those that `isTable` knows. */
export function tablesOf(text: string, isTable: (name: string) => boolean): ReadonlySet<string> {
  const found = new Set<string>()
  qualified(text, (name) => {
    if (isTable(name)) found.add(name)
    return undefined
  })
  return found
}
