/** A violated check of the simulation. */
export class Violation extends Error {
  override readonly name = 'Violation'
  readonly check: string
  constructor(check: string, detail: string) {
    super(`${check}: ${detail}`)
    this.check = check
  }
}

/** @param check its name, for the report; @param detail what was seen instead */
export function holds(condition: unknown, check: string, detail: () => string): asserts condition {
  if (!condition) throw new Violation(check, detail())
}
