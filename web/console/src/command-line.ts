/** The command that asks the same as a screen, made of what is known of the commands (`commands.ts`). */
import { COMMANDS, type CommandFacts } from './commands.ts'

export type ShownOperation = keyof typeof COMMANDS

interface RequestedHere {
  readonly path?: Readonly<Record<string, string>> | undefined
  readonly query?: Readonly<Record<string, string | undefined>> | undefined
}

/**
 * What follows `sluice`, word by word; undefined: no command asks just this.
 * An option and its value are one word, so that a value may begin with a dash.
 */
export function commandWords(
  name: ShownOperation,
  { path = {}, query = {} }: RequestedHere,
): readonly string[] | undefined {
  const { words, takes, options, flags }: CommandFacts = COMMANDS[name]
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
