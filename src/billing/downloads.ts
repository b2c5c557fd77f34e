/**
 * How many statements are written at once: a million lines keep the database busy for half a minute, and whoever reads slowly keeps
 * its answer open. So few for each merchant, in each process; who wants more is told to come again.
 */
import type { Readable } from 'node:stream'
import { FewAtOnce } from '../http/few-at-once.ts'

const AT_ONCE = 4

export class Downloads {
  readonly #places = new FewAtOnce(AT_ONCE, `${AT_ONCE} files are being read already: finish one first.`)

  /** Counts what `make` writes until it is closed. @param reader whose they are @throws ProblemError 429 where there are too many */
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
