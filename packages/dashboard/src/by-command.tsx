/** How the same is asked without the dashboard: by curl, and by the client. */
import { curlOf } from '@sluice/ui-kit/operation.ts'
import { SameByCommand } from '@sluice/ui-kit/small.tsx'
import type { OperationName, Requested } from './api.ts'

interface ByCommandProps<Name extends OperationName> {
  readonly name: Name
  readonly requested: Requested<Name>
  /** A line of the client; left out: it has none. */
  readonly client?: string
}

const HEADERS = ['Authorization: Bearer $TOKEN', 'X-API-Version: 2']

export function ByCommand<Name extends OperationName>({ name, requested, client }: ByCommandProps<Name>) {
  const curl = curlOf(name, requested, HEADERS)
  return <SameByCommand curl={curl} {...(client !== undefined && { command: client })} />
}

/** A text of a program, in quotes. */
export const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
