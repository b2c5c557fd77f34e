/**
 * The command of `sluice` that asks the same as a screen, and where each part of the request goes. Made from the commands and the operations
 * that they send: nobody types a line that no test has run.
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

/** What fills what: options by their flags, and arguments by their names, or as the only part of the path that is left. */
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

/** @throws where a screen shows the command of an operation that no command asks */
export function commands(): Readonly<Record<string, CommandFacts>> {
  const all = below(sluice(NOUNS, ownSurroundings()))
  const operations = operationsOf(ENDPOINTS)
  const forms: readonly string[] = FORMS
  const found = [...new Set([...shown(), ...forms])].sort().flatMap((name) => {
    const operation = operations[name]
    const facts = all
      .filter((command) => command.operations.some((each) => each === name))
      .flatMap((command) => (operation ? (factsOf(command, operation) ?? []) : []))[0]
    // Of a form, where a command takes the body as a file; one that takes it by options shows the request alone.
    if (forms.includes(name) && !facts?.takes.includes('file')) return []
    if (!facts) throw new Error(`no command asks ${name} as a screen does`)
    return [[name, facts] as const]
  })
  return Object.fromEntries(found)
}
