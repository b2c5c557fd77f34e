/**
 * What somebody saw when they began to type, beside what there is now. Where somebody else has changed it meanwhile, what was typed stays,
 * every field that was not touched takes what there is now, and it is known which fields changed. Pure.
 */
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

export interface Merged<Value> {
  readonly typed: Readonly<Record<string, Value>>
  /** Names of those that somebody else has changed, in the order in which they are seen. */
  readonly changed: readonly string[]
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

export function mergedWith<Value>(
  seen: Readonly<Record<string, Value>>,
  now: Readonly<Record<string, Value>>,
  typed: Readonly<Record<string, Value>>,
): Merged<Value> {
  const changed = Object.keys(now).filter((name) => !isSame(seen[name], now[name]))
  const untouched = changed.filter((name) => isSame(seen[name], typed[name]))
  const taken = untouched.flatMap((name) => {
    const value = now[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { typed: { ...typed, ...Object.fromEntries(taken) }, changed }
}

/** A field that somebody else has changed: what it was when it was seen, and what it is. */
export interface ChangedField<Value> {
  readonly name: string
  readonly was: Value | undefined
  readonly is: Value | undefined
}

interface Seen<Value> {
  readonly tag: string | undefined
  readonly fields: Readonly<Record<string, Value>>
}

export interface SeenForm<Value> {
  /** Of what has been seen: for `If-Match`. */
  readonly tag: string | undefined
  readonly fields: Readonly<Record<string, Value>>
  readonly changed: readonly ChangedField<Value>[]
  /** What was sent has been taken: it is what there is. */
  readonly taken: (tag: string | undefined, fields: Readonly<Record<string, Value>>) => void
}

/**
 * @param tag of what there is now; undefined: nothing tells whether it changes
 * @param now the fields as they are now
 * @param typed what stands in them
 * @param write puts what was merged into them
 */
export function useSeen<Value>(
  tag: string | undefined,
  now: Readonly<Record<string, Value>>,
  typed: () => Readonly<Record<string, Value>>,
  write: (typed: Readonly<Record<string, Value>>) => void,
): SeenForm<Value> {
  const seen = useRef<Seen<Value>>({ tag, fields: now })
  const changed = useSignal<readonly ChangedField<Value>[]>([])
  useEffect(() => {
    const before = seen.current
    if (tag === before.tag) return
    const merged = mergedWith(before.fields, now, typed())
    seen.current = { tag, fields: now }
    if (merged.changed.length === 0) return
    write(merged.typed)
    const first = new Map(changed.peek().map((each) => [each.name, each.was]))
    changed.value = [
      ...changed.peek().filter(({ name }) => !merged.changed.includes(name)),
      ...merged.changed.map((name) => ({
        name,
        was: first.has(name) ? first.get(name) : before.fields[name],
        is: now[name],
      })),
    ]
  }, [tag])
  return {
    get tag() {
      return seen.current.tag
    },
    get fields() {
      return seen.current.fields
    },
    changed: changed.value,
    taken: (newTag, fields) => {
      seen.current = { tag: newTag, fields }
      changed.value = []
    },
  }
}
