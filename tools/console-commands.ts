/**
 * `node tools/console-commands.ts` (a part of `npm run docs`): writes `web/console/src/commands.ts`, the command that asks the same as a
 * screen. Made from the commands and the operations that they send: nobody types a line that no test has run.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AdminOperation, OPERATIONS } from '../src/cli/admin-operations.ts'
import { SluiceCommand } from '../src/cli/context.ts'
import { NOUNS } from '../src/cli/nouns.ts'
import { sluice } from '../src/cli/program.ts'
import { ownSurroundings } from '../src/cli/surroundings.ts'
import { FORMS } from '../web/console/src/forms/forms.ts'
import { ROOT } from './docs.ts'

const SOURCES = join(ROOT, 'web/console/src')
export const COMMANDS_OF_CONSOLE = join(SOURCES, 'commands.ts')

const HEAD = `/**
 * The command of \`sluice\` that asks what an operation of the operators' API answers: where each part of the request goes. Made from the
 * commands by \`node tools/console-commands.ts\`, and each is run by a test. Never changed by hand.
 */

export interface CommandFacts {
  /** \`cases list\`. */
  readonly words: string
  /** Its arguments in their order, by what they fill; \`file\` is the body. */
  readonly takes: readonly string[]
  /** Options that take a value, by what they fill. */
  readonly options: Readonly<Record<string, string>>
  /** Options that say \`true\`, by what they fill. */
  readonly flags: Readonly<Record<string, string>>
}

`

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The words that all commands have for these. */
const WORDS: Readonly<Record<string, string>> = {
  merchantCode: '--merchant',
  currencyCode: '--currency',
  paymentMethodCode: '--method',
  paymentOperatorCode: '--operator',
  firstDay: '--from',
  lastDay: '--to',
}

/** The flags that may fill this: its own name, or the word that all commands have for it. */
const flagsFor = (name: string): readonly string[] =>
  [WORDS[name], `--${kebab(name)}`].filter((flag) => flag !== undefined)

/** The operations that screens show the command of. */
function shown(): readonly string[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.tsx$/.test(path),
  )
  const named = files.flatMap((path) => [
    ...readFileSync(join(SOURCES, path), 'utf8').matchAll(/<ByCommand\s+name="([^"]+)"/g),
  ])
  return [...new Set(named.map(([, name = '']) => name))].sort()
}

const below = (command: SluiceCommand): readonly SluiceCommand[] => [
  command,
  ...command.commands.filter((each) => each instanceof SluiceCommand).flatMap(below),
]

function wordsOf(command: SluiceCommand): string {
  const { parent } = command
  return parent instanceof SluiceCommand && parent.parent
    ? `${wordsOf(parent)} ${command.name()}`
    : command.name()
}

interface Found {
  readonly words: string
  readonly takes: readonly string[]
  readonly options: Readonly<Record<string, string>>
  readonly flags: Readonly<Record<string, string>>
}

/** What fills what: options by their flags, and arguments by their names, or as the only part of the path that is left. */
function factsOf(command: SluiceCommand, { path, query }: AdminOperation): Found | undefined {
  const wanted = [...Object.keys(path), ...Object.keys(query)].filter(
    (name) => name !== 'format' && name !== 'zone',
  )
  const byOption = wanted.flatMap((name) => {
    const option = command.options.find(({ long }) => long && flagsFor(name).includes(long))
    return option?.long ? [[name, option.long, option.isBoolean()] as const] : []
  })
  const optional = new Set(byOption.map(([name]) => name))
  const left = wanted.filter((name) => !optional.has(name))
  const takes: string[] = []
  for (const argument of command.registeredArguments.filter(({ required }) => required)) {
    if (argument.name() === 'file') {
      takes.push('file')
      continue
    }
    const rest = left.filter((name) => !takes.includes(name))
    const ofPath = rest.filter((name) => name in path)
    const fills =
      rest.find((name) => kebab(name) === argument.name()) ?? (ofPath.length === 1 ? ofPath[0] : undefined)
    if (fills === undefined) return undefined
    takes.push(fills)
  }
  if (Object.keys(path).some((name) => !optional.has(name) && !takes.includes(name))) return undefined
  const named = (isFlag: boolean) =>
    Object.fromEntries(
      byOption.filter(([, , isBoolean]) => isBoolean === isFlag).map(([name, long]) => [name, long]),
    )
  return { words: wordsOf(command), takes, options: named(false), flags: named(true) }
}

export function consoleCommands(): string {
  const commands = below(sluice(NOUNS, ownSurroundings()))
  const operations: Readonly<Record<string, AdminOperation>> = OPERATIONS
  const forms: readonly string[] = FORMS
  const found = [...new Set([...shown(), ...forms])].sort().flatMap((name) => {
    const operation = operations[name]
    const facts = commands
      .filter((command) => command.operations.some((each) => each === name))
      .flatMap((command) => (operation ? (factsOf(command, operation) ?? []) : []))[0]
    // Of a form, where a command takes the body as a file; one that takes it by options shows the request alone.
    if (forms.includes(name) && !facts?.takes.includes('file')) return []
    if (!facts) throw new Error(`no command asks ${name} as a screen does`)
    return [[name, facts] as const]
  })
  const text = `${HEAD}export const COMMANDS = ${JSON.stringify(Object.fromEntries(found))} as const satisfies Readonly<Record<string, CommandFacts>>\n`
  return execFileSync(join(ROOT, 'node_modules/.bin/biome'), ['format', '--stdin-file-path=generated.ts'], {
    cwd: ROOT,
    input: text,
    encoding: 'utf8',
  })
}

if (import.meta.main) writeFileSync(COMMANDS_OF_CONSOLE, consoleCommands())
