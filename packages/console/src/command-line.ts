/** The command that asks the same as a screen, by what is known of it (`../made/commands.ts`). */

/** Where each part of a request goes. */
export interface CommandFacts {
  /** `cases list`. */
  readonly words: string
  /** Its arguments in their order, by what they fill; `file` is the body. */
  readonly takes: readonly string[]
  /** Options that take a value, by what they fill. */
  readonly options: Readonly<Record<string, string>>
  /** Options that say `true`, by what they fill. */
  readonly flags: Readonly<Record<string, string>>
}

interface RequestedHere {
  readonly path?: Readonly<Record<string, string>> | undefined
  readonly query?: Readonly<Record<string, string | undefined>> | undefined
}

/**
 * What follows `sluice`, word by word; undefined: no command asks just this.
 * An option and its value are one word, so that a value may begin with a dash.
 */
export function commandWords(
  { words, takes, options, flags }: CommandFacts,
  { path = {}, query = {} }: RequestedHere,
): readonly string[] | undefined {
  const given = Object.entries({ ...path, ...query }).flatMap(([fills, value]) =>
    value ? [[fills, value] as const] : [],
  )
  const values = new Map(given)
  const chosen: string[] = []
  for (const [fills, value] of given) {
    const option = options[fills]
    const flag = flags[fills]
    if (option !== undefined) chosen.push(`${option}=${value}`)
    else if (flag !== undefined && value === 'true') chosen.push(flag)
    else if (!takes.includes(fills)) return undefined
  }
  const args = takes.map((fills) => values.get(fills))
  if (!args.every((value) => value !== undefined)) return undefined
  const apart = args.some((value) => value.startsWith('-')) ? ['--'] : []
  return [...words.split(' '), ...chosen, ...apart, ...args]
}

const PLAIN = /^[\w@%+=:,./-]+$/

/** For a shell: what it would read otherwise stands in quotes. */
export const shellLine = (words: readonly string[]): string =>
  words.map((word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ')
