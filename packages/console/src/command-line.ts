/** Builds the command line that sends the same request as a screen, from the facts in `../made/commands.ts`. */

/** The command and where each part of a request goes in it. */
export interface CommandFacts {
  /** For example `cases list`. */
  readonly words: string
  /** Its arguments in order, by the part that each sets; `file` is the body. */
  readonly takes: readonly string[]
  /** Options with a value, by the part that each sets. */
  readonly options: Readonly<Record<string, string>>
  /** Options that mean `true`, by the part that each sets. */
  readonly flags: Readonly<Record<string, string>>
}

interface RequestedHere {
  readonly path?: Readonly<Record<string, string>> | undefined
  readonly query?: Readonly<Record<string, string | undefined>> | undefined
}

/**
 * @returns the arguments after `sluice`; undefined if no command sends this request. An option and its value are one argument, so that a
 * value may begin with a dash
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

/** Quotes every argument that the shell would otherwise interpret. */
export const shellLine = (words: readonly string[]): string =>
  words.map((word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ')
