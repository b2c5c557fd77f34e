/**
 * The shape of the code base, read from its import lines and the packages' manifests: a package imports only what its manifest names,
 * imports run downwards and in no circle, and files stay short. In what runs on the server no file only passes on what others export,
 * effects come in through `Deps`, each table is named by its owner's SQL alone, and the HTTP module knows nothing of payments. How long
 * a function may be is a rule in `biome.json`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EXAMINERS, TABLE_OWNERS, WRITES_WITH_ITS_OWN } from '../tools/structure/table-owners.ts'
import { SERVER_PACKAGES, serverSources } from './setup/sources.ts'

const ROOT = join(import.meta.dirname, '..')
const PACKAGES_FOLDER = join(ROOT, 'packages')

interface File {
  /** From the root, or of a source its module's: `http/server.ts`. */
  readonly path: string
  readonly text: string
  /** Files it imports, at run time or for their types; written as its own path is. */
  readonly imports: readonly string[]
}

interface Source extends File {
  /** Without comments and the texts in quotes, so that words about a thing are not taken for the thing. */
  readonly code: string
}

const IMPORT = /^(?:import|export)\s[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'|import\('([^']+)'\)/gm

const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.d)\.tsx?$/.test(path) && !/(^|\/)(?:dist|node_modules)\//.test(path))
    .map((path) => join(folder, path))
    .sort()

interface Manifest {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** By their folders. */
const MANIFESTS: ReadonlyMap<string, Manifest> = new Map(
  readdirSync(PACKAGES_FOLDER).map((folder) => [
    `packages/${folder}`,
    JSON.parse(readFileSync(join(PACKAGES_FOLDER, folder, 'package.json'), 'utf8')),
  ]),
)

/** `@sluice/core/foundation/money.ts` is `packages/core/src/foundation/money.ts`. @returns undefined for others' packages */
function pathOfOwn(specifier: string): string | undefined {
  for (const [folder, { name }] of MANIFESTS)
    if (specifier.startsWith(`${name}/`)) return `${folder}/src/${specifier.slice(name.length + 1)}`
  return undefined
}

const isOfTests = (path: string): boolean => /\.(test|fixture)\.ts$/.test(path)

function read(path: string): File {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const imports = [...text.matchAll(IMPORT)].flatMap(([, from, bare, later]) => {
    const specifier = from ?? bare ?? later ?? ''
    if (specifier.startsWith('.')) return [normalize(join(dirname(path), specifier))]
    return pathOfOwn(specifier) ?? []
  })
  return { path, text, imports }
}

/** These packages hold a folder for each module; each other one of the server is one module. */
const WITH_MODULES = ['core', 'gateway']

/** `packages/core/src/foundation/money.ts` is `foundation/money.ts`, `packages/database/src/port.ts` is `packages/database/src/port.ts`. */
function inModule(path: string): string {
  const [, name = '', rest = ''] = /^packages\/([^/]+)\/src\/(.*)$/.exec(path) ?? []
  if (!SERVER_PACKAGES.some((each) => each === name)) return path
  return WITH_MODULES.includes(name) ? rest : `${name}/${rest}`
}

function readSource(path: string): Source {
  const { text, imports } = read(path)
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
  return { path: inModule(path), text, imports: imports.map(inModule), code }
}

const SOURCES: readonly Source[] = serverSources()
  .filter((path) => path !== 'packages/database/src/testing.ts')
  .map(readSource)

/** Everything that has sources, tests too. */
const PARTS = [...MANIFESTS.keys(), 'bench', 'examples', 'tools', 'test']

/** All files, those of tests too, by their paths from the root. */
const FILES: readonly File[] = PARTS.flatMap(filesIn).map(read)
const PATHS: ReadonlySet<string> = new Set(FILES.map(({ path }) => path))
const packageOf = (path: string): string | undefined =>
  [...MANIFESTS.keys()].find((folder) => path.startsWith(`${folder}/`))

/** Modules from the lowest layer up: each may import from the modules of the layers below it. */
const LAYERS: readonly (readonly string[])[] = [
  ['foundation'],
  ['catalogue'],
  ['payment'],
  ['processor'],
  ['provider-kit', 'evm', 'pdf', 'telemetry'],
  ['providers'],
  ['outbound'],
  ['database'],
  ['backup'],
  ['http'],
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
  ['account', 'identity/members', 'payins', 'payouts', 'refunds', 'billing', 'settlement', 'privacy'],
  ['payment-links'],
  ['reporting'],
  ['hosted-pages'],
  ['alerts'],
  ['admin'],
  ['api-docs'],
  ['server'],
]

/** A folder; within `identity/` each folder is one. */
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

describe('a package imports only what its manifest names', () => {
  /** Of the applications' build: what they are made with, and what `made/` reads while it makes it. */
  const namedBy = ({ name, ...manifest }: Manifest): ReadonlySet<string> =>
    new Set([
      name,
      ...Object.keys(manifest.dependencies ?? {}),
      ...Object.keys(manifest.optionalDependencies ?? {}),
      ...Object.keys(manifest.devDependencies ?? {}),
    ])
  const packageIn = (specifier: string): string =>
    specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')

  it.each([...MANIFESTS])('%s', (folder, manifest) => {
    const named = namedBy(manifest)
    const files = filesIn(folder).filter(
      (path) => !isOfTests(path) && !path.endsWith('/database/src/testing.ts'),
    )
    expect(files).not.toEqual([])
    const unnamed = files.flatMap((path) =>
      [...readFileSync(join(ROOT, path), 'utf8').matchAll(IMPORT)]
        .map(([, from, bare, later]) => from ?? bare ?? later ?? '')
        .filter((specifier) => /^[@a-z]/.test(specifier) && !/^(?:node|made):/.test(specifier))
        .filter((specifier) => !named.has(packageIn(specifier)))
        .map((specifier) => `${path} → ${specifier}`),
    )
    expect(unnamed).toEqual([])
    const outside = FILES.filter(({ path }) => packageOf(path) === folder && !isOfTests(path)).flatMap(
      ({ path, imports }) =>
        imports
          .filter((imported) => PATHS.has(imported) && packageOf(imported) === undefined)
          .map((imported) => `${path} → ${imported}`),
    )
    expect(outside).toEqual([])
  })

  it('and at run time packages need each other in no circle', () => {
    const needs = new Map(
      [...MANIFESTS.values()].map(({ name, dependencies, optionalDependencies }) => [
        name,
        Object.keys({ ...dependencies, ...optionalDependencies }),
      ]),
    )
    const reaches = (from: string, seen = new Set<string>()): ReadonlySet<string> => {
      for (const next of needs.get(from) ?? [])
        if (!seen.has(next)) {
          seen.add(next)
          reaches(next, seen)
        }
      return seen
    }
    expect([...needs.keys()].filter((name) => reaches(name).has(name))).toEqual([])
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
    const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
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
  const paths = FILES.map(({ path }) => inModule(path))
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
    'cli/main.ts',
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
