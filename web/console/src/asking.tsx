/** How screens ask: by an operation's name, anew while somebody looks; and how the same is asked without a screen. */
import type { ReadonlySignal } from '@preact/signals'
import { type Loaded, Memory, useQuery } from '../../kit/query.ts'
import { SameByCommand } from '../../kit/small.tsx'
import { type AnswerOf, type Asked, addressOf, ask, type OperationName } from './api.ts'

/** What changes is seen within two seconds. */
export const LIVE_MS = 1_500
/** Of what changes by the minute. */
export const CALM_MS = 15_000

/** A hook that asks this; what was answered last is shown again at once. */
export function asking<Name extends OperationName>(
  name: Name,
  everyMs?: number,
): (asked: Asked<Name>) => ReadonlySignal<Loaded<AnswerOf<Name>>> {
  const memory = new Memory<AnswerOf<Name>>()
  return (asked) =>
    useQuery({ key: addressOf(name, asked), memory, load: (signal) => ask(name, asked, signal), everyMs })
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

interface ByCommandProps<Name extends OperationName> {
  readonly name: Name
  readonly asked: Asked<Name>
  /** Without `npx sluice`. */
  readonly command: string
}

export function ByCommand<Name extends OperationName>({ name, asked, command }: ByCommandProps<Name>) {
  const [method = 'GET'] = name.split(' ')
  const how = method === 'GET' ? '' : ` -X ${method}`
  const address = quoted(location.origin + addressOf(name, asked))
  const curl = `curl${how} -H "Authorization: Bearer $SLUICE_ADMIN_TOKEN" ${address}`
  return <SameByCommand curl={curl} command={`npx sluice ${command}`} />
}
