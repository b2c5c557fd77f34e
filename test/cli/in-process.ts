/**
 * Runs the command `sluice` in the test's own process, with a separate folder and environment. It talks to a gateway as usual; tests of
 * exit codes, streams and signals need `runSluice`.
 */
import { PassThrough } from 'node:stream'
import { realClock } from '@sluice/client/clock.ts'
import { NOUNS } from 'sluice/nouns.ts'
import { run } from 'sluice/run.ts'
import type { CommandEnvironment, CommandSurroundings } from 'sluice/surroundings.ts'
import type { TestGateway } from '../harness.ts'

export interface Said {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Defaults: no terminal, and empty standard input. */
export function surroundingsIn(
  folder: string,
  env: CommandEnvironment,
  other: Partial<CommandSurroundings> = {},
): { readonly surroundings: CommandSurroundings; readonly said: { stdout: string; stderr: string } } {
  const said = { stdout: '', stderr: '' }
  const surroundings: CommandSurroundings = {
    env,
    workingFolder: folder,
    fetch: (input, init) => fetch(input, init),
    clock: realClock,
    terminal: { input: new PassThrough(), output: new PassThrough(), isAttended: false, columns: undefined },
    readInput: () => new Uint8Array(),
    writeOut: (text) => {
      said.stdout += text
    },
    writeError: (text) => {
      said.stderr += text
    },
    ...other,
  }
  return { surroundings, said }
}

/** Runs one command to its end. */
export async function sluiceIn(
  folder: string,
  args: readonly string[],
  env: CommandEnvironment = {},
  other: Partial<CommandSurroundings> = {},
): Promise<Said> {
  const { surroundings, said } = surroundingsIn(folder, env, other)
  const code = await run(args, NOUNS, surroundings)
  return { code, ...said }
}

/** Runs an operator's command against a gateway in this process, without a socket. */
export function sluiceBeside(
  gateway: Pick<TestGateway, 'request'>,
  folder: string,
  args: readonly string[],
  adminToken: string,
): Promise<Said> {
  const asking: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input))
    const raw = typeof init?.body === 'string' ? { raw: init.body } : {}
    const answer = await gateway.request(init?.method ?? 'GET', pathname + search, {
      ...raw,
      headers: Object.fromEntries(new Headers(init?.headers)),
    })
    const headers = { 'content-type': String(answer.headers['content-type'] ?? 'text/plain') }
    return new Response(answer.text === '' ? null : answer.text, { status: answer.status, headers })
  }
  const env = { SLUICE_URL: 'http://127.0.0.1:8080', SLUICE_ADMIN_TOKEN: adminToken }
  return sluiceIn(folder, args, env, { fetch: asking })
}
