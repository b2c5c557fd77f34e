/**
 * The messages that the gateway logs as warnings and errors, found in its sources: the last argument of `log.warn` and `log.error`,
 * what a loop or a `LastingFailure` logs when it fails, and the text after `log` in a call such as `crash(log, 'why')`. A value
 * within a message is `…`. A message that is imported or made by a function is not found.
 */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ESTree, parseSync, Visitor } from 'vite'

const PACKAGES = fileURLToPath(new URL('../../packages', import.meta.url))
const SOURCES = '{core,database,evm,gateway,cli,provider-kit,providers}/src/**/*.ts'

/** The keys of which a loop's description, or that of a queue of mails, has at least one. */
const OF_LOOP: ReadonlySet<string> = new Set(['round', 'giveUpAfterMs'])

const nameOf = (node: ESTree.Node): string | undefined => {
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') return node.name
  return node.type === 'MemberExpression' ? nameOf(node.property) : undefined
}

function textOf(node: ESTree.Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  return node?.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.raw).join('…') : undefined
}

const isLog = ({ callee }: ESTree.CallExpression): boolean =>
  callee.type === 'MemberExpression' &&
  /^(?:warn|error)$/.test(nameOf(callee.property) ?? '') &&
  nameOf(callee.object) === 'log'

const propertyOf = ({ properties }: ESTree.ObjectExpression, isNamed: (name: string) => boolean) =>
  properties.find((one) => one.type === 'Property' && isNamed(nameOf(one.key) ?? ''))

function messagesOf(path: string): string[] {
  const found = new Set<string>()
  const { program } = parseSync(path, readFileSync(path, 'utf8'))
  const texts = new Map<string, string>()
  const keep = (node: ESTree.Node | undefined): void => {
    const text = textOf(node) ?? (node && texts.get(nameOf(node) ?? ''))
    if (text !== undefined) found.add(text)
  }
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      const [name, text] = [nameOf(id), init ? textOf(init) : undefined]
      if (name !== undefined && text !== undefined) texts.set(name, text)
    },
    CallExpression: (call) => {
      if (isLog(call)) keep(call.arguments.at(-1))
      else if (call.arguments[0] && nameOf(call.arguments[0]) === 'log') keep(call.arguments[1])
    },
    NewExpression: (made) => {
      if (nameOf(made.callee) === 'LastingFailure') keep(made.arguments[1])
    },
    ObjectExpression: (object) => {
      const failed = propertyOf(object, (name) => name === 'failed')
      if (failed?.type === 'Property' && propertyOf(object, (name) => OF_LOOP.has(name))) keep(failed.value)
    },
  }).visit(program)
  return [...found]
}

/** Every message, once. */
export const loggedMessages = (): string[] => [
  ...new Set(
    globSync(SOURCES, { cwd: PACKAGES })
      .filter((path) => !path.endsWith('.test.ts'))
      .sort()
      .flatMap((path) => messagesOf(`${PACKAGES}/${path}`)),
  ),
]
