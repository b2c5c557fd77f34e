/** One setting as data: see `settings.ts`. */

export interface Setting<Value> {
  variable: string
  /** Completes the sentence "must be …". */
  expects: string
  /** As written in the environment; undefined if there is no default, or if it depends (see `help`). */
  fallback: string | undefined
  help: string
  /** @returns undefined if the text is not as expected */
  parse(text: string): Value | undefined
}

export const setting = <Value>(one: Setting<Value>): Setting<Value> => one
