/**
 * The master key in the data folder, if no setting has one. `master-key` encrypts. `master-key.next` exists while a
 * change begins, and `master-key.previous` until nothing is encrypted with it and an operator removes it.
 *
 * A key is on disk before anything is encrypted with it, and at every moment the key of each encrypted value is in some
 * file: files are replaced whole, and the new key is the second one before the old one loses first place. The database
 * says which key encrypts; the next start repairs what a crash has left.
 */
import { rmSync } from 'node:fs'
import type { Randomness } from '@sluice/core/foundation/deps.ts'
import { assert, fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { KeySource } from '../identity/access/master-keys.ts'
import { masterKeyFrom } from '../identity/access/secrets.ts'
import { type DataFolder, readIfThere, writePrivateFile } from './data-folder.ts'

const KEY_BYTES = 32

export class MasterKeyFiles implements KeySource {
  readonly #first: string
  readonly #next: string
  readonly #previous: string
  readonly #randomness: Randomness

  constructor(folder: DataFolder, randomness: Randomness) {
    this.#first = folder.masterKey
    this.#next = `${folder.masterKey}.next`
    this.#previous = `${folder.masterKey}.previous`
    this.#randomness = randomness
  }

  /** All that exist, in the order of their files; or why not, if one of them cannot be read. */
  read(): Result<readonly Uint8Array[], string> {
    const keys: Uint8Array[] = []
    for (const path of [this.#first, this.#next, this.#previous]) {
      const text = readIfThere(path)
      if (text === undefined) continue
      const key = Buffer.from(text.trim(), 'base64')
      if (key.length !== KEY_BYTES)
        return fail(`${path} does not hold 32 bytes in base64: restore it from a backup`)
      keys.push(new Uint8Array(key))
    }
    return succeed(keys)
  }

  /** The first key of a new database. */
  make(): Uint8Array {
    return this.#make(this.#first)
  }

  next(): Uint8Array {
    const text = readIfThere(this.#next)
    return text === undefined ? this.#make(this.#next) : new Uint8Array(Buffer.from(text.trim(), 'base64'))
  }

  settle(sealing: string): void {
    const first = readIfThere(this.#first)
    if (first !== undefined && fingerprintOf(first) === sealing) return
    const [source] = [this.#next, this.#previous].filter((path) => {
      const text = readIfThere(path)
      return text !== undefined && fingerprintOf(text) === sealing
    })
    assert(source !== undefined, 'the key that seals is in the data folder')
    const text = readIfThere(source) ?? ''
    if (first !== undefined) writePrivateFile(this.#previous, first)
    writePrivateFile(this.#first, text)
    rmSync(this.#next, { force: true })
  }

  forget(): void {
    rmSync(this.#previous, { force: true })
  }

  #make(path: string): Uint8Array {
    const made = this.#randomness.bytes(KEY_BYTES)
    writePrivateFile(path, `${Buffer.from(made).toString('base64')}\n`)
    return made
  }
}

const fingerprintOf = (text: string): string =>
  masterKeyFrom(new Uint8Array(Buffer.from(text.trim(), 'base64'))).fingerprint
