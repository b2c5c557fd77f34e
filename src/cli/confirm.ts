/**
 * Asks before something that can not be undone. Who types is asked; who scripts says `--yes`; whoever does neither is refused, for a
 * question that nobody reads must not hang a script, nor be answered by what happens to come in.
 */
import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { CliFailure } from './failure.ts'

export interface YesOption {
  readonly yes?: boolean
}

export const withYes = (command: Command): Command => command.option('--yes', 'do not ask, for scripts')

export interface Terminal {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  /** Somebody reads and types. */
  readonly isAttended: boolean
}

const ownTerminal = (): Terminal => ({
  input: process.stdin,
  output: process.stderr,
  isAttended: process.stdin.isTTY === true && process.stderr.isTTY === true,
})

/** @throws CliFailure where the answer is not yes */
export async function confirmed(
  what: string,
  { yes }: YesOption,
  terminal: Terminal = ownTerminal(),
): Promise<void> {
  if (yes) return
  if (!terminal.isAttended)
    throw new CliFailure('usage', `${what} cannot be undone, and here is nobody to ask: add --yes`)
  const { input, output } = terminal
  const question = createInterface({ input, output })
  try {
    const closed = new Promise<string>((resolve) => question.once('close', () => resolve('')))
    const answer = await Promise.race([question.question(`${what}? It cannot be undone. [y/N] `), closed])
    if (!/^y(es)?$/i.test(answer.trim())) throw new CliFailure('usage', 'nothing was done')
  } finally {
    question.close()
  }
}
