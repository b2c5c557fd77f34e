/**
 * The shape of a request's body for a form, and conversion between what is typed and the body. Pure.
 *
 * The shapes are made from the endpoints' declarations (`../../made/bodies.ts`), so a form has every field of the API. Input stays text
 * until the server reads it: numbers are sent digit for digit, and the server checks them.
 */
import { exactly } from '@sluice/ui-kit/exact.ts'

export type Shape =
  | { readonly is: 'text' }
  | { readonly is: 'number' }
  | { readonly is: 'yes-no' }
  | { readonly is: 'choice'; readonly of: readonly string[] }
  | { readonly is: 'list'; readonly of: Shape }
  | { readonly is: 'group'; readonly members: readonly Member[] }
  /** Values under names that the user chooses. */
  | { readonly is: 'by-name'; readonly of: Shape }
  /** A free-form object, typed as JSON. */
  | { readonly is: 'json' }

export interface Member {
  readonly name: string
  readonly shape: Shape
  readonly isNeeded?: true
  /** Null removes the value. */
  readonly isNullable?: true
  readonly hint?: string
}

export type GroupShape = Extract<Shape, { readonly is: 'group' }>

/** The contents of the fields, always as text. */
export type Draft = string | readonly Draft[] | DraftGroup
export interface DraftGroup {
  readonly [name: string]: Draft
}

const isList = (draft: Draft | undefined): draft is readonly Draft[] => Array.isArray(draft)
export const listIn = (draft: Draft | undefined): readonly Draft[] => (isList(draft) ? draft : [])
export const groupIn = (draft: Draft | undefined): DraftGroup =>
  typeof draft === 'object' && !isList(draft) ? draft : {}
export const textIn = (draft: Draft | undefined): string => (typeof draft === 'string' ? draft : '')

/** A list of such items is typed with one on each line. */
export const isPlain = ({ is }: Shape): boolean => is === 'text' || is === 'number'

/** The contents of the fields for a value; missing and null values are empty fields. */
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

/** The value to send; undefined if nothing was filled in and it is left out. */
export function bodyOf(shape: Shape, draft: Draft | undefined): unknown {
  switch (shape.is) {
    case 'list': {
      // Empty items keep their index, so that faults appear at the right item.
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

/** Invalid JSON is sent as text, and the server reports the fault. */
function jsonIn(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * The body of a change, with only what was changed. A field that was emptied is sent as null if that removes the value, or as an empty list
 * if it is a list; otherwise it stays unchanged.
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

/** The label of a member: `callbackUrl` becomes `Callback URL`. */
export function labelOf(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/\b(url|id|iban|bic|utr|vat)\b/g, (word) => word.toUpperCase())
    .replaceAll(/\burls\b/g, 'URLs')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
