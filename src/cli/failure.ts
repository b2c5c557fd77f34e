/** How a command ends when it does not succeed: with a sentence on standard error, and a code that a script can tell apart. */

export const EXIT = { refused: 1, usage: 2, unreachable: 3 } as const

export class CliFailure extends Error {
  override readonly name = 'CliFailure'
  readonly exitCode: number
  constructor(kind: keyof typeof EXIT, message: string) {
    super(message)
    this.exitCode = EXIT[kind]
  }
}
