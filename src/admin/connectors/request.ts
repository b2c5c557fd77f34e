/** A connector as an operator describes it: read with all faults at once. Pure. */

import { Check, Errors } from 'typebox/schema'
import type { AddressPolicy } from '../../foundation/deps.ts'
import type { FaultCode } from '../../foundation/faults.ts'
import { fail, type Result, succeed } from '../../foundation/result.ts'
import { MAX_URL_LENGTH, parseUrl } from '../../foundation/urls.ts'
import { isTimeZone } from '../../foundation/zones.ts'
import { pointerTo } from '../../http/body.ts'
import type { Fault } from '../../http/problems.ts'
import { isObject } from '../../intake/requests.ts'
import { checkCallbackUrl, refusesHost } from '../../outbound/guard.ts'
import { type WireService, WireServices } from '../../processors/http/protocol.ts'

const NAME = /^[a-z][a-z0-9-]{0,39}$/
const MAX_FAULTS = 20

export interface WantedConnector {
  readonly name: string
  readonly isTest: boolean
  readonly baseUrl: string
  readonly status: 'ACTIVE' | 'PAUSED'
  readonly services: readonly WireService[] | undefined
}

type PolicyOf = (connector: { readonly isTest: boolean }) => AddressPolicy

const fault = (path: string, code: FaultCode, message: string): Fault => ({ path, code, message })

export function readNewConnector(
  value: unknown,
  policyOf: PolicyOf,
): Result<WantedConnector, readonly Fault[]> {
  if (!isObject(value)) return fail([fault('', 'WRONG_TYPE', 'must be a JSON object')])
  const faults: Fault[] = []
  const { name, isTest } = value
  if (typeof name !== 'string' || !NAME.test(name)) {
    const message = 'must be 1 to 40 characters of a-z 0-9 -, beginning with a letter'
    faults.push(fault('/name', name === undefined ? 'REQUIRED' : 'INVALID_FORMAT', message))
  }
  if (typeof isTest !== 'boolean') {
    const message = 'must be true or false; it cannot be changed later'
    faults.push(fault('/isTest', isTest === undefined ? 'REQUIRED' : 'WRONG_TYPE', message))
  }
  if (value.baseUrl === undefined) faults.push(fault('/baseUrl', 'REQUIRED', 'is mandatory'))
  const parts = readParts(value, isTest === true, policyOf, faults)
  if (faults.length > 0) return fail(faults)
  return succeed({
    name: String(name),
    isTest: isTest === true,
    baseUrl: parts.baseUrl ?? '',
    status: parts.status ?? 'ACTIVE',
    services: parts.services ?? undefined,
  })
}

export type ConnectorChange = Partial<Pick<WantedConnector, 'baseUrl' | 'status'>> & {
  /** `null`: what the connector says itself. */
  readonly services?: readonly WireService[] | null
}

export function readConnectorChange(
  value: unknown,
  isTest: boolean,
  policyOf: PolicyOf,
): Result<ConnectorChange, readonly Fault[]> {
  if (!isObject(value)) return fail([fault('', 'WRONG_TYPE', 'must be a JSON object')])
  const faults: Fault[] = []
  const parts = readParts(value, isTest, policyOf, faults)
  if (faults.length === 0 && Object.keys(parts).length === 0)
    faults.push(fault('', 'REQUIRED', 'must name something to change: baseUrl, status, services'))
  return faults.length > 0 ? fail(faults) : succeed(parts)
}

interface Parts {
  baseUrl?: string
  status?: WantedConnector['status']
  services?: readonly WireService[] | null
}

function readParts(
  value: Readonly<Record<string, unknown>>,
  isTest: boolean,
  policyOf: PolicyOf,
  faults: Fault[],
): Parts {
  const parts: Parts = {}
  if (value.baseUrl !== undefined) {
    const url = readBaseUrl(value.baseUrl, isTest, policyOf({ isTest }))
    if (url.ok) parts.baseUrl = url.value
    else faults.push(fault('/baseUrl', url.failure.code, url.failure.message))
  }
  if (value.status === 'ACTIVE' || value.status === 'PAUSED') parts.status = value.status
  else if (value.status !== undefined)
    faults.push(fault('/status', 'UNKNOWN_VALUE', 'must be ACTIVE or PAUSED'))
  if (value.services === null) parts.services = null
  else if (value.services !== undefined) parts.services = readServices(value.services, faults)
  return parts
}

const THIS_MACHINE_CLOSED =
  'leads to this machine, which is closed to connectors: 127.0.0.0/8 (or ::1/128) in SLUICE_CONNECTOR_ALLOW opens it'

/** What is sent there names payers: in the clear it goes to this machine only, or to a connector for tests. */
function readBaseUrl(
  value: unknown,
  isTest: boolean,
  policy: AddressPolicy,
): Result<string, Omit<Fault, 'path'>> {
  const form: Omit<Fault, 'path'> = {
    code: 'INVALID_FORMAT',
    message: `must be a URL of at most ${MAX_URL_LENGTH} characters, without query`,
  }
  if (typeof value !== 'string' || /[?#]/.test(value)) return fail(form)
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

function readServices(value: unknown, faults: Fault[]): readonly WireService[] {
  if (!Check(WireServices, value)) {
    const [, errors] = Errors(WireServices, value)
    faults.push(
      ...errors
        .slice(0, MAX_FAULTS)
        .map(({ instancePath, message }) => fault(`/services${instancePath}`, 'INVALID_FORMAT', message)),
    )
    return []
  }
  value.forEach(({ hours }, index) => {
    if (hours && !isTimeZone(hours.timeZone)) {
      const path = pointerTo(pointerTo('/services', index), 'hours')
      faults.push(fault(`${path}/timeZone`, 'UNKNOWN_VALUE', 'must be a time zone such as Asia/Bangkok'))
    }
  })
  return value
}
