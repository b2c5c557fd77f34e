/**
 * Commands of the operators' API, declared one row each. A row says which operation it sends; arguments, options and
 * help that it does not set come from the operation's endpoint (`admin-operations.ts`).
 *
 * Each value goes to the field with its name in the path, the query or the body. `{merchantCode}` is `--merchant`, by
 * default the data folder's test merchant. A body with structured fields is a JSON file. Answers in pages take
 * `--limit` and `--cursor`, and lists `--export`.
 */
import type { Answer } from '@sluice/client/main.ts'
import { Argument, Option } from 'commander'
import { type AdminOperation, type Member, OPERATIONS, type OperationName } from './admin-operations.ts'
import { asOperator, report, type TypedAs } from './client.ts'
import { adminToken, type Context, merchantCodeOf, type SluiceCommand } from './context.ts'
import { exportOptions, exportTo } from './export.ts'
import { CliFailure } from './failure.ts'
import { fileBytes, fileJson } from './files.ts'
import { at, facts, leaves, listAt, table } from './output.ts'
import { addPageOptions, noteNextPage, pathWith, wholeNumber } from './pages.ts'
import { amountOf } from './request.ts'

/** The typed values, by the field that they fill. */
export type GivenArguments = Readonly<Record<string, unknown>>

export interface OperatorCommand {
  readonly name: string
  readonly sends: OperationName
  /** Default: the operation's summary. */
  readonly does?: string
  /** It runs if the noun is given alone. */
  readonly isDefault?: true
  /**
   * Arguments with their help, in order, by the field that they fill; `file` is the body. Default: what the path needs.
   */
  readonly takes?: Readonly<Record<string, string | Argument>>
  /**
   * Options that differ from the operation's, by the field that they fill; null for none. Required fields become
   * required options.
   */
  readonly options?: Readonly<Record<string, Option | null>>
  /** For a body that is not simply the typed values. */
  readonly body?: (given: GivenArguments, context: Context) => unknown
  /** The answer as text for people; default: a table of the list, or names and values. */
  readonly shows?: (body: unknown) => string
  /** Runs after the answer was shown. */
  readonly after?: (answer: Answer, context: Context, given: GivenArguments) => void
}

export const OF_MERCHANT = ['--merchant <code>', "whose; otherwise the data folder's test merchant"] as const
const MERCHANT = 'merchantCode'

/** Adds commands to a noun, in the order of the help. */
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

/** Whether the list can be exported. */
const isExported = ({ query }: AdminOperation): boolean => 'format' in query && 'zone' in query

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const inWords = (name: string): string => kebab(name).replaceAll('-', ' ')

/** Help starts with a lower-case letter, except for abbreviations, and has no full stop. */
const asHelp = (words: string): string =>
  words.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase()).replace(/\.$/, '')

/** Whether the body is given as a file: it is one, or it has structured fields. */
const takesFile = ({ takes, body: makes }: OperatorCommand, { body = {}, isFile }: AdminOperation): boolean =>
  takes?.file !== undefined ||
  (makes === undefined &&
    takes === undefined &&
    (isFile === true || Object.values(body).some(({ type }) => type === 'other')))

/** @returns the fields that the arguments fill */
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

/** @returns the fields by commander's name of their option */
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

/** The merchant has a default, the data folder's. */
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

/** Only options whose name differs from their field. */
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

/** An empty text, or only dots, would lead to another operation. @throws CliFailure */
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

/** A cell by the path of its value, or computed from the row. */
export type Column = readonly [head: string, cell: string | ((row: unknown) => unknown)]

/** A table of the listed rows. @param none the text if there are none */
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

/** All fields of an answer. */
export function shownPlainly(body: unknown): string {
  const rows = at(body, 'data')
  if (!Array.isArray(rows)) return facts(leaves(body))
  const names = [...new Set(rows.flatMap((row: unknown) => leaves(row).map(([name]) => name)))]
  return listed(names.map((name) => [inWords(name).toUpperCase(), name]))(body)
}
