/**
 * How screens send requests by the name of an operation and keep their data fresh while they are open; and the same request as a command.
 */
import { COMMANDS } from 'made:commands'
import { curlOf } from '@sluice/ui-kit/operation.ts'
import { SameByCommand } from '@sluice/ui-kit/small.tsx'
import type { OperationName, Requested } from './api.ts'
import { commandWords, shellLine } from './command-line.ts'

export { CALM_MS, LIVE_MS } from '@sluice/ui-kit/operation.ts'
export { asking } from './api.ts'

interface ByCommandProps<Name extends OperationName> {
  readonly name: Name
  readonly requested: Requested<Name>
}

/** Made from the operation and the commands, never written by hand. */
export function ByCommand<Name extends OperationName>({ name, requested }: ByCommandProps<Name>) {
  const curl = curlOf(name, requested, ['Authorization: Bearer $SLUICE_ADMIN_TOKEN'])
  const facts = COMMANDS[name]
  const words = facts && commandWords(facts, requested)
  return <SameByCommand curl={curl} {...(words && { command: shellLine(['npx', 'sluice', ...words]) })} />
}
