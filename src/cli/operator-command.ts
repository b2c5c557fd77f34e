/**
 * Commands of the operators' API, declared a row each. A row says which operation it sends; the arguments, options and help that it does
 * not name come from the operation itself, as its endpoint declares it (`admin-operations.ts`).
 *
 * What a row takes goes where the operation has it, by its name: into the path, the query or the body. `{merchantCode}` is `--merchant`,
 * and otherwise the data folder's test merchant. A body that is more than words and numbers is a file of JSON. Answers in pages take
 * `--limit` and `--cursor`; what a list holds, `--export`.
 */
import { Argument, Option } from 'commander'
import type { Answer } from '../../client/src/main.ts'
import { type AdminOperation, type Member, OPERATIONS, type OperationName } from './admin-operations.ts'
import { asOperator, report, type TypedAs } from './client.ts'
import { adminToken, type Context, merchantCodeOf, type SluiceCommand } from './context.ts'
import { exportOptions, exportTo } from './export.ts'
import { CliFailure } from './failure.ts'
import { fileBytes, fileJson } from './files.ts'
import { at, facts, leaves, listAt, table } from './output.ts'
import { addPageOptions, noteNextPage, pathWith, wholeNumber } from './pages.ts'
import { amountOf } from './request.ts'

/** What was typed, by the name of what it fills. */
export type GivenArguments = Readonly<Record<string, unknown>>

export interface OperatorCommand {
  readonly name: string
  readonly sends: OperationName
  /** Left out: as the operation says it. */
  readonly does?: string
  /** It is meant where the noun stands alone. */
  readonly isDefault?: true
  /** Arguments with their words, in their order, by what they fill; `file` is the body. Left out: what the path needs. */
  readonly takes?: Readonly<Record<string, string | Argument>>
  /** Options that are other than the operation has them, by what they fill; null for none. What the operation needs they have to be given. */
  readonly options?: Readonly<Record<string, Option | null>>
  /** Where the body is not what was typed, name by name. */
  readonly body?: (given: GivenArguments, context: Context) => unknown
  /** The answer, for a human; left out: a table of what it lists, or its names and values. */
  readonly shows?: (body: unknown) => string
  /** When the answer is shown. */
  readonly after?: (answer: Answer, context: Context, given: GivenArguments) => void
}

export const OF_MERCHANT = ['--merchant <code>', "whose; otherwise the data folder's test merchant"] as const
const MERCHANT = 'merchantCode'

/** Adds commands to a noun, in the order in which help lists them. */
export function addOperations(noun: SluiceCommand, rows: readonly OperatorCommand[]): void {
  for (const row of rows) addOperation(noun, row)
}

function addOperation(noun: SluiceCommand, row: OperatorCommand): void {
  const operation = OPERATIONS[row.sends]
  const command = noun
    .command(row.name, row.isDefault ? { isDefault: true } : {})
    .description(row.does ?? asHelp(operation.summary))
    .sends(row.sends)
  const names = addArguments(command, row, operation)
  if (operation.example && takesFile(row, operation))
    command.addHelpText(
      'after',
      `\nThe file, for example:\n${JSON.stringify(operation.example, undefined, 2)}`,
    )
  const attributes = addOptions(command, row, operation, names)
  command.action(async () => {
    const { context } = command
    const given = givenTo(command, names, attributes)
    const call = callOf(context, row, operation, given)
    if (typeof given.export === 'string') {
      const zone = typeof given.zone === 'string' ? { zone: given.zone } : {}
      return exportTo(context, { path: call.path, token: adminToken(context), file: given.export, ...zone })
    }
    const answer = await asOperator(context, call, typedAs(command, attributes))
    report(context, answer, row.shows ?? shownPlainly)
    if ('cursor' in operation.query) noteNextPage(context, answer)
    row.after?.(answer, context, given)
  })
}

/** What it lists can be had as a file. */
const isExported = ({ query }: AdminOperation): boolean => 'format' in query && 'zone' in query

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const inWords = (name: string): string => kebab(name).replaceAll('-', ' ')

/** Help begins small, but for abbreviations, and has no full stop. */
const asHelp = (words: string): string =>
  words.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase()).replace(/\.$/, '')

/** Whether the body is given as a file: it is one, or it holds more than words and numbers. */
const takesFile = ({ takes, body: makes }: OperatorCommand, { body = {}, isFile }: AdminOperation): boolean =>
  takes?.file !== undefined ||
  (makes === undefined &&
    takes === undefined &&
    (isFile === true || Object.values(body).some(({ type }) => type === 'other')))

/** @returns the names of what the arguments fill */
function addArguments(
  command: SluiceCommand,
  row: OperatorCommand,
  operation: AdminOperation,
): readonly string[] {
  const given = Object.keys(row.takes ?? {})
  const elsewhere = [MERCHANT, ...given, ...Object.keys(row.options ?? {})]
  const ofPath = Object.keys(operation.path).filter((name) => !elsewhere.includes(name))
  const names = [...ofPath, ...given]
  if (takesFile(row, operation) && !names.includes('file')) names.push('file')
  for (const name of names) {
    const said = row.takes?.[name] ?? wordsFor(name, operation)
    if (said instanceof Argument) {
      command.addArgument(said)
      continue
    }
    const argument = new Argument(`<${kebab(name)}>`, said)
    const choices = operation.path[name]?.choices
    command.addArgument(choices ? argument.choices(choices) : argument)
  }
  return names
}

const wordsFor = (name: string, { path, isFile }: AdminOperation): string =>
  name === 'file'
    ? `${isFile ? 'the file' : 'the body as JSON'}; - reads standard input`
    : asHelp(path[name]?.description || inWords(name))

/** @returns by the name that commander keeps an option under what it fills */
function addOptions(
  command: SluiceCommand,
  row: OperatorCommand,
  operation: AdminOperation,
  names: readonly string[],
): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>()
  const add = (name: string, option: Option) => {
    attributes.set(option.attributeName(), name)
    command.addOption(option)
  }
  if (MERCHANT in operation.path && !names.includes(MERCHANT)) add(MERCHANT, new Option(...OF_MERCHANT))
  const ofBody = row.body || takesFile(row, operation) ? {} : operation.body
  const derived = { ...operation.query, ...ofBody }
  for (const name of new Set([...Object.keys(derived), ...Object.keys(row.options ?? {})])) {
    const own = row.options?.[name]
    const member = derived[name]
    const isOfPages = name in operation.query && (name === 'cursor' || name === 'limit')
    if (own === null || names.includes(name) || isOfPages) continue
    if (isExported(operation) && (name === 'format' || name === 'zone')) continue
    if (own) add(name, own.makeOptionMandatory(own.mandatory || isNeeded(name, operation, derived)))
    else if (member) add(name, optionFor(name, member))
  }
  if ('cursor' in operation.query) {
    addPageOptions(command)
    for (const name of ['limit', 'cursor']) attributes.set(name, name)
  }
  if (isExported(operation)) for (const option of exportOptions()) add(option.name(), option)
  return attributes
}

/** A merchant that is not named is the data folder's. */
const isNeeded = (name: string, { path }: AdminOperation, sent: Readonly<Record<string, Member>>): boolean =>
  sent[name]?.isRequired === true || (name in path && name !== MERCHANT)

function optionFor(name: string, { type, choices, isRequired, description }: Member): Option {
  const flag =
    name === MERCHANT
      ? '--merchant <code>'
      : `--${kebab(name)}${type === 'boolean' ? '' : ` <${type === 'string' ? 'text' : 'number'}>`}`
  const option = new Option(flag, asHelp(description || inWords(name)))
  if (choices) option.choices(choices)
  else if (type === 'integer') option.argParser(wholeNumber)
  else if (type === 'number') option.argParser(amountOf)
  return option.makeOptionMandatory(isRequired === true)
}

/** Of the options whose name is not that of what they fill. */
const typedAs = (command: SluiceCommand, attributes: ReadonlyMap<string, string>): TypedAs =>
  new Map(
    command.options.flatMap((option) => {
      const name = attributes.get(option.attributeName()) ?? ''
      const flag = option.long ?? ''
      return name === '' || flag === `--${kebab(name)}` ? [] : [[`/${name}`, flag] as const]
    }),
  )

function givenTo(
  command: SluiceCommand,
  names: readonly string[],
  attributes: ReadonlyMap<string, string>,
): GivenArguments {
  const argued: readonly unknown[] = command.processedArgs
  const chosen = Object.entries(command.opts<GivenArguments>()).map(
    ([attribute, value]) => [attributes.get(attribute) ?? attribute, value] as const,
  )
  const all = [...names.map((name, index) => [name, argued[index]] as const), ...chosen]
  return Object.fromEntries(all.filter(([, value]) => value !== undefined))
}

function callOf(context: Context, row: OperatorCommand, operation: AdminOperation, given: GivenArguments) {
  const [method, template] = partsOf(row.sends)
  const path = template.replace(/\{(\w+)\}/g, (_all, name: string) =>
    partOfPath(name, given[name] ?? (name === MERCHANT ? merchantCodeOf(context, {}) : '')),
  )
  const query = Object.keys(operation.query).flatMap((name) =>
    name in given && !(isExported(operation) && name === 'zone')
      ? [[name, String(given[name])] as const]
      : [],
  )
  const body = bodyOf(context, row, operation, given)
  return { method, path: pathWith(path, Object.fromEntries(query)), ...(body !== undefined && { body }) }
}

/** Nothing, and dots alone, would lead to another operation. @throws CliFailure */
function partOfPath(name: string, value: unknown): string {
  const text = String(value)
  if (/^\.{0,2}$/.test(text)) throw new CliFailure('usage', `there can be no ${inWords(name)} '${text}'`)
  return encodeURIComponent(text)
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

function partsOf(name: OperationName): readonly [(typeof METHODS)[number], string] {
  const [first, path = ''] = name.split(' ')
  return [METHODS.find((method) => method === first) ?? 'GET', path]
}

function bodyOf(
  context: Context,
  row: OperatorCommand,
  operation: AdminOperation,
  given: GivenArguments,
): unknown {
  const { body, isFile } = operation
  if (row.body) return row.body(given, context)
  const file = String(given.file)
  if (isFile) return fileBytes(context, file)
  if (body === undefined) return undefined
  if (takesFile(row, operation)) return objectIn(context, file)
  return Object.fromEntries(Object.keys(body).flatMap((name) => (name in given ? [[name, given[name]]] : [])))
}

/** @throws CliFailure */
export function objectIn(context: Context, file: string): object {
  const found = fileJson(context, file)
  if (typeof found === 'object' && found !== null) return found
  throw new CliFailure('usage', `the file ${file} holds no JSON object`)
}

/** A cell by the names that lead to it, or made of the row. */
export type Column = readonly [head: string, cell: string | ((row: unknown) => unknown)]

/** A table of what the answer lists. @param none what is said where it lists nothing */
export const listed =
  (columns: readonly Column[], none = 'none', list = 'data') =>
  (body: unknown): string => {
    const rows = listAt(body, list).map((row) =>
      columns.map(([, cell]) => (typeof cell === 'string' ? at(row, ...cell.split('.')) : cell(row))),
    )
    return table(
      columns.map(([head]) => head),
      rows,
      none,
    )
  }

/** All that an answer says. */
export function shownPlainly(body: unknown): string {
  const rows = at(body, 'data')
  if (!Array.isArray(rows)) return facts(leaves(body))
  const names = [...new Set(rows.flatMap((row: unknown) => leaves(row).map(([name]) => name)))]
  return listed(names.map((name) => [inWords(name).toUpperCase(), name]))(body)
}
