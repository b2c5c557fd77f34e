/**
 * Compares the state that a user saw when they began to type with the current one. If somebody else has changed it,
 * typed text stays, untouched fields take the current values, and the changed fields are listed. Pure.
 */
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

export interface Merged<Value> {
  readonly typed: Readonly<Record<string, Value>>
  /** Names of the fields that somebody else has changed, in the order of the form. */
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

/** A field that somebody else has changed, with its earlier and its current value. */
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
  /** The ETag of the state that was seen, for `If-Match`. */
  readonly tag: string | undefined
  readonly fields: Readonly<Record<string, Value>>
  readonly changed: readonly ChangedField<Value>[]
  /** Call it when the sent values were accepted as the current state. */
  readonly taken: (tag: string | undefined, fields: Readonly<Record<string, Value>>) => void
}

/**
 * @param tag ETag of the current state; undefined: changes cannot be detected
 * @param now the current values
 * @param typed the values in the fields
 * @param write writes the merged values into the fields
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
