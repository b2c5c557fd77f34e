/** The master key of a data folder, for commands that open its database themselves: from where a start would take it. */
import { type MasterKey, masterKeyFrom } from '../access/secrets.ts'
import { type DataFolder, readIfThere } from '../data-folder.ts'
import { CliFailure } from './failure.ts'

export interface Key {
  readonly key: MasterKey
  /** As it is written in its file; undefined where it is in its place already. */
  readonly text: string | undefined
  readonly from: string
}

/** What there is to try: the option outweighs the environment, and that the folder, as at a start. @throws CliFailure */
export function keyOf(folder: DataFolder, keyFile?: string): Key | undefined {
  const inPlace = readIfThere(folder.masterKey)
  if (keyFile !== undefined) {
    const text = readIfThere(keyFile)
    if (text === undefined) throw new CliFailure('usage', `there is no file ${keyFile}`)
    if (inPlace !== undefined && inPlace.trim() !== text.trim())
      throw new CliFailure(
        'usage',
        `${folder.masterKey} is there already, and another key: move it away first`,
      )
    return {
      key: readKey(text, keyFile),
      text: inPlace === undefined ? `${text.trim()}\n` : undefined,
      from: keyFile,
    }
  }
  const set = process.env.SLUICE_MASTER_KEY
  if (set) return { key: readKey(set, 'SLUICE_MASTER_KEY'), text: undefined, from: 'SLUICE_MASTER_KEY' }
  if (inPlace === undefined) return undefined
  return { key: readKey(inPlace, folder.masterKey), text: undefined, from: folder.masterKey }
}

/** @throws CliFailure */
function readKey(text: string, from: string): MasterKey {
  const plain = text.trim()
  const bytes = /^[0-9a-fA-F]{64}$/.test(plain) ? Buffer.from(plain, 'hex') : Buffer.from(plain, 'base64')
  if (bytes.length === 32) return masterKeyFrom(new Uint8Array(bytes))
  throw new CliFailure('usage', `${from} does not hold 32 bytes in base64 or hex`)
}
