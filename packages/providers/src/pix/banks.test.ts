import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Settings } from '@sluice/provider-kit/provider.ts'
import { describe, expect, it } from 'vitest'
import { newOrder, openAlone } from '../providers.fixture.ts'
import { PIX_SETTINGS } from './pix.fixture.ts'
import { pix } from './pix.ts'

const money = { currency: 'BRL' as CurrencyCode, amountMinor: minor(12_050n) }
const { clientId, clientSecret } = PIX_SETTINGS
const BASIC = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
const SCOPE = 'cob.write cob.read pix.write pix.read webhook.write webhook.read'

/** What the bank of a profile is sent for one charge: how the token is asked for, and the charge itself. */
async function sentTo(changed: Settings) {
  const deps = simulatedDeps(1, {
    network: async ({ method }) => {
      const body = method === 'POST' ? '{"access_token":"t","expires_in":300}' : '{}'
      return { ok: true, status: method === 'POST' ? 200 : 404, headers: {}, body, durationMs: 1 }
    },
  })
  const settings: Settings = { ...PIX_SETTINGS, ...changed }
  const hosts = pix.hostsOf(settings)?.live
  const order = newOrder(pix, deps, 'payin', { money, method: 'PIXQR' })
  await openAlone(pix, { ...hosts, ...settings }, deps).account.accept(order)
  const [token, charge] = deps.sent
  if (!token || !charge) throw new Error('a token is asked for, and then a charge')
  const url = new URL(token.url)
  return {
    tokenAt: url.origin + url.pathname,
    inQuery: Object.fromEntries(url.searchParams),
    inForm: Object.fromEntries(new URLSearchParams(token.body)),
    authorization: token.headers.authorization,
    charge: charge.url.replace(order.reference, 'TXID'),
    headers: charge.headers,
  }
}
const grant = { grant_type: 'client_credentials' }

describe('a bank gets a token asked for and a charge as it has them', () => {
  it('Sicredi: the grant and the scope in the query', async () => {
    expect(await sentTo({ profile: 'sicredi' })).toMatchObject({
      tokenAt: 'https://api-pix.sicredi.com.br/oauth/token',
      inQuery: { ...grant, scope: SCOPE },
      inForm: {},
      authorization: BASIC,
      charge: 'https://api-pix.sicredi.com.br/api/v2/cob/TXID',
    })
  })

  it('Santander: the grant in the query, the credentials in the form', async () => {
    expect(await sentTo({ profile: 'santander' })).toMatchObject({
      tokenAt: 'https://trust-pix.santander.com.br/oauth/token',
      inQuery: grant,
      inForm: { client_id: clientId, client_secret: clientSecret },
      authorization: undefined,
      charge: 'https://trust-pix.santander.com.br/api/v1/cob/TXID',
    })
  })

  it('Itaú: tokens on another host, and who calls in a header of each call', async () => {
    const sent = await sentTo({ profile: 'itau' })
    expect(sent).toMatchObject({
      tokenAt: 'https://sts.itau.com.br/api/oauth/token',
      inForm: { ...grant, client_id: clientId, client_secret: clientSecret },
      charge: 'https://secure.api.itau/pix_recebimentos/v2/cob/TXID',
      headers: { 'x-itau-apikey': clientId },
    })
    expect(sent.headers['x-itau-correlationID']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-/)
  })

  it('Banco do Brasil: the key of the application in the query of each call', async () => {
    expect(await sentTo({ profile: 'bb', extraQuery: 'gw-dev-app-key=d27b&1' })).toMatchObject({
      tokenAt: 'https://oauth.bb.com.br/oauth/token',
      inForm: { ...grant, scope: SCOPE },
      authorization: BASIC,
      charge: 'https://api-pix.bb.com.br/pix/v2/cob/TXID?gw-dev-app-key=d27b%261',
    })
  })

  it('Sicoob: the client’s ID without a secret, and in a header of each call', async () => {
    const { clientSecret: _none, ...settings } = { ...PIX_SETTINGS, profile: 'sicoob' }
    expect(pix.faults?.({ ...settings, ...pix.hostsOf(settings)?.live })).toEqual([])
    const sent = await sentTo({ profile: 'sicoob' })
    expect(sent).toMatchObject({
      tokenAt: 'https://auth.sicoob.com.br/auth/realms/cooperado/protocol/openid-connect/token',
      inForm: { ...grant, client_id: clientId, scope: SCOPE },
      charge: 'https://api.sicoob.com.br/pix/api/v2/cob/TXID',
      headers: { client_id: clientId },
    })
    expect(sent.inForm).not.toHaveProperty('client_secret')
  })

  it('Bradesco: tokens beside the API', async () => {
    expect(await sentTo({ profile: 'bradesco' })).toMatchObject({
      tokenAt: 'https://qrpix.bradesco.com.br/auth/server/oauth/token',
      inForm: grant,
      authorization: BASIC,
      charge: 'https://qrpix.bradesco.com.br/v2/cob/TXID',
    })
  })

  it('any other: as its settings have it', async () => {
    const own = {
      profile: 'bacen',
      baseUrl: 'https://pix.bank.example/api/v2',
      tokenUrl: 'https://login.bank.example/token',
      tokenBy: 'form-query',
      scope: 'cob.write',
      extraHeader: 'x-api-key=abc=1',
    }
    expect(await sentTo(own)).toMatchObject({
      tokenAt: 'https://login.bank.example/token',
      inQuery: { ...grant, scope: 'cob.write' },
      inForm: { client_id: clientId, client_secret: clientSecret },
      charge: 'https://pix.bank.example/api/v2/cob/TXID',
      headers: { 'x-api-key': 'abc=1' },
    })
  })
})

it('asks for what a bank cannot be called without', () => {
  const pathsOf = (settings: Settings) => pix.faults?.(settings).map(({ path }) => path)
  const { clientSecret: _secret, ...without } = PIX_SETTINGS
  expect(pathsOf({ ...PIX_SETTINGS, profile: 'bb' })).toEqual(['/extraQuery'])
  expect(pathsOf({ ...without, profile: 'santander' })).toEqual(['/clientSecret'])
})
