/**
 * The shape of the code base, read from its import lines: everywhere imports run downwards only and in no circle, and files stay short.
 * In `src/` no file only passes on what others export, effects come in through `Deps`, each table is named by its owner's SQL alone, and
 * the HTTP room knows nothing of payments. How long a function may be is a rule in `biome.json`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EXAMINERS, TABLE_OWNERS, WRITES_WITH_ITS_OWN } from '../tools/structure/table-owners.ts'

const ROOT = join(import.meta.dirname, '..')
const SRC = join(ROOT, 'src')

interface File {
  /** From the folder that was read: `http/server.ts` of `src/`. */
  readonly path: string
  readonly text: string
  /** Files it imports, at run time or for their types; from the same folder. */
  readonly imports: readonly string[]
}

interface Source extends File {
  /** Without comments and the texts in quotes, so that words about a thing are not taken for the thing. */
  readonly code: string
}

const IMPORT = /^(?:import|export)\s[^'"]*?from\s+'(\.[^']+)'|^import\s+'(\.[^']+)'|import\('(\.[^']+)'\)/gm

const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.d)\.tsx?$/.test(path))
    .map((path) => join(folder, path))
    .sort()

const isOfTests = (path: string): boolean => /\.(test|fixture)\.ts$/.test(path)

function read(root: string, path: string): File {
  const text = readFileSync(join(root, path), 'utf8')
  const imports = [...text.matchAll(IMPORT)].map(([, from, bare, later]) =>
    relative(root, normalize(join(root, dirname(path), from ?? bare ?? later ?? ''))),
  )
  return { path, text, imports }
}

function readSource(path: string): Source {
  const file = read(SRC, path)
  return { ...file, code: file.text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1') }
}

const SOURCES: readonly Source[] = filesIn('src')
  .filter((path) => !isOfTests(path))
  .map((path) => relative('src', path))
  .filter((path) => path !== 'database/testing.ts')
  .map(readSource)

/** Parts of the code base, and which others each may import from. A test may import from everywhere. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  client: [],
  src: ['client'],
  'web/kit': ['src'],
  'web/checkout': ['web/kit', 'src'],
  'web/console': ['web/kit', 'src'],
  'web/dashboard': ['web/kit', 'src'],
  bench: ['src'],
  examples: ['client', 'src'],
  // They start a gateway as the tests do, to read what it says of itself.
  tools: ['src', 'web/console', 'test'],
  test: ['client', 'src', 'web/kit', 'web/checkout', 'web/console', 'web/dashboard', 'examples', 'tools'],
}

/** All files, those of tests too, by their paths from the root. */
const FILES: readonly File[] = Object.keys(PARTS)
  .flatMap(filesIn)
  .map((path) => read(ROOT, path))
const PATHS: ReadonlySet<string> = new Set(FILES.map(({ path }) => path))
const partOf = (path: string): string | undefined =>
  Object.keys(PARTS).find((part) => path.startsWith(`${part}/`))

/** Modules from the lowest layer up: each may import from the modules of the layers below it. */
const LAYERS: readonly (readonly string[])[] = [
  ['foundation'],
  ['outbound'],
  ['database'],
  ['backup'],
  ['http'],
  ['catalogue'],
  ['ledger'],
  ['identity/access'],
  ['identity/operators'],
  ['identity/people'],
  ['approvals'],
  ['merchants'],
  ['payments'],
  ['processing', 'callbacks'],
  ['processors'],
  ['api'],
  ['fx', 'reconciliation'],
  ['timeline', 'search'],
  ['account', 'identity/members', 'payins', 'payouts', 'refunds', 'billing', 'settlement'],
  ['payment-links'],
  ['reporting'],
  ['hosted-pages'],
  ['alerts'],
  ['admin'],
  ['api-docs'],
  ['server'],
]

/** A folder of `src/`; within `identity/` each folder is one. */
const moduleOf = (path: string): string | undefined => {
  const [first, second] = path.split('/')
  if (second === undefined) return undefined
  return first === 'identity' ? `identity/${second}` : first
}
const layerOf = (module: string): number => LAYERS.findIndex((modules) => modules.includes(module))

it('there is something to look at', () => {
  expect(SOURCES.length).toBeGreaterThan(100)
  expect(SOURCES.flatMap(({ imports }) => imports).length).toBeGreaterThan(300)
})

describe('each part imports only from those that it is built on', () => {
  it.each(Object.entries(PARTS))('%s', (part, allowed) => {
    const files = FILES.filter(({ path }) => partOf(path) === part && !isOfTests(path))
    expect(files).not.toEqual([])
    const elsewhere = files.flatMap(({ path, imports }) =>
      imports
        .filter(
          (imported) => PATHS.has(imported) && ![part, ...allowed].some((each) => partOf(imported) === each),
        )
        .map((imported) => `${path} → ${imported}`),
    )
    expect(elsewhere).toEqual([])
  })

  it('of the server, the command alone is built on the client', () => {
    const using = SOURCES.filter(({ imports }) => imports.some((path) => path.startsWith('../client/')))
    expect(using.map(({ path }) => path).filter((path) => !path.startsWith('cli/'))).toEqual([])
  })
})

describe('imports run downwards', () => {
  const inModules = SOURCES.filter(({ path }) => {
    const module = moduleOf(path)
    return module !== undefined && layerOf(module) >= 0
  })

  it.each(LAYERS.flat())('%s', (module) => {
    const upwards = inModules
      .filter(({ path }) => moduleOf(path) === module)
      .flatMap(({ path, imports }) => imports.map((imported) => ({ path, imported, to: moduleOf(imported) })))
      .filter(({ to }) => to !== module)
      .filter(({ to }) => to === undefined || layerOf(to) < 0 || layerOf(to) >= layerOf(module))
      .map(({ path, imported }) => `${path} → ${imported}`)
    expect(upwards).toEqual([])
  })

  it('every module but the command’s own has its layer, and no layer is empty', () => {
    const modules = new Set(SOURCES.flatMap(({ path }) => moduleOf(path) ?? []))
    expect([...modules].filter((module) => layerOf(module) < 0 && module !== 'cli')).toEqual([])
    expect(LAYERS.flat().filter((module) => !modules.has(module))).toEqual([])
  })

  it('between the seven boxes that the architecture page draws, each folder in one of them', () => {
    const page = readFileSync(join(SRC, '../docs/architecture.md'), 'utf8')
    const [, drawn = ''] = /```mermaid\nflowchart TD\n([\s\S]*?)```/.exec(page) ?? []
    const foldersOf = new Map(
      [...drawn.matchAll(/^ *(\w+)\["<b>[^<]+<\/b><br\/>([^"]+)"\]/gm)].map(([, box = '', names = '']) => [
        box,
        names.split(', '),
      ]),
    )
    const [chain = ''] = drawn.split('\n').filter((line) => line.includes('-->'))
    const boxes = chain.split('-->').map((box) => foldersOf.get(box.trim()) ?? [])
    expect(boxes).toHaveLength(7)
    expect(boxes.flat().sort()).toEqual(
      [...new Set(SOURCES.flatMap(({ path }) => moduleOf(path) ?? []))].sort(),
    )

    const boxOf = (path: string): number =>
      boxes.findIndex((folders) => folders.includes(moduleOf(path) ?? ''))
    const upwards = SOURCES.filter(({ path }) => moduleOf(path) !== undefined).flatMap(({ path, imports }) =>
      imports
        .filter((imported) => boxOf(imported) >= 0 && boxOf(imported) < boxOf(path))
        .map((imported) => `${path} → ${imported}`),
    )
    expect(upwards).toEqual([])
  })
})

it('imports make no circle, not even one of types: neither of two files could be read first', () => {
  const importsOf = new Map(FILES.map(({ path, imports }) => [path, imports]))
  const finished = new Set<string>()
  const circles: string[] = []
  const walk = (path: string, trail: readonly string[]): void => {
    if (finished.has(path)) return
    const at = trail.indexOf(path)
    if (at >= 0) {
      circles.push([...trail.slice(at), path].join(' → '))
      return
    }
    for (const next of importsOf.get(path) ?? []) walk(next, [...trail, path])
    finished.add(path)
  }
  for (const path of importsOf.keys()) walk(path, [])
  expect(circles).toEqual([])
})

it('no file only passes on what others export', () => {
  const barrels = SOURCES.filter(({ path, code }) => {
    const lines = code.split('\n').filter((line) => line.trim() !== '')
    const passesOn = /^export (\*|type \{[^}]*\}|\{[^}]*\}) from /m.test(code)
    return (
      path.endsWith('/index.ts') ||
      (passesOn && lines.every((line) => /^(import|export|\s|\})/.test(line) && !/[=(]/.test(line)))
    )
  })
  expect(barrels.map(({ path }) => path)).toEqual([])
  expect(SOURCES.filter(({ code }) => /^export \* from/m.test(code)).map(({ path }) => path)).toEqual([])
})

it('a file that a comment names stands beside it, below it or above it', () => {
  const paths = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  const isNear = (one: string, other: string) =>
    other === '.' || `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`)
  const lost = SOURCES.flatMap(({ path, text }) => {
    const comments = [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm)].map(([comment]) => comment)
    const named = [...comments.join('\n').matchAll(/(?<![\w/.-])[a-z][\w-]*\.ts\b/g)].map(([name]) => name)
    const isThere = (name: string) =>
      paths.some((each) => basename(each) === name && isNear(dirname(path), dirname(each)))
    return named.filter((name) => !isThere(name)).map((name) => `${path}: ${name}`)
  })
  expect(lost).toEqual([])
})

it('no file is much longer than 350 lines, but tests, texts in one language, and what is generated', () => {
  const written = FILES.filter(
    ({ path, text }) =>
      !isOfTests(path) && !path.includes('/messages/') && !/Never changed by hand/.test(text),
  )
  const long = written.map(({ path, text }) => [path, text.split('\n').length] as const)
  expect(long.filter(([, lines]) => lines > 361)).toEqual([])
})

describe('effects come in through Deps', () => {
  /** Where effects are made, or where a process of its own stands beside the gateway. */
  const REAL = new Set([
    'foundation/real-deps.ts',
    // Simulates them; its turns of the event loop are real.
    'foundation/simulated-deps.ts',
    // What happens before there is a clock, and a thread that runs a database: not part of the gateway's course.
    'database/embedded-worker.ts',
    'database/embedded-upkeep.ts',
    'server/serve.ts',
    'main.ts',
  ])
  const pure = SOURCES.filter(({ path }) => !REAL.has(path) && !path.startsWith('cli/'))

  it.each([
    ['the time', /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(|process\.hrtime/],
    ['timers', /\b(setTimeout|setInterval|setImmediate)\(|node:timers/],
    [
      'randomness',
      /Math\.random\(|\brandom(Bytes|UUID|Int|FillSync|Fill)\(|getRandomValues\(|generateKey(Pair)?(Sync)?\(/,
    ],
    [
      'the network',
      /\bfetch\(|(?:from |require\(|import\()'(?:undici|node:(?:http|https|net|tls|dgram|dns)(?:\/promises)?)'/,
    ],
    ['the console', /\bconsole\./],
  ])('nobody else touches %s', (what, pattern) => {
    const touching = pure.filter(({ code }) => pattern.test(code)).map(({ path }) => path)
    const allowed: Readonly<Record<string, readonly string[]>> = {
      // What the real network connects by, the connection to PostgreSQL, what is listened on, and addresses that are only read.
      'the network': SOURCES.filter(({ path }) =>
        /^(outbound\/(network|resolve|guard|special-networks)|database\/connection|server\/(config|settings)|http\/(addresses|second-listener))\.ts$/.test(
          path,
        ),
      ).map(({ path }) => path),
      // The lock is taken before there are any Deps.
      randomness: ['database/folder-lock.ts'],
    }
    expect(touching.filter((path) => !allowed[what]?.includes(path))).toEqual([])
  })
})

it('others’ dates are read in one place, which checks where the platform adds', () => {
  // These read what the gateway itself has written: its rows, its calendar's days, the parts that a zone gives.
  const OWN = [
    'database/wire.ts',
    'foundation/instants.ts',
    'foundation/simulated-deps.ts',
    'foundation/zones.ts',
    'payments/rows.ts',
    'payments/steps.ts',
    'processors/bank-file/calendar.ts',
  ]
  const reading = SOURCES.filter(({ code }) => /\bDate\.(parse|UTC)\(|\bnew Date\('/.test(code))
  expect(reading.map(({ path }) => path).filter((path) => !OWN.includes(path))).toEqual([])
})

/** The ground floor's kit: what every room needs and none writes for itself. */
describe('written once', () => {
  it.each([
    ['an error as text', /instanceof Error \? \(?\w+\.message/, ['foundation/errors.ts']],
    ['an instant as text', /\.toISOString\(/, ['foundation/instants.ts', 'foundation/zones.ts']],
  ])('%s', (_, pattern, places) => {
    const found = SOURCES.filter(({ code }) => pattern.test(code)).map(({ path }) => path)
    expect(found.filter((path) => !places.includes(path))).toEqual([])
  })
})

it('a route says what it answers: by its schema, a page or a stream, never just something', () => {
  const untold = SOURCES.filter(({ code }) => /\bReply: (?:unknown|object|any)\b/.test(code))
  expect(untold.map(({ path }) => path)).toEqual([])
})

it('the HTTP room knows no word of payments', () => {
  const WORDS =
    /\b(payins?|payouts?|payments?|merchants?|acquirers?|balances?|ledgers?|refunds?|operators?|sandbox|currenc(y|ies)|amounts?)\b/i
  const knowing = SOURCES.filter(({ path }) => path.startsWith('http/')).flatMap(({ path, code }) =>
    code
      .split('\n')
      .filter((line) => WORDS.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  )
  expect(knowing).toEqual([])
})

describe('a table is named by the SQL of its owner alone', () => {
  const standsIn = (path: string, place: string) => path === place || path.startsWith(`${place}/`)

  /** Whether SQL in this text reads or writes the table, by a word before its name or by the journal's own `insert`. */
  const names = (code: string, table: string): boolean =>
    new RegExp(
      `\\b(?:from|join|into|update|table|using|truncate)\\s+(?:only\\s+)?"?${table}\\b(?![.\\w'])|\\binsert\\(\\s*'${table}'`,
    ).test(code)

  it.each([...TABLE_OWNERS])('%s, of %s', (table, owner) => {
    const naming = SOURCES.filter(({ code }) => names(code, table)).map(({ path }) => path)
    const others = naming.filter(
      (path) =>
        !standsIn(path, owner) &&
        !EXAMINERS.some((place) => standsIn(path, place)) &&
        !WRITES_WITH_ITS_OWN[path]?.includes(table),
    )
    expect(others).toEqual([])
    expect(naming.some((path) => standsIn(path, owner))).toBe(true)
  })

  it('and those who may examine all tables change none', () => {
    const examining = SOURCES.filter(({ path }) => EXAMINERS.some((place) => standsIn(path, place)))
    expect(examining.length).toBeGreaterThan(10)
    const writing = examining.filter(({ code }) =>
      /\b(insert into|update \w+ set|delete from|truncate|for update|for share)\b/.test(code),
    )
    expect(writing.map(({ path }) => path)).toEqual([])
  })
})
