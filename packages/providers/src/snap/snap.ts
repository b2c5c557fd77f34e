/** SNAP, Indonesia's national standard for payment APIs (Bank Indonesia, ASPI): QRIS, virtual accounts, wallets, transfers to banks. */
import { assert } from '@sluice/core/foundation/result.ts'
import type { WireService } from '@sluice/core/processor/connector-protocol.ts'
import { readAs } from '@sluice/provider-kit/answers.ts'
import type { Provider, Settings } from '@sluice/provider-kit/provider.ts'
import { USUAL } from '@sluice/provider-kit/references.ts'
import { PAID_OUT, services } from '@sluice/provider-kit/services.ts'
import { requiredIf } from '@sluice/provider-kit/setting-kinds.ts'
import { SnapAccount, UNKNOWN_REFERENCE } from './account.ts'
import { profileOf, type SnapProfile } from './profiles.ts'
import { qris, qrQuery } from './qris.ts'
import { Granted } from './read.ts'
import type { PayinService } from './service.ts'
import { codesIn, SETTINGS } from './settings.ts'
import { callSignature, jakartaTime, tokenSignature } from './signing.ts'
import { type TransferSettings, transferQuery } from './transfer.ts'
import { virtualAccounts } from './va.ts'
import { wallet } from './wallet.ts'

function profileIn(settings: Settings): SnapProfile {
  const profile = profileOf(settings.profile)
  assert(profile, 'an account is kept with a profile that the program has')
  return profile
}

function payinsOf(settings: Settings): ReadonlyMap<string, PayinService> {
  const { merchantId, acquirer } = settings
  const profile = profileIn(settings)
  if (merchantId === undefined) return new Map()
  const { va, wallets } = profile
  const companyCodes = codesIn(settings.companyCodes)
  return new Map<string, PayinService>([
    ['QRISPAY', qris(profile, { merchantId, acquirer })],
    ...(va && companyCodes.size > 0
      ? [['VAPAY', virtualAccounts(va, { merchantId, companyCodes })] as const]
      : []),
    ...(wallets ? [['EWALLET', wallet(wallets, { merchantId })] as const] : []),
  ])
}

function transfersOf(settings: Settings): TransferSettings | undefined {
  const bankCodes = codesIn(settings.bankCodes)
  const sourceAccountNo = settings.sourceAccountNo ?? profileIn(settings).sourceAccountNo
  return bankCodes.size > 0 && sourceAccountNo !== undefined ? { sourceAccountNo, bankCodes } : undefined
}

function servicesOf(settings: Settings): readonly WireService[] {
  const { qr, va, wallets } = profileIn(settings)
  const payins = payinsOf(settings)
  const transfers = transfersOf(settings)
  const companyCodes = codesIn(settings.companyCodes)
  const banks = Object.keys(va?.banks ?? {}).filter((bank) => companyCodes.has(bank))
  return [
    ...(payins.has('QRISPAY') ? services(['payin'], 'QRISPAY', 'IDR') : []),
    ...(payins.has('QRISPAY') && qr.makesRefund ? services(['refund'], 'QRISPAY', 'IDR') : []),
    ...(payins.has('VAPAY') && banks.length > 0
      ? services(['payin'], 'VAPAY', 'IDR', { operators: banks })
      : []),
    ...(wallets && payins.has('EWALLET')
      ? services(['payin'], 'EWALLET', 'IDR', { operators: Object.keys(wallets.statusCodes) })
      : []),
    ...(transfers
      ? services(PAID_OUT, 'BANK_TRANSFER', 'IDR', { operators: [...transfers.bankCodes.keys()] })
      : []),
  ]
}

/** Some give tokens at another path: DOKU at /authorization/v1, Mandiri at /openapi/auth/v2.0, according to users' programs. */
const TOKENS = 'tokens'

export const snap: Provider = {
  code: 'snap',
  title: 'SNAP (Bank Indonesia)',
  specification:
    'SNAP of Bank Indonesia and ASPI (SNAP developer site, 2025); Midtrans: BI-SNAP Core API and Payouts, 2026',
  ...USUAL,
  settings: SETTINGS,
  token: ({ clientId = '', privateKey = '', tokenPath }) => ({
    by: 'own',
    path: tokenPath ?? '/v1.0/access-token/b2b',
    ...(tokenPath !== undefined && { host: TOKENS }),
    headers: (at) => {
      const timestamp = jakartaTime(at)
      return {
        'x-client-key': clientId,
        'x-timestamp': timestamp,
        'x-signature': tokenSignature(privateKey, clientId, timestamp),
      }
    },
    body: { grantType: 'client_credentials' },
    read: (body) => {
      const granted = readAs(Granted, body)
      if (!granted) return undefined
      const lifeSecs = Number(granted.expiresIn)
      return { text: granted.accessToken, ...(lifeSecs > 0 && { lifeSecs }) }
    },
  }),
  hostsOf: (settings) => profileIn(settings).hosts,
  reach({ baseUrl = '', clientSecret = '' }) {
    return {
      baseUrl,
      ...(URL.canParse(baseUrl) && { otherUrls: { [TOKENS]: new URL(baseUrl).origin } }),
      sign: ({ method, url, body, token = '', at }) => {
        const { pathname, search } = new URL(url)
        const timestamp = jakartaTime(at)
        const signed = { method, endpoint: pathname + search, body: Buffer.from(body), timestamp }
        return { 'x-timestamp': timestamp, 'x-signature': callSignature(clientSecret, token, signed) }
      },
    }
  },
  faults(settings) {
    const profile = profileOf(settings.profile)
    if (!profile) return []
    const { baseUrl, merchantId, bankCodes, sourceAccountNo = profile.sourceAccountNo } = settings
    const needsSource = bankCodes !== undefined && sourceAccountNo === undefined
    return [
      ...requiredIf(
        baseUrl === undefined && profile.hosts === undefined,
        'baseUrl',
        'is mandatory for this profile',
      ),
      ...requiredIf(
        merchantId === undefined && bankCodes === undefined,
        'merchantId',
        'is mandatory for payins; an account for payouts alone needs bankCodes',
      ),
      ...requiredIf(needsSource, 'sourceAccountNo', 'is mandatory for payouts of this profile'),
    ]
  },
  serves: servicesOf,
  // A payin is paid once there, and a refund refunds that.
  open: (settings, standing) => {
    const {
      partnerId = '',
      channelId = '',
      merchantId,
      notificationKey,
      notificationClientId,
      notificationSecret,
    } = settings
    const profile = profileIn(settings)
    return new SnapAccount(
      {
        profile,
        partnerId,
        channelId,
        payins: payinsOf(settings),
        transfers: transfersOf(settings),
        notifications: {
          publicKey: notificationKey,
          clientId: notificationClientId,
          clientSecret: notificationSecret,
        },
        probe:
          merchantId === undefined
            ? transferQuery(UNKNOWN_REFERENCE)
            : qrQuery(profile, merchantId, UNKNOWN_REFERENCE),
      },
      standing,
    )
  },
  // Limits count by the minute.
  pauseMsAfter: (status) => (status === 429 ? 60_000 : undefined),
}
