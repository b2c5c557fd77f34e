import { realTimers } from '@sluice/core/foundation/real-deps.ts'
import { describe, expect, it } from 'vitest'
import { readAnswerApart } from './read-answer.ts'

const answerOf = (batches: number) =>
  Buffer.from(
    `<Document><CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>m</OrgnlMsgId></OrgnlGrpInfAndSts>${'<OrgnlPmtInfAndSts><PmtInfSts>ACSC</PmtInfSts></OrgnlPmtInfAndSts>'.repeat(batches)}</CstmrPmtStsRpt></Document>`,
  )

describe('a bank’s answer of megabytes', () => {
  it('is read while others are served', async () => {
    let turns = 0
    let isOver = false
    const turn = () => {
      turns += 1
      if (!isOver) setTimeout(turn, 1)
    }
    turn()
    const read = await readAnswerApart(answerOf(40_000), realTimers)
    isOver = true
    expect(read.ok && read.value.ok && read.value.value.batches.length).toBe(40_000)
    expect(turns).toBeGreaterThan(10)
  })

  it('reads as a small one does', async () => {
    const [small, large] = await Promise.all([
      readAnswerApart(answerOf(1), realTimers),
      readAnswerApart(Buffer.from(`${answerOf(1)}${' '.repeat(200_000)}`), realTimers),
    ])
    expect(large).toEqual(small)
  })
})
