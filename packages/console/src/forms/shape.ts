/**
 * What a request's body holds, as a form needs to know it, and what is typed on its way to a body and back. Pure.
 *
 * The shapes are made from the endpoints' declarations (`../../made/bodies.ts`), so a form never lacks a field that the API has. What is typed is text
 * until the server reads it: a number goes digit for digit, and whether it is one the server says.
 */
import { exactly } from '@sluice/ui-kit/exact.ts'

export type Shape =
  | { readonly is: 'text' }
  | { readonly is: 'number' }
  | { readonly is: 'yes-no' }
  | { readonly is: 'choice'; readonly of: readonly string[] }
  | { readonly is: 'list'; readonly of: Shape }
  | { readonly is: 'group'; readonly members: readonly Member[] }
  /** Values by names that whoever fills it chooses. */
  | { readonly is: 'by-name'; readonly of: Shape }
  /** An object of any kind, typed as JSON. */
  | { readonly is: 'json' }

export interface Member {
  readonly name: string
  readonly shape: Shape
  readonly isNeeded?: true
  /** Null takes it away. */
  readonly isNullable?: true
  readonly hint?: string
}

export type GroupShape = Extract<Shape, { readonly is: 'group' }>

/** What stands in the fields: text in each, whatever it means. */
export type Draft = string | readonly Draft[] | DraftGroup
export interface DraftGroup {
  readonly [name: string]: Draft
}

const isList = (draft: Draft | undefined): draft is readonly Draft[] => Array.isArray(draft)
export const listIn = (draft: Draft | undefined): readonly Draft[] => (isList(draft) ? draft : [])
export const groupIn = (draft: Draft | undefined): DraftGroup =>
  typeof draft === 'object' && !isList(draft) ? draft : {}
export const textIn = (draft: Draft | undefined): string => (typeof draft === 'string' ? draft : '')

/** Of lists that hold words alone, each stands on a line of its own. */
export const isPlain = ({ is }: Shape): boolean => is === 'text' || is === 'number'

/** As fields show what there is; nothing, and null, are empty fields. */
export function draftOf(shape: Shape, value: unknown): Draft {
  switch (shape.is) {
    case 'list':
      return Array.isArray(value) ? value.map((each) => draftOf(shape.of, each)) : []
    case 'group': {
      const held: object = value instanceof Object ? value : {}
      return Object.fromEntries(
        shape.members.map(({ name, shape: of }) => [name, draftOf(of, Reflect.get(held, name))]),
      )
    }
    case 'by-name':
      return Object.entries(value instanceof Object ? value : {}).map(([name, each]) => ({
        name,
        value: draftOf(shape.of, each),
      }))
    case 'json':
      return value === undefined || value === null ? '' : JSON.stringify(value, undefined, 2)
    case 'text':
    case 'number':
    case 'yes-no':
    case 'choice':
      return value === undefined || value === null ? '' : String(value)
  }
}

/** What is sent for it; undefined: it is left out, because nobody has filled it. */
export function bodyOf(shape: Shape, draft: Draft | undefined): unknown {
  switch (shape.is) {
    case 'list': {
      // A part that is empty keeps its place, so that faults are shown where they are.
      const items = listIn(draft).map((each) => bodyOf(shape.of, each))
      const sent = isPlain(shape.of) || shape.of.is === 'choice' ? items.filter(isThere) : items.map(orEmpty)
      return sent.length === 0 ? undefined : sent
    }
    case 'group': {
      const held = groupIn(draft)
      const sent = shape.members.flatMap(({ name, shape: of }) => {
        const value = bodyOf(of, held[name])
        return value === undefined ? [] : [[name, value] as const]
      })
      return sent.length === 0 ? undefined : Object.fromEntries(sent)
    }
    case 'by-name': {
      const sent = listIn(draft).flatMap((each) => {
        const { name, value } = groupIn(each)
        return textIn(name) === '' ? [] : [[textIn(name), orEmpty(bodyOf(shape.of, value))] as const]
      })
      return sent.length === 0 ? undefined : Object.fromEntries(sent)
    }
    case 'text':
    case 'choice':
      return textIn(draft).trim() || undefined
    case 'number': {
      const text = textIn(draft).trim()
      return text === '' ? undefined : exactly(text)
    }
    case 'yes-no': {
      const text = textIn(draft)
      return text === '' ? undefined : text === 'true'
    }
    case 'json':
      return jsonIn(textIn(draft).trim())
  }
}

const isThere = (value: unknown): boolean => value !== undefined
const orEmpty = (value: unknown): unknown => value ?? {}

/** What is no JSON goes as the text that it is: the server says what is wrong with it. */
function jsonIn(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * What a change sends: only what was changed. What was emptied goes as null where that takes it away, as an empty list where it is one, and
 * stays as it is where neither can be.
 */
export function changeOf({ members }: GroupShape, before: DraftGroup, after: DraftGroup): object {
  return Object.fromEntries(
    members.flatMap(({ name, shape, isNullable }) => {
      if (JSON.stringify(before[name]) === JSON.stringify(after[name])) return []
      const value = bodyOf(shape, after[name])
      if (value !== undefined) return [[name, value] as const]
      return isNullable ? [[name, null] as const] : shape.is === 'list' ? [[name, []] as const] : []
    }),
  )
}

/** Words of a name in a body: `callbackUrl` is `Callback URL`. */
export function labelOf(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/\b(url|id|iban|bic|utr|vat)\b/g, (word) => word.toUpperCase())
    .replaceAll(/\burls\b/g, 'URLs')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
