/** The doctor's checks of settings that are fine on a developer's machine and a risk with real money. */
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Database, sqlStatement } from '@sluice/database/port.ts'
import { ALLOW_LOOPBACK, type TrialEnd } from '../../callbacks/trial.ts'
import { NOT_BUILT } from '../../hosted-pages/built.ts'
import { SEPARATE_OPERATOR_ADDRESS } from '../../identity/people/address.ts'
import { type Finding, fine, type Look, warning } from './check.ts'

const LIVE = sqlStatement({
  name: 'doctor_live_merchants',
  text: "select exists (select 1 from merchant where not is_test and status = 'ACTIVE') as live",
})

export async function servesLive(database: Database): Promise<boolean> {
  const [row] = await database.run(LIVE, [])
  return row?.live === true
}

export const publicUrl: Look = async ({ gateway, settings }) => {
  const url = new URL(settings.baseUrl())
  return publicUrlFinding(url, await servesLive(gateway.database))
}

/** @param live there are live merchants */
export function publicUrlFinding(url: URL, live: boolean): Finding {
  const isLocal = /^(localhost|127\..*|\[::1\]|0\.0\.0\.0)$/.test(url.hostname)
  if (url.protocol === 'https:' && !isLocal) return fine(`links point to ${url.origin}`)
  const detail = isLocal
    ? `links point to ${url.origin}, which only this machine can reach`
    : `links point to ${url.origin}, without encryption`
  if (!live) return fine(`${detail}: good enough for tests`)
  return warning(detail, 'set SLUICE_PUBLIC_URL to the https address that payers and merchants use')
}

/** Where sign-in is possible: at the address of payers and merchants, or only at a separate one. */
export const separateOperatorAddress: Look = async ({
  gateway,
  settings: { operatorAddress, noTrialFor },
}) => {
  if (operatorAddress) return fine(`operators use a separate address: ${operatorAddress.url()}`)
  const detail = 'operators use the same address as payers and merchants'
  if (noTrialFor.length === 0 && !(await servesLive(gateway.database)))
    return fine(`${detail}: good enough to try it`)
  return warning(detail, SEPARATE_OPERATOR_ADDRESS)
}

const LONG_DELAY_MS = 60_000

export const sandboxDelay: Look = ({ settings: { sandboxDelayMs } }) => {
  const detail = `a test payment is paid after ${sandboxDelayMs / 1000} s`
  if (sandboxDelayMs <= LONG_DELAY_MS) return fine(`${detail}; live payments are not affected`)
  return warning(detail, 'set SLUICE_SANDBOX_DELAY_MS lower, or merchants will think that tests hang')
}

/** The gateway does not speak TLS, so with an https address a proxy is in front of it. */
export const proxyFinding = (url: URL, trusted: boolean, forwarded: boolean): Finding => {
  if (trusted) return fine('addresses from a proxy are trusted, as TRUST_PROXY says')
  const why = forwarded
    ? 'this request had X-Forwarded-For'
    : url.protocol === 'https:'
      ? 'SLUICE_PUBLIC_URL is https'
      : undefined
  if (why === undefined) return fine('no sign of a proxy in front')
  return warning(
    `${why}, so there is a proxy in front, but TRUST_PROXY is not set: all callers count as one address`,
    'set TRUST_PROXY to the number of proxies in front, or to their networks',
  )
}

/**
 * Which callbacks may go to this machine itself. Merchants choose callback addresses, so they can reach whatever
 * listens here.
 */
export const loopback: Look = async ({ gateway, trial: { end } }) => {
  const live = await servesLive(gateway.database)
  if (gateway.callbackPolicyOf({ isTest: false }).refuses('127.0.0.1') === undefined) {
    const detail = 'SLUICE_CALLBACK_ALLOW allows callbacks of all merchants to this machine'
    return live
      ? warning(detail, 'remove the loopback from it, unless there really is a receiver on this machine')
      : fine(detail)
  }
  if (end)
    return fine(
      `callbacks to this machine are not allowed: ${whyNoTrial(end)}; to allow them, ${ALLOW_LOOPBACK}`,
    )
  const detail =
    'callbacks of test merchants to this machine are allowed: nothing shows that other people use this gateway'
  if (!live) return fine(detail)
  return warning(
    detail,
    'there are live merchants: set SLUICE_PUBLIC_URL, and TRUST_PROXY if there is a proxy in front',
  )
}

const whyNoTrial = (end: TrialEnd): string =>
  end.by === 'settings'
    ? `${end.variables.join(' and ')} ${end.variables.length === 1 ? 'shows' : 'show'} that other people use it`
    : `a request came through a proxy at ${isoTime(end.at)}, as its header ${end.sign} shows`

/** Ranges far larger than anyone's own network. */
const EVERYTHING = /^(0\.0\.0\.0|::|10\.0\.0\.0|fc00::)\/[0-8]$/

export const openNetworks: Look = async ({ settings: { callbackAllow, connectorAllow = [] } }) => {
  const wide = [
    ...callbackAllow.map((network) => ['SLUICE_CALLBACK_ALLOW', network] as const),
    ...connectorAllow.map((network) => ['SLUICE_CONNECTOR_ALLOW', network] as const),
  ].filter(([, network]) => EVERYTHING.test(network))
  if (wide.length === 0)
    return fine('merchants cannot make the gateway call a wide range of private addresses')
  return warning(
    `too wide: ${wide.map(([variable, network]) => `${network} in ${variable}`).join(', ')}`,
    'list only the networks that really contain receivers',
  )
}

export const variables: Look = ({ settings: { unknownVariables = [] } }) => {
  if (unknownVariables.length === 0) return fine('every SLUICE_ variable that is set is a known setting')
  return warning(`unknown settings: ${unknownVariables.join(', ')}`, 'check the spelling')
}

export const pages: Look = ({ settings }) =>
  settings.pages
    ? fine('the checkout pages are built')
    : warning(NOT_BUILT.split(':')[0] ?? NOT_BUILT, 'run `npm run prepare` once, then start again')
