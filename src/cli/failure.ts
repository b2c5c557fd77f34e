/** How a command ends when it does not succeed: with a sentence on standard error, and a code that a script can tell apart. */

export const EXIT = { refused: 1, usage: 2, unreachable: 3 } as const

export class CliFailure extends Error {
  override readonly name = 'CliFailure'
  readonly exitCode: number
  /** The gateway's HTTP status, where it has refused. */
  readonly status: number | undefined
  constructor(kind: keyof typeof EXIT, message: string, status?: number) {
    super(message)
    this.exitCode = EXIT[kind]
    this.status = status
  }
}
