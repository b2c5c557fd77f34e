import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { confirmed } from './confirm.ts'

/** Somebody who types this, and then nothing more. */
function typing(text: string) {
  const input = new PassThrough()
  input.end(text)
  return { input, output: new PassThrough(), isAttended: true }
}

describe('what cannot be undone', () => {
  it.each(['y\n', 'Y\n', ' yes \n'])('is done where somebody says so: %j', async (typed) => {
    await expect(confirmed('write off 5 THB', {}, typing(typed))).resolves.toBeUndefined()
  })

  it.each(['\n', 'n\n', 'yo\n', ''])('is not done otherwise: %j', async (typed) => {
    await expect(confirmed('write off 5 THB', {}, typing(typed))).rejects.toThrow('nothing was done')
  })

  it('is done without a question where a script says --yes', async () => {
    const nobody = { ...typing(''), isAttended: false }
    await expect(confirmed('write off 5 THB', { yes: true }, nobody)).resolves.toBeUndefined()
  })

  it('is refused where nobody can be asked, and it is said how to go on', async () => {
    const nobody = { ...typing('y\n'), isAttended: false }
    await expect(confirmed('write off 5 THB', {}, nobody)).rejects.toThrow(/write off 5 THB .*--yes/)
  })
})
