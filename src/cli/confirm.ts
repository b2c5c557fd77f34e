/**
 * Asks before something that can not be undone. Who types is asked; who scripts says `--yes`; whoever does neither is refused, for a
 * question that nobody reads must not hang a script, nor be answered by what happens to come in.
 */
import { createInterface } from 'node:readline/promises'
import type { SluiceCommand } from './context.ts'
import { CliFailure } from './failure.ts'
import type { Terminal } from './surroundings.ts'

export interface YesOption {
  readonly yes?: boolean
}

export const withYes = (command: SluiceCommand): SluiceCommand =>
  command.option('--yes', 'skip the confirmation, for scripts')

/** @throws CliFailure where the answer is not yes */
export async function confirmed(
  what: string,
  { yes }: YesOption,
  terminal: Pick<Terminal, 'input' | 'output' | 'isAttended'>,
): Promise<void> {
  if (yes) return
  if (!terminal.isAttended)
    throw new CliFailure(
      'usage',
      `${what} cannot be undone, and there is no terminal to confirm it: add --yes`,
    )
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
