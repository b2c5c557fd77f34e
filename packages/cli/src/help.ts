/** `sluice help …`: the help of any command, however nested: `sluice help payins create`. */
import type { Command } from 'commander'
import type { SluiceCommand } from './context.ts'
import { CliFailure } from './failure.ts'

export function addHelp(program: SluiceCommand): void {
  program
    .command('help')
    .description('show the help of a command')
    .argument('[command...]', 'such as payins create')
    .action((names: readonly string[]) => {
      commandAt(program, names).outputHelp()
    })
}

function commandAt(program: Command, names: readonly string[]): Command {
  let found = program
  for (const name of names) {
    const next = found.commands.find((each) => each.name() === name || each.aliases().includes(name))
    if (next === undefined) throw new CliFailure('usage', `there is no command ${names.join(' ')}`)
    found = next
  }
  return found
}
