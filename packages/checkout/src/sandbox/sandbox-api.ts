/** The sandbox's endpoints, authorised by the key in the fragment of the link. */
export interface TestPayin {
  readonly idPayin: string
  readonly merchantName: string
  readonly status: 'NEW' | 'PENDING' | 'SUCCESS' | 'REFUSED' | 'FAILED' | 'EXPIRED'
  readonly methodName: string
  readonly operatorName?: string
  readonly flow: 'QR' | 'REDIRECT' | 'PUSH' | 'INSTRUCTIONS'
  readonly money: { readonly amount: number; readonly currencyCode: string }
  readonly reference: string
  readonly qrCode?: string
  readonly externalReference?: { readonly number: string; readonly isSet: boolean }
  readonly returnUrl?: string
  readonly answer?: 'done' | 'not-now'
}

export type ActionName = 'pay' | 'refuse' | 'expire' | 'payLate' | 'payShort'

export interface SandboxPlace {
  readonly merchantCode: string
  readonly idPayin: string
  readonly key: string
}

/** `/sandbox/pay/{merchantCode}/{idPayin}#{key}` */
export function placeOf({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): SandboxPlace | undefined {
  const [, sandbox, pay, merchantCode, idPayin] = pathname.split('/')
  if (sandbox !== 'sandbox' || pay !== 'pay' || !merchantCode || !idPayin || hash.length < 2) return undefined
  return { merchantCode, idPayin, key: hash.slice(1) }
}

/** @returns the payin, or an error message */
export async function askSandbox(place: SandboxPlace, action?: ActionName): Promise<TestPayin | string> {
  const path = `/sandbox/payins/${place.merchantCode}/${place.idPayin}${action ? `/!${action}` : ''}`
  try {
    const answer = await fetch(path, {
      method: action ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${place.key}` },
      cache: 'no-store',
      credentials: 'omit',
    })
    const body: unknown = await answer.json()
    if (answer.ok) return body as TestPayin
    const { detail } = body as { detail?: unknown }
    return typeof detail === 'string' ? detail : 'That did not work.'
  } catch {
    return 'The gateway does not answer.'
  }
}
