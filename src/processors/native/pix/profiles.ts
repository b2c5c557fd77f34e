/**
 * How banks deviate from the Pix API of the Banco Central, and where they are. What a profile does not say is as the specification has it.
 *
 * None was tried against the real bank: docs/operators/providers/pix.md says what was, and against what.
 */
import type { Provider } from '../provider.ts'
import type { ClientCredentials } from '../reach.ts'

export interface PixProfile {
  readonly code: string
  readonly title: string
  /** Where it is, in earnest and for tests; undefined: an operator says. */
  readonly hosts: ReturnType<Provider['hostsOf']>
  /** Before `/cob`. */
  readonly api: string
  readonly token: Pick<ClientCredentials, 'path' | 'by' | 'scope'>
  /** Asked for besides, where the account sends payouts: an application that has not all of them gets no token. */
  readonly payoutScope?: string
  /** In which header each call names the account, where one is set. */
  readonly accountHeader?: string
  /** So many charges a minute it makes; left out: as many as are asked for. */
  readonly chargesAMinute?: number
  /** Sent with the subscription of a webhook. */
  readonly webhookHeaders?: Readonly<Record<string, string>>
  /** Payouts are in no specification of the Banco Central's. Left out: none. */
  readonly payouts?: 'efi' | 'inter'
}

export const PROFILES: readonly PixProfile[] = [
  {
    code: 'bacen',
    title: 'as the specification of the Banco Central',
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
    // Its webhooks otherwise demand that our listener refuses everybody without its certificate, and ours serves payers too.
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
      scope: 'cob.write cob.read pix.write pix.read webhook.write webhook.read',
    },
    payoutScope:
      'pagamento-pix.write pagamento-pix.read webhook-banking.write webhook-banking.read extrato.read',
    accountHeader: 'x-conta-corrente',
    // As the documents of a published client have it from the bank's reference (github.com/Divulgueregional/ApiInterV2).
    chargesAMinute: 120,
    payouts: 'inter',
  },
]

export const profileOf = (code: string | undefined): PixProfile | undefined =>
  PROFILES.find((profile) => profile.code === code)
