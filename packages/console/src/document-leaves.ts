/** Lists the values of a request for reading, and the differences between two requests. Pure. */
import { methodName, plainWords } from '@sluice/ui-kit/codes.ts'
import { type MoneyText, moneyText } from '@sluice/ui-kit/money.tsx'

/** One value of a document, with the names that lead to it. */
export interface Leaf {
  readonly path: string
  readonly text: string
  readonly money?: MoneyText
}

/** Shows an amount and its currency as one value. */
function moneyIn(value: object): MoneyText | undefined {
  if (!('amount' in value && 'currencyCode' in value) || Object.keys(value).length !== 2) return undefined
  return { amount: String(value.amount), currencyCode: String(value.currencyCode) }
}

/** The name that identifies an item of a list, if it has one, so that a moved item is no change. */
function nameOf(item: unknown, index: number): string {
  if (!(item instanceof Object)) return String(index + 1)
  const named = ['code', 'id', 'name', 'currency', 'currencyCode', 'operation'].flatMap((key) => {
    const value: unknown = Reflect.get(item, key)
    return typeof value === 'string' ? [value] : []
  })
  return named.length === 0 ? String(index + 1) : named.join(' ')
}

/** Members that only group the values below them. */
const CONTAINERS: ReadonlySet<string> = new Set(['Fields'])

/** The name for reading: `idRefund` becomes `Refund ID`. */
function nameWords(name: string): string {
  if (name === 'sha256') return 'SHA-256'
  const [, thing] = /^id([A-Z]\w*)$/.exec(name) ?? []
  return thing === undefined ? plainWords(name.replaceAll(/([A-Z])/g, ' $1')) : `${plainWords(thing)} ID`
}

/** Members whose values are codes of the API: of a method, or a plain word. */
const METHODS: ReadonlySet<string> = new Set(['method', 'paymentMethodCode'])
const WORDS: ReadonlySet<string> = new Set(['reason', 'route', 'from', 'schedule', 'rule', 'role'])

const isCode = (name: string, value: unknown): value is string =>
  typeof value === 'string' && /^[A-Z][A-Z0-9_]+$/.test(value) && (METHODS.has(name) || WORDS.has(name))

const wordsOfCode = (name: string, code: string): string =>
  METHODS.has(name) ? methodName(code) : plainWords(code)

export function leavesOf(document: unknown): readonly Leaf[] {
  const found: Leaf[] = []
  const walk = (value: unknown, names: readonly string[]): void => {
    const money = value instanceof Object ? moneyIn(value) : undefined
    const path = names.filter((name) => !CONTAINERS.has(name)).join(' · ')
    if (money) found.push({ path, text: moneyText(money), money })
    else if (Array.isArray(value)) {
      if (value.length === 0) found.push({ path, text: 'none' })
      value.forEach((item, index) => {
        walk(item, [...names, nameOf(item, index)])
      })
    } else if (value instanceof Object)
      for (const [name, each] of Object.entries(value))
        walk(isCode(name, each) ? wordsOfCode(name, each) : each, [...names, nameWords(name)])
    else found.push({ path, text: value === null ? 'none' : String(value) })
  }
  walk(document, [])
  return found
}

export interface Difference {
  readonly path: string
  readonly before: Leaf | undefined
  readonly after: Leaf | undefined
}

/** Compares only what is sent. A member that is left out stays unchanged, except in a list, which is sent whole. */
export function differencesOf(now: unknown, sent: object): readonly Difference[] {
  const kept = now instanceof Object ? now : {}
  const before = new Map(
    Object.keys(sent).flatMap((name) =>
      leavesOf({ [name]: Reflect.get(kept, name) ?? undefined })
        .filter(({ text }) => text !== 'undefined')
        .map((leaf) => [leaf.path, leaf] as const),
    ),
  )
  const after = new Map(leavesOf(sent).map((leaf) => [leaf.path, leaf] as const))
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((path) => ({ path, before: before.get(path), after: after.get(path) }))
    .filter((each) => each.before?.text !== each.after?.text)
}
