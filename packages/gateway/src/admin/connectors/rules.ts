/** Checks a connector as an operator describes it. Pure. */
import type { AddressPolicy } from '@sluice/core/foundation/deps.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { parseUrl } from '@sluice/core/foundation/urls.ts'
import { type WireService, WireServices } from '@sluice/core/processor/connector-protocol.ts'
import { Check } from 'typebox/schema'
import type { Given, Saying, Terms } from '../../http/reading.ts'
import { checkCallbackUrl, refusesHost } from '../../outbound/guard.ts'
import type { ConnectorRecord } from '../../processors/connectors/store.ts'
import { BASE_URL, type ConnectorChange, type NewConnector } from './schemas.ts'

export interface WantedConnector {
  readonly name: string
  readonly isTest: boolean
  readonly baseUrl: string
  readonly status: 'ACTIVE' | 'PAUSED'
  readonly services: readonly WireService[] | undefined
}

type PolicyOf = (connector: { readonly isTest: boolean }) => AddressPolicy

export const newConnector =
  (policyOf: PolicyOf) =>
  (given: Given<NewConnector>, terms: Terms): WantedConnector | undefined => {
    const { name, isTest = false } = given
    const { baseUrl, status = 'ACTIVE', services } = partsOf(given, isTest, policyOf, terms)
    if (name === undefined || baseUrl === undefined) return undefined
    return { name, isTest, baseUrl, status, services: services ?? undefined }
  }

export interface ChangedParts {
  readonly baseUrl?: string
  readonly status?: WantedConnector['status']
  /** `null`: use what the connector itself reports. */
  readonly services?: readonly WireService[] | null
}

export interface ChangedConnector {
  readonly parts: ChangedParts
  /** It has a new address. */
  readonly isMoved: boolean
  /** The operator confirms that its data moved with it. */
  readonly isSame: boolean
}

export const changedConnector =
  ({ isTest, baseUrl }: Pick<ConnectorRecord, 'isTest' | 'baseUrl'>, policyOf: PolicyOf) =>
  (given: Given<ConnectorChange>, terms: Terms): ChangedConnector => {
    const { sent, say } = terms
    if (['baseUrl', 'status', 'services'].every((name) => sent[name] === undefined))
      say('', 'REQUIRED', 'must name something to change: baseUrl, status, services')
    const { sameConnector: isSame = false } = given
    if (isSame && sent.baseUrl === undefined)
      say('/sameConnector', 'NOT_ALLOWED', 'is only for a new baseUrl')
    const parts = partsOf(given, isTest, policyOf, terms)
    return { parts, isMoved: parts.baseUrl !== undefined && parts.baseUrl !== baseUrl, isSame }
  }

function partsOf(
  { baseUrl, status }: Given<ConnectorChange>,
  isTest: boolean,
  policyOf: PolicyOf,
  { sent: { services }, add }: Terms,
): ChangedParts {
  const url = baseUrl === undefined ? undefined : baseUrlOf(baseUrl, isTest, policyOf({ isTest }))
  if (url && !url.ok) add([{ path: '/baseUrl', ...url.failure }])
  return {
    ...(url?.ok && { baseUrl: url.value }),
    ...(status !== undefined && { status }),
    ...(services === null && { services }),
    ...(Check(WireServices, services) && { services }),
  }
}

const THIS_MACHINE_CLOSED =
  'points to this machine, which is not allowed for connectors: add 127.0.0.0/8 (or ::1/128) to SLUICE_CONNECTOR_ALLOW to allow it'

/** Requests contain payer data: without TLS they go only to this machine, or to a connector for tests. */
export function baseUrlOf(value: string, isTest: boolean, policy: AddressPolicy): Result<string, Saying> {
  if (/[?#]/.test(value)) return fail(BASE_URL)
  const parsed = parseUrl(value)
  if (!parsed.ok) return parsed
  const { protocol, hostname } = parsed.value
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  if (protocol === 'http:' && isHere) {
    return refusesHost(hostname, policy) === undefined
      ? succeed(parsed.value.href.replace(/\/+$/, ''))
      : fail({ code: 'HOST_REFUSED', message: THIS_MACHINE_CLOSED })
  }
  const checked = checkCallbackUrl(value, { live: !isTest, policy })
  return checked.ok ? succeed(checked.value.href.replace(/\/+$/, '')) : checked
}
