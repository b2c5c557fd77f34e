/**
 * Pix by the API that the Banco Central has specified for banks: payins by QR code, devoluções, and payouts at Efí and Banco Inter.
 *
 * Read `account.ts` for how, `efi-payouts.ts` and `inter-payouts.ts` for payouts, `read.ts` and `inter-read.ts` for what each word of the
 * bank means, `profiles.ts` for how banks deviate.
 */

import { assert } from '../../../foundation/result.ts'
import type { WireService } from '../../connectors/protocol.ts'
import type { Provider, Settings } from '../provider.ts'
import { PLAIN_REFERENCE, plainReference } from '../references.ts'
import { restAfter429 } from '../setting-kinds.ts'
import { PixAccount } from './account.ts'
import { KEY_METHODS } from './payee.ts'
import { type PixProfile, profileOf } from './profiles.ts'
import { pairIn, SETTINGS, TOKEN_WAYS } from './settings.ts'

function profileIn(settings: Settings): PixProfile {
  const profile = profileOf(settings.profile)
  assert(profile, 'an account is kept with a profile that the program has')
  return profile
}

/** The host of tokens, where it is told apart. */
const TOKENS = 'tokens'

/** How a token is asked for, where the settings say it: with the profile bacen alone. */
function ownRoute({
  profile,
  tokenBy,
}: Settings): Partial<Pick<PixProfile['token'], 'by' | 'isGrantInQuery'>> {
  const way = TOKEN_WAYS.find((each) => each === tokenBy)
  if (profile !== 'bacen' || way === undefined) return {}
  const by = (['basic', 'form', 'id'] as const).find((each) => way.startsWith(each))
  return { ...(by && { by }), isGrantInQuery: way.endsWith('-query') }
}

const service = (kind: WireService['kind'], paymentMethodCodes: readonly string[]): WireService => ({
  kind,
  paymentMethodCodes: [...paymentMethodCodes],
  currencyCodes: ['BRL'],
})

/** Whom payouts of such an account go to. */
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
    return [
      ...(clientSecret === undefined && by !== 'id'
        ? [{ path: '/clientSecret', code: 'REQUIRED' as const, message: 'is mandatory at this bank' }]
        : []),
      ...(needed !== undefined && !extraQuery?.startsWith(`${needed}=`)
        ? [{ path: '/extraQuery', code: 'REQUIRED' as const, message: `is mandatory here: ${needed}=…` }]
        : []),
      ...(hasHost
        ? []
        : [{ path: '/baseUrl', code: 'REQUIRED' as const, message: 'is mandatory for this profile' }]),
      ...((certificate === undefined) === (privateKey === undefined)
        ? []
        : [
            {
              path: certificate === undefined ? '/certificate' : '/privateKey',
              code: 'REQUIRED' as const,
              message: 'is mandatory with the other one of certificate and privateKey',
            },
          ]),
    ]
  },
  serves(settings) {
    const methods = payoutMethods(settings)
    return [
      service('payin', ['PIXQR']),
      service('refund', ['PIXQR']),
      ...(methods.length === 0 ? [] : [service('payout', methods), service('refund', methods)]),
    ]
  },
  mayServe: (settings) => pix.serves({ ...settings, profile: 'inter' }),
  // Efí: its bucket of calls is empty (BaldeFichasVazio), and fills by itself.
  pauseMsAfter: restAfter429,
  refundsByMovement: true,
  referenceOf: plainReference,
  referenceForm: PLAIN_REFERENCE,
  open: (settings, standing) => {
    const { pixKey = '', payeeName = '', city = '', account, clientId = '' } = settings
    const { clientIdHeader } = profileIn(settings)
    const own = {
      ...{ pixKey, payeeName, city },
      ...(account !== undefined && { account }),
      headers: {
        ...(clientIdHeader !== undefined && { [clientIdHeader]: clientId }),
        ...pairIn(settings.extraHeader),
      },
      query: pairIn(settings.extraQuery),
    }
    return new PixAccount(profileIn(settings), own, standing)
  },
}
