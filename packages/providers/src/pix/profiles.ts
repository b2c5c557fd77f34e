/**
 * Deviations of banks from the Banco Central's Pix API, and their addresses. What a profile leaves out is as in the specification.
 *
 * None was tried against the real bank: docs/operators/providers/pix.md says what was, and against what.
 */
import type { Provider } from '@sluice/provider-kit/provider.ts'
import type { ClientCredentials } from '@sluice/provider-kit/reach.ts'

export interface PixProfile {
  readonly code: string
  readonly title: string
  /** Live and for tests. Undefined: an operator must set it. */
  readonly hosts: ReturnType<Provider['hostsOf']>
  /** Before `/cob`. */
  readonly api: string
  /** At the address of the API, unless the settings have another one for tokens. */
  readonly token: Pick<ClientCredentials, 'path' | 'by' | 'scope' | 'isGrantInQuery'>
  /** Headers of each call: the client ID, and an ID of the call. */
  readonly clientIdHeader?: string
  readonly callIdHeader?: string
  /** A query parameter of each call that an operator must set. */
  readonly needsQuery?: string
  /** Added if the account sends payouts: an application that lacks one scope gets no token. */
  readonly payoutScope?: string
  /** The header that names the account, if one is set. */
  readonly accountHeader?: string
  /** Default: no limit. */
  readonly chargesAMinute?: number
  /** Sent when the webhook is registered. */
  readonly webhookHeaders?: Readonly<Record<string, string>>
  /** Left out: none. */
  readonly payouts?: 'efi' | 'inter'
}

const SICOOB_TOKENS = 'https://auth.sicoob.com.br/auth/realms/cooperado/protocol/openid-connect/token'
const tokensAt = (baseUrl: string, path: string) => ({ baseUrl, tokenUrl: baseUrl + path })

const PAYIN_SCOPE = 'cob.write cob.read pix.write pix.read webhook.write webhook.read'

/**
 * Addresses and tokens of the six banks after Inter are from public programs (November 2026): ACBr (ACBrPIXPSP…), laddertech/pypix-api,
 * and programs of the banks' customers. docs/operators/providers/pix.md says what was seen only once.
 */
export const PROFILES: readonly PixProfile[] = [
  {
    code: 'bacen',
    title: 'as in the specification of the Banco Central',
    hosts: undefined,
    api: '',
    token: { path: '/oauth/token', by: 'basic' },
  },
  {
    code: 'efi',
    title: 'Efí (formerly Gerencianet)',
    hosts: {
      live: { baseUrl: 'https://pix.api.efipay.com.br' },
      test: { baseUrl: 'https://pix-h.api.efipay.com.br' },
    },
    api: '/v2',
    token: { path: '/oauth/token', by: 'basic' },
    // Otherwise Efí requires that our listener refuses all clients without its certificate, and payers use it too.
    webhookHeaders: { 'x-skip-mtls-checking': 'true' },
    payouts: 'efi',
  },
  {
    code: 'inter',
    title: 'Banco Inter',
    hosts: {
      live: { baseUrl: 'https://cdpj.partners.bancointer.com.br' },
      test: { baseUrl: 'https://cdpj-sandbox.partners.uatinter.co' },
    },
    api: '/pix/v2',
    token: {
      path: '/oauth/v2/token',
      by: 'form',
      scope: PAYIN_SCOPE,
    },
    payoutScope:
      'pagamento-pix.write pagamento-pix.read webhook-banking.write webhook-banking.read extrato.read',
    accountHeader: 'x-conta-corrente',
    // From the documents of a public client, which cite the bank's reference (github.com/Divulgueregional/ApiInterV2).
    chargesAMinute: 120,
    payouts: 'inter',
  },
  {
    code: 'sicredi',
    title: 'Sicredi',
    hosts: {
      live: tokensAt('https://api-pix.sicredi.com.br', '/oauth/token'),
      test: tokensAt('https://api-pix-h.sicredi.com.br', '/oauth/token'),
    },
    api: '/api/v2',
    token: { path: '', by: 'basic', scope: PAYIN_SCOPE, isGrantInQuery: true },
  },
  {
    code: 'santander',
    title: 'Santander',
    hosts: {
      live: tokensAt('https://trust-pix.santander.com.br', '/oauth/token'),
      test: tokensAt('https://trust-pix-h.santander.com.br', '/oauth/token'),
    },
    api: '/api/v1',
    token: { path: '', by: 'form', isGrantInQuery: true },
  },
  {
    code: 'itau',
    title: 'Itaú',
    hosts: {
      live: {
        baseUrl: 'https://secure.api.itau/pix_recebimentos/v2',
        tokenUrl: 'https://sts.itau.com.br/api/oauth/token',
      },
      test: {
        baseUrl: 'https://devportal.itau.com.br/sandboxapi/pix_recebimentos_ext_v2/v2',
        tokenUrl: 'https://devportal.itau.com.br/api/jwt',
      },
    },
    api: '',
    token: { path: '', by: 'form' },
    clientIdHeader: 'x-itau-apikey',
    callIdHeader: 'x-itau-correlationID',
  },
  {
    code: 'bb',
    title: 'Banco do Brasil',
    hosts: {
      live: {
        baseUrl: 'https://api-pix.bb.com.br/pix/v2',
        tokenUrl: 'https://oauth.bb.com.br/oauth/token',
      },
      test: {
        baseUrl: 'https://api.hm.bb.com.br/pix/v2',
        tokenUrl: 'https://oauth.hm.bb.com.br/oauth/token',
      },
    },
    api: '',
    token: { path: '', by: 'basic', scope: PAYIN_SCOPE },
    needsQuery: 'gw-dev-app-key',
  },
  {
    code: 'sicoob',
    title: 'Sicoob',
    hosts: {
      live: { baseUrl: 'https://api.sicoob.com.br/pix/api/v2', tokenUrl: SICOOB_TOKENS },
      test: {
        baseUrl: 'https://sandbox.sicoob.com.br/sicoob/sandbox/pix/api/v2',
        tokenUrl: SICOOB_TOKENS,
      },
    },
    api: '',
    token: { path: '', by: 'id', scope: PAYIN_SCOPE },
    clientIdHeader: 'client_id',
  },
  {
    code: 'bradesco',
    title: 'Bradesco',
    hosts: {
      live: tokensAt('https://qrpix.bradesco.com.br', '/auth/server/oauth/token'),
      test: tokensAt('https://qrpix-h.bradesco.com.br', '/auth/server/oauth/token'),
    },
    api: '/v2',
    token: { path: '', by: 'basic' },
  },
]

export const profileOf = (code: string | undefined): PixProfile | undefined =>
  PROFILES.find((profile) => profile.code === code)
