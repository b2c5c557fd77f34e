/** Prepares requests for connectors, provider accounts, and the gateway's own keys. */
import type { Json } from '../harness.ts'
import { CONNECTOR_URL, type Office, PIX, type Stages } from './office-world.ts'

const CONNECTOR = 'test-office'
const PROVIDER = 'test-native-office'

export function gatewayStages(office: Office): Stages {
  const { gateway, ask, fresh } = office
  const secrets = `/admin/connectors/${CONNECTOR}/secrets`
  const newSecret = async (): Promise<string> => String((await ask('POST', secrets)).id)
  /** A connector with one secret, so that another can be added and one removed. */
  async function connector(): Promise<{ readonly name: string; readonly id: string }> {
    const found = await ask('GET', `/admin/connectors/${CONNECTOR}`)
    const ids = Array.isArray(found.secrets) ? found.secrets.map(({ id }) => String(id)) : []
    for (const id of ids.slice(1)) await ask('DELETE', `${secrets}/${id}`)
    return { name: CONNECTOR, id: String(ids[0]) }
  }
  const notified = async () => {
    const { notificationUrl } = await ask('GET', `/admin/providers/${PROVIDER}`)
    return { name: PROVIDER, secret: String(notificationUrl).split('/').at(-1) ?? '' }
  }
  const ofProvider = { segments: { name: PROVIDER } }
  const ofConnector = { segments: { name: CONNECTOR } }
  /** Time until the next signing key is used and the previous one can be removed. */
  const KEYS_CHANGE_MS = 11 * 60_000
  /** Interval at which secrets are encrypted again with the new master key. */
  const SEALED_ANEW_MS = 5_000
  const MOST_LOOKS = 12
  const keysIn = async (path: string): Promise<readonly Json[]> => {
    const { data, keys } = await ask('GET', path)
    const list: unknown = data ?? keys
    return Array.isArray(list) ? list : []
  }
  /** Waits until everything is encrypted with the current master key; returns immediately if it already is. */
  async function masterKeys(): Promise<readonly Json[]> {
    for (let look = 0; ; look += 1) {
      const keys = await keysIn('/admin/master-key')
      if (look === MOST_LOOKS || !keys.some(({ state }) => String(state) === 'OPENS')) return keys
      await gateway.advance(SEALED_ANEW_MS)
    }
  }
  /** Removes the earlier master keys; otherwise each run would add one more. */
  async function masterKeyAlone(): Promise<void> {
    for (const { fingerprint, state } of await masterKeys())
      if (String(state) === 'EMPTY') await ask('POST', `/admin/master-key/${fingerprint}/!retire`)
  }

  return {
    'POST /admin/signing-keys/!rotate': async () => {
      await gateway.deps.jump(KEYS_CHANGE_MS)
      return { body: { purpose: 'callback' } }
    },
    'POST /admin/signing-keys/{kid}/!retire': async () => {
      for (const _time of [1, 2]) {
        await ask('POST', '/admin/signing-keys/!rotate', { purpose: 'callback' })
        await gateway.deps.jump(KEYS_CHANGE_MS)
        await gateway.advance(1_000)
      }
      const before = (await keysIn('/admin/signing-keys')).find(
        ({ kid, state }) => String(kid).startsWith('callback') && String(state) === 'VERIFIES',
      )
      return { segments: { kid: String(before?.kid) } }
    },
    'POST /admin/master-key/!rotate': async () => {
      await masterKeyAlone()
      return {}
    },
    'POST /admin/master-key/{fingerprint}/!retire': async () => {
      await masterKeyAlone()
      await ask('POST', '/admin/master-key/!rotate')
      const before = (await masterKeys()).find(({ state }) => String(state) === 'EMPTY')
      return { segments: { fingerprint: String(before?.fingerprint) } }
    },
    // The operator who prepared a file requests its release, under the file's ID.
    'DELETE /admin/connectors/{name}': async () => {
      const body = { name: fresh(), isTest: true, baseUrl: CONNECTOR_URL }
      return { segments: { name: String((await ask('POST', '/admin/connectors', body)).name) } }
    },
    'GET /admin/connectors/{name}': () => ofConnector,
    'PATCH /admin/connectors/{name}': () => ({ ...ofConnector, body: { baseUrl: CONNECTOR_URL } }),
    'POST /admin/connectors/{name}/secrets': async () => ({ segments: { name: (await connector()).name } }),
    'DELETE /admin/connectors/{name}/secrets/{id}': async () => {
      const { name } = await connector()
      return { segments: { name, id: await newSecret() } }
    },
    'POST /connectors/{name}/status-updates': () => ofConnector,
    'POST /providers/{name}/notifications/{secret}': async () => ({ segments: await notified() }),
    'POST /providers/{name}/notifications/{secret}/{part1}': async () => ({
      segments: { ...(await notified()), part1: 'pix' },
    }),
    'POST /providers/{name}/notifications/{secret}/{part1}/{part2}': async () => ({
      segments: { ...(await notified()), part1: 'v1.0', part2: 'debit' },
    }),
    'POST /providers/{name}/notifications/{secret}/{part1}/{part2}/{part3}': async () => ({
      segments: { ...(await notified()), part1: 'v1.0', part2: 'transfer-va', part3: 'payment' },
    }),
    'GET /admin/providers/{name}': () => ofProvider,
    'PATCH /admin/providers/{name}': () => ({ ...ofProvider, body: { settings: { city: 'Recife' } } }),
    'DELETE /admin/providers/{name}': async () => ({
      segments: { name: String((await ask('POST', '/admin/providers', { name: fresh(), ...PIX })).name) },
    }),
    'POST /admin/providers/{name}/!check': () => ofProvider,
    'POST /admin/providers/{name}/!subscribe': () => ofProvider,
    'POST /admin/providers': () => ({ body: { name: fresh(), ...PIX } }),
  }
}
