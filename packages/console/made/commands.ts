/**
 * The `sluice` command that sends the same request as a screen, and where each part of the request goes. Made from the commands and the
 * operations that they send, so every command line that is shown is one that tests have run.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENDPOINTS } from '@sluice/gateway/admin/endpoints.ts'
import { SluiceCommand } from 'sluice/context.ts'
import { NOUNS } from 'sluice/nouns.ts'
import { type AdminOperation, operationsOf } from 'sluice/operations-file.ts'
import { sluice } from 'sluice/program.ts'
import { ownSurroundings } from 'sluice/surroundings.ts'
import type { CommandFacts } from '../src/command-line.ts'
import { FORMS } from '../src/forms/forms.ts'

const SOURCES = join(import.meta.dirname, '../src')

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Names that all commands use for these parts. */
const WORDS: Readonly<Record<string, string>> = {
  merchantCode: '--merchant',
  currencyCode: '--currency',
  paymentMethodCode: '--method',
  paymentOperatorCode: '--operator',
  firstDay: '--from',
  lastDay: '--to',
}

/** The flags that may set this part: its own name, or the name that all commands use. */
const flagsFor = (name: string): readonly string[] =>
  [WORDS[name], `--${kebab(name)}`].filter((flag) => flag !== undefined)

/** The operations whose command a screen shows. */
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

/** Maps parts of the request to options by flag, and to arguments by name; one argument alone sets the only remaining part of the path. */
function factsOf(command: SluiceCommand, { path, query }: AdminOperation): CommandFacts | undefined {
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

/** @throws if a screen shows the command of an operation that no command sends */
export function commands(): Readonly<Record<string, CommandFacts>> {
  const all = below(sluice(NOUNS, ownSurroundings()))
  const operations = operationsOf(ENDPOINTS)
  const forms: readonly string[] = FORMS
  const found = [...new Set([...shown(), ...forms])].sort().flatMap((name) => {
    const operation = operations[name]
    const facts = all
      .filter((command) => command.operations.some((each) => each === name))
      .flatMap((command) => (operation ? (factsOf(command, operation) ?? []) : []))[0]
    // A form shows a command only if the command takes the body as a file; otherwise it shows the request alone.
    if (forms.includes(name) && !facts?.takes.includes('file')) return []
    if (!facts) throw new Error(`no command asks ${name} as a screen does`)
    return [[name, facts] as const]
  })
  return Object.fromEntries(found)
}
