/** How a command fails: a sentence on standard error, and an exit code for scripts. */
export const EXIT = { refused: 1, usage: 2, unreachable: 3 } as const

export class CliFailure extends Error {
  override readonly name = 'CliFailure'
  readonly exitCode: number
  /** The gateway's HTTP status, if it refused. */
  readonly status: number | undefined
  constructor(kind: keyof typeof EXIT, message: string, status?: number) {
    super(message)
    this.exitCode = EXIT[kind]
    this.status = status
  }
}
