/**
 * Limits how many statements are written at the same time. A million lines keep the database busy for half a minute,
 * and a slow reader keeps its response open, so each merchant has a small limit in each process. Beyond it the answer
 * is 429.
 */
import type { Readable } from 'node:stream'
import { FewAtOnce } from '../http/few-at-once.ts'

const AT_ONCE = 4

export class Downloads {
  readonly #places = new FewAtOnce(
    AT_ONCE,
    `${AT_ONCE} files are already being downloaded. Finish one first.`,
  )

  /**
   * Counts the file that `make` creates until it is closed. @param reader the merchant @throws ProblemError 429 beyond
   * the limit
   */
  count<File extends { readonly body: Readable }>(reader: string, make: () => File): File {
    const leave = this.#places.enter(reader)
    try {
      const file = make()
      file.body.once('close', leave)
      return file
    } catch (error) {
      leave()
      throw error
    }
  }
}
