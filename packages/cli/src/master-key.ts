/**
 * The master keys of a data folder, for commands that open its database themselves: the same keys, from the same
 * places, as at a start. While the master key is being changed there are two, and some sealed values open with only one
 * of them.
 */
import type { Database } from '@sluice/database/port.ts'
import { readSealingKeys } from '@sluice/gateway/identity/access/master-key-check.ts'
import { MasterKey } from '@sluice/gateway/identity/access/secrets.ts'
import { keyOf32Bytes, keysOf32Bytes } from '@sluice/gateway/server/config-values.ts'
import { type DataFolder, readIfThere, writePrivateFile } from '@sluice/gateway/server/data-folder.ts'
import type { Context } from './context.ts'
import { CliFailure } from './failure.ts'

export interface Keys {
  readonly masterKey: MasterKey
  readonly from: string
  /** Writes keys that are missing in the data folder; the next start puts them in order. */
  put(): void
}

/** The part of a command's context that says which keys there are. */
type KeyContext = Pick<Context, 'folder' | 'env' | 'locate'>

/** Where a start looks for keys in the data folder: see `server/master-key-files.ts`. */
export const keyPlaces = ({
  masterKey,
}: DataFolder): readonly [first: string, next: string, previous: string] => [
  masterKey,
  `${masterKey}.next`,
  `${masterKey}.previous`,
]

/** The keys from the option, else the environment, else the folder, as at a start. @throws CliFailure */
export function keysOf(context: KeyContext, keyFiles: readonly string[] = []): Keys | undefined {
  const { folder, env } = context
  const inPlace = keyPlaces(folder).flatMap((path) => {
    const text = readIfThere(path)
    return text === undefined ? [] : [{ path, key: readKey(text, path) }]
  })
  if (keyFiles.length > 0) return fromFiles(context, keyFiles, inPlace)
  const { SLUICE_MASTER_KEY: set, SLUICE_MASTER_KEY_PREVIOUS: previous } = env
  if (set) {
    const others = previous ? keysOf32Bytes(MOST_KEYS)(previous) : []
    if (others === undefined) throw new CliFailure('usage', `SLUICE_MASTER_KEY_PREVIOUS ${NO_KEY}`)
    return keys([readKey(set, 'SLUICE_MASTER_KEY'), ...others], 'SLUICE_MASTER_KEY', () => undefined)
  }
  const found = inPlace.map(({ key }) => key)
  return found.length === 0 ? undefined : keys(found, folder.masterKey, () => undefined)
}

const MOST_KEYS = 20
const NO_KEY = 'does not hold 32 bytes in base64 or hex'

function fromFiles(
  { folder, locate }: KeyContext,
  keyFiles: readonly string[],
  inPlace: readonly { readonly path: string; readonly key: Uint8Array }[],
): Keys | undefined {
  if (keyFiles.length > 2) throw new CliFailure('usage', 'at most two keys are in use at a time')
  const given = keyFiles.map((file) => {
    const text = readIfThere(locate(file))
    if (text === undefined) throw new CliFailure('usage', `there is no file ${file}`)
    return readKey(text, file)
  })
  const isOf = (some: readonly Uint8Array[], key: Uint8Array) =>
    some.some((each) => Buffer.compare(each, key) === 0)
  const another = inPlace.find(({ key }) => !isOf(given, key))
  if (another)
    throw new CliFailure('usage', `${another.path} is there already, and another key: move it away first`)
  const [first, , previous] = keyPlaces(folder)
  return keys(given, keyFiles.join(' and '), () => {
    const taken = new Set(inPlace.map(({ path }) => path))
    const free = [first, previous].filter((path) => !taken.has(path))
    const missing = given.filter(
      (key) =>
        !isOf(
          inPlace.map((each) => each.key),
          key,
        ),
    )
    for (const [index, key] of missing.entries()) {
      const path = free[index]
      if (path !== undefined) writePrivateFile(path, `${Buffer.from(key).toString('base64')}\n`)
    }
  })
}

const keys = ([first, ...others]: readonly Uint8Array[], from: string, put: () => void): Keys | undefined =>
  first && { masterKey: new MasterKey(first, others), from, put }

/** @throws CliFailure */
function readKey(text: string, from: string): Uint8Array {
  const key = keyOf32Bytes(text.trim())
  if (key === undefined) throw new CliFailure('usage', `${from} ${NO_KEY}`)
  return key
}

/**
 * @param what `this backup was made under`
 * @param where how to provide the other key, if one is missing
 * @returns why a gateway would not start on it with these keys; undefined if it would
 */
export async function whyNotOpened(
  database: Database,
  { masterKey, from }: Pick<Keys, 'masterKey' | 'from'>,
  what: string,
  where: string,
): Promise<string | undefined> {
  const sealing = await readSealingKeys(database)
  if (await sealing.open(masterKey)) return undefined
  const missing = sealing.inForce.filter((fingerprint) => !masterKey.knows(fingerprint))
  if (sealing.inForce.length < 2 || missing.length === sealing.inForce.length)
    return `the master key in ${from} is not the one that ${what}${sealing.inForce.length < 2 ? '' : `: it takes two, ${sealing.inForce.join(' and ')}, for the master key was being changed`}`
  return (
    `the master key was being changed, so it takes both keys, the old one and the new one: ` +
    `the one with the fingerprint ${missing.join(', ')} is missing beside ${from}. ${where}`
  )
}
