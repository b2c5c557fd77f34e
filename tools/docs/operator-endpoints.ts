/** The operators' endpoints with their purpose and their command: a row of the operators' page for each. */
import { ENDPOINTS } from '@sluice/gateway/admin/endpoints.ts'
import type { Command } from 'commander'
import { SluiceCommand } from 'sluice/context.ts'
import { NOUNS } from 'sluice/nouns.ts'
import { operationsOf } from 'sluice/operations-file.ts'
import { sluice } from 'sluice/program.ts'
import { ownSurroundings } from 'sluice/surroundings.ts'
import { code, codes, table } from './markdown.ts'

/** `accounts show`. */
const nameOf = (command: Command): string => {
  const { parent } = command
  const before = parent?.parent ? `${parent.name()} ` : ''
  return `${before}${command.name()}`
}

/** The operations of a command and of all commands below it. */
const operationsIn = (command: Command): readonly (readonly [operation: string, command: string])[] => [
  ...(command instanceof SluiceCommand
    ? command.operations.map((operation) => [operation, nameOf(command)] as const)
    : []),
  ...command.commands.flatMap(operationsIn),
]

/** Every operation that some command sends, with the names of those commands. */
export function commandsByOperation(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const [operation, command] of operationsIn(sluice(NOUNS, ownSurroundings())))
    found.set(operation, [...(found.get(operation) ?? []), command])
  return found
}

/** One row for each, in the order of the server's description. */
export function operatorEndpoints(): string {
  const commands = commandsByOperation()
  const guides = new Map(ENDPOINTS.map(({ facts }) => [facts.name, facts.guide]))
  const rows = Object.entries(operationsOf(ENDPOINTS)).map(([name, { summary }]) => {
    const guide = guides.get(name)
    const does = guide === undefined ? summary : `${summary} ([more](${guide}))`
    return [code(name), does, codes(commands.get(name) ?? [])]
  })
  return table(['Endpoint', 'Does', 'Command'], rows)
}
