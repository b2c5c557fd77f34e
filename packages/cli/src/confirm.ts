/**
 * Asks for confirmation before something that cannot be undone. A script passes `--yes`. Without a terminal and without
 * `--yes` the command is refused: an unread question must not hang a script or be answered by other input.
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

/** @throws CliFailure unless the answer is yes */
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
