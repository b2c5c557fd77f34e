/** Pix by the Banco Central's API for banks: payins by QR code, refunds (devoluções), and payouts at Efí and Banco Inter. */
import { assert } from '@sluice/core/foundation/result.ts'
import type { Provider, Settings } from '@sluice/provider-kit/provider.ts'
import { USUAL } from '@sluice/provider-kit/references.ts'
import { PAID_OUT, services } from '@sluice/provider-kit/services.ts'
import { requiredIf } from '@sluice/provider-kit/setting-kinds.ts'
import { PixAccount } from './account.ts'
import { KEY_METHODS } from './payee.ts'
import { type PixProfile, profileOf } from './profiles.ts'
import { pairIn, SETTINGS, TOKEN_REQUEST_FORMS } from './settings.ts'

function profileIn(settings: Settings): PixProfile {
  const profile = profileOf(settings.profile)
  assert(profile, 'an account is kept with a profile that the program has')
  return profile
}

/** The host of tokens, if it is another one. */
const TOKENS = 'tokens'

/** How the profile bacen requests tokens, by its settings. */
function ownRoute({
  profile,
  tokenBy,
}: Settings): Partial<Pick<PixProfile['token'], 'by' | 'isGrantInQuery'>> {
  const way = TOKEN_REQUEST_FORMS.find((each) => each === tokenBy)
  if (profile !== 'bacen' || way === undefined) return {}
  const by = (['basic', 'form', 'id'] as const).find((each) => way.startsWith(each))
  return { ...(by && { by }), isGrantInQuery: way.endsWith('-query') }
}

/** The methods that payouts of such an account can use. */
function payoutMethods(settings: Settings): readonly string[] {
  const { payouts } = profileIn(settings)
  if (payouts === undefined) return []
  switch (payouts) {
    case 'efi':
      return KEY_METHODS
    case 'inter':
      return settings.account === undefined ? [] : [...KEY_METHODS, 'BANK_TRANSFER']
  }
}

export const pix: Provider = {
  code: 'pix',
  title: 'Pix (API of the Banco Central do Brasil)',
  specification:
    'API Pix 2.9.0, Banco Central do Brasil; payouts: API Pix of Efí, API Banking v2 of Banco Inter',
  ...USUAL,
  settings: SETTINGS,
  token(settings) {
    const { clientId: id = '', clientSecret: secret = '' } = settings
    const { payoutScope, ...profile } = profileIn(settings)
    const token = { ...profile.token, ...ownRoute(settings) }
    const isMore = payoutScope !== undefined && payoutMethods(settings).length > 0
    const usual = isMore ? [token.scope ?? '', payoutScope].join(' ').trim() : token.scope
    const scope = settings.scope ?? usual
    const { tokenUrl } = settings
    const at = tokenUrl === undefined ? {} : { host: TOKENS, path: new URL(tokenUrl).pathname }
    return { ...token, ...at, ...(scope !== undefined && { scope }), client: { id, secret } }
  },
  hostsOf: (settings) => profileIn(settings).hosts,
  reach({ baseUrl = '', tokenUrl, certificate, privateKey, authorities }) {
    return {
      baseUrl,
      ...(tokenUrl !== undefined && { otherUrls: { [TOKENS]: new URL(tokenUrl).origin } }),
      ...(certificate !== undefined &&
        privateKey !== undefined && { certificate: { certificate, privateKey } }),
      ...(authorities !== undefined && { authorities }),
    }
  },
  faults(settings) {
    const { baseUrl, certificate, privateKey, clientSecret, extraQuery } = settings
    const profile = profileOf(settings.profile)
    const hasHost = baseUrl !== undefined || profile?.hosts !== undefined
    const by = ownRoute(settings).by ?? profile?.token.by
    const needed = profile?.needsQuery
    const lacksQuery = needed !== undefined && !extraQuery?.startsWith(`${needed}=`)
    const other = 'is mandatory with the other one of certificate and privateKey'
    return [
      ...requiredIf(clientSecret === undefined && by !== 'id', 'clientSecret', 'is mandatory at this bank'),
      ...requiredIf(lacksQuery, 'extraQuery', `is mandatory here: ${needed}=…`),
      ...requiredIf(!hasHost, 'baseUrl', 'is mandatory for this profile'),
      ...requiredIf(certificate === undefined && privateKey !== undefined, 'certificate', other),
      ...requiredIf(certificate !== undefined && privateKey === undefined, 'privateKey', other),
    ]
  },
  serves(settings) {
    const methods = payoutMethods(settings)
    return [
      ...services(['payin', 'refund'], 'PIXQR', 'BRL'),
      ...(methods.length === 0 ? [] : services(PAID_OUT, methods, 'BRL')),
    ]
  },
  mayServe: (settings) => pix.serves({ ...settings, profile: 'inter' }),
  // After 429 there is the usual pause: Efí's bucket of calls (BaldeFichasVazio) refills by itself.
  refundsByMovement: true,
  open: (settings, standing) => {
    const { pixKey = '', payeeName = '', city = '', account, clientId = '' } = settings
    const { clientIdHeader } = profileIn(settings)
    const own = {
      profile: profileIn(settings),
      ...{ pixKey, payeeName, city },
      ...(account !== undefined && { account }),
      headers: {
        ...(clientIdHeader !== undefined && { [clientIdHeader]: clientId }),
        ...pairIn(settings.extraHeader),
      },
      query: pairIn(settings.extraQuery),
    }
    return new PixAccount(own, standing)
  },
}
