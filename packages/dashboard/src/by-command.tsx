/** The same request by curl and by the client. */
import { curlOf } from '@sluice/ui-kit/operation.ts'
import { SameByCommand } from '@sluice/ui-kit/small.tsx'
import type { OperationName, Requested } from './api.ts'

interface ByCommandProps<Name extends OperationName> {
  readonly name: Name
  readonly requested: Requested<Name>
  /** A line of code with the client; left out if it has none. */
  readonly client?: string
}

const HEADERS = ['Authorization: Bearer $TOKEN', 'X-API-Version: 2']

export function ByCommand<Name extends OperationName>({ name, requested, client }: ByCommandProps<Name>) {
  const curl = curlOf(name, requested, HEADERS)
  return <SameByCommand curl={curl} {...(client !== undefined && { command: client })} />
}

/** A string literal of a program. */
export const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
