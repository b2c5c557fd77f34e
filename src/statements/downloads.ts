/**
 * How many statements are written at once: a million lines keep the database busy for half a minute, and whoever reads slowly keeps
 * its answer open. So few for each merchant, in each process; who wants more is told to come again.
 */
import type { Readable } from 'node:stream'
import { httpProblem, ProblemError } from '../http/problems.ts'

const AT_ONCE = 4

export class Downloads {
  readonly #underWay = new Map<string, number>()

  /** Counts what `make` writes until it is closed. @param reader whose they are @throws ProblemError 429 where there are too many */
  count<File extends { readonly body: Readable }>(reader: string, make: () => File): File {
    const before = this.#underWay.get(reader) ?? 0
    if (before >= AT_ONCE)
      throw new ProblemError(
        httpProblem('RATE_LIMITED', `${AT_ONCE} statements are being read already: finish one first.`, {
          headers: { 'retry-after': '10' },
        }),
      )
    const file = make()
    this.#underWay.set(reader, before + 1)
    file.body.once('close', () => {
      const left = (this.#underWay.get(reader) ?? 1) - 1
      if (left === 0) this.#underWay.delete(reader)
      else this.#underWay.set(reader, left)
    })
    return file
  }
}
