/**
 * The body of an operation that waits for approval and holds secrets. It is sealed by the master key and opened only to run the
 * operation.
 *
 * In the readable version (`shown`), `[sealed]` replaces each secret. The hash covers the whole body in a canonical form, so an
 * approver can compare it with what was agreed elsewhere: `jq -cjS . body.json | sha256sum`. A sealed body can only be opened for
 * the approval it belongs to.
 */
import type { Randomness } from '@sluice/core/foundation/deps.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import { sealedColumn } from '../identity/access/sealed-places.ts'
import { type MasterKey, open, seal } from '../identity/access/secrets.ts'

export const SEALED = '[sealed]'

const contextOf = (id: string): string => `approval ${id}`

export const SEALED_OPERATIONS = sealedColumn({
  what: 'operations that wait',
  table: 'approval',
  column: 'sealed',
  key: ['id'],
  where: 'sealed is not null',
  contextOf: ({ id }) => contextOf(String(id)),
})

export const sealBody = (
  masterKey: MasterKey,
  id: string,
  body: Uint8Array,
  randomness: Randomness,
): string => seal(masterKey, body, contextOf(id), randomness)

export function openBody(masterKey: MasterKey, id: string, sealed: string): Uint8Array {
  const opened = open(masterKey, sealed, contextOf(id))
  assert(opened.ok, 'the master key opens what waits: it is one that it was sealed with')
  return opened.value
}

/** @param body JSON that has already been parsed successfully */
export const canonical = (body: Uint8Array): string => JSON.stringify(sorted(JSON.parse(textOf(body))))

/** @param secrets names of fields @returns the JSON with those fields replaced */
export function shown(body: Uint8Array, secrets: readonly string[]): Uint8Array {
  const given: unknown = JSON.parse(textOf(body))
  const reported =
    isRecord(given) &&
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, secrets.includes(name) ? SEALED : value]),
    )
  // Only objects get here; if anything else did, none of it would be shown.
  return new TextEncoder().encode(JSON.stringify(reported || SEALED))
}

const textOf = (body: Uint8Array): string => new TextDecoder().decode(body)

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isRecord(value)) return value
  const names = Object.keys(value).toSorted()
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]))
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
