/** What reaches a terminal, whatever strangers have written and by whichever way a command says it. */
import { describe, expect, it } from 'vitest'
import { sluiceIn } from '../../../test/cli/in-process.ts'

const ENV = { SLUICE_URL: 'http://127.0.0.1:8080', SLUICE_ADMIN_TOKEN: 'op_x' }
/** Escape, its one-byte form of C1, delete, and a mark that turns the text behind it around. */
const STEERING = ['\u001b[2J', '\u009b2J', '\u007f', '\u202e']
const NAME = `Zoë สมชาย ${STEERING.join('')}`

const said = async (args: readonly string[], status: number, body: string) => {
  const answer = new Response(body, { status, headers: { 'content-type': 'application/json' } })
  return sluiceIn('/nowhere', args, ENV, { fetch: async () => answer })
}
/** As a program of a user could send it that has no notion of JSON: nothing within the text is escaped. */
const raw = `{"data":[{"operator":"${NAME}","action":"${NAME}"}]}`

describe('a command', () => {
  it.each([
    ['of its table', ['audit', 'list'], 200, JSON.stringify({ data: [{ operator: NAME, action: NAME }] })],
    ['of the JSON that it was sent', ['audit', 'list', '--json'], 200, raw],
    ['of a refusal', ['audit', 'list'], 400, JSON.stringify({ code: 'X', title: NAME, detail: NAME })],
  ])('shows nothing that steers the terminal or turns a line around: %s', async (_, args, status, body) => {
    const { stdout, stderr } = await said(args, status, body)
    const shown = stdout + stderr
    expect(shown).toContain('Zoë สมชาย')
    for (const sign of STEERING) expect(shown).not.toContain(sign[0])
  })

  it('prints JSON that means what was sent', async () => {
    const body = JSON.stringify({ data: [{ operator: NAME }] })
    const { stdout } = await said(['audit', 'list', '--json'], 200, body)
    expect(JSON.parse(stdout)).toEqual(JSON.parse(body))
  })
})
