/** A statement as one JSON object, written line by line: `lines` is its last property. */
import { Readable } from 'node:stream'
import { lineBodyIn, statementBody, totalsBody } from '../views.ts'
import type { StatementDocument } from './document.ts'

export const writeJson = (document: StatementDocument): Readable =>
  Readable.from(jsonOf(document), { objectMode: false })

async function* jsonOf({ statement, totals, lines }: StatementDocument): AsyncGenerator<string> {
  const head = JSON.stringify({ ...statementBody(statement), totals: totalsBody(statement, totals) })
  yield `${head.slice(0, -1)},"lines":[`
  const body = lineBodyIn(statement)
  let isFirst = true
  for await (const some of lines()) {
    const texts = some.map((line) => JSON.stringify(body(line)))
    yield `${isFirst ? '' : ','}\n${texts.join(',\n')}`
    isFirst = false
  }
  yield '\n]}\n'
}
