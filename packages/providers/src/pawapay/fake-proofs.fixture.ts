/** Signatures as documented by pawaPay, independent of the program's own code: for requests and notifications of its fake. */
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import type { FakeRequest } from '../fake-server.fixture.ts'

/** The IDs in its notifications. */
export const NOTIFIED_AS = 'application/json; charset=UTF-8'

const digestOf = (body: string): string => `sha-512=:${createHash('sha512').update(body).digest('base64')}:`

/** Whether the customer's key has signed exactly this request. */
export function isProven(
  { method, path, headers, body }: FakeRequest,
  signedBy: { readonly keyId: string; readonly publicKey: string },
  now: number,
): boolean {
  const of = (name: string): string => String(headers[name] ?? '')
  const params = of('signature-input').replace(/^sig-pp=/, '')
  const [, names = '', keyId, created, expires] =
    /^\(([^)]*)\);alg="ecdsa-p256-sha256";keyid="([^"]+)";created=(\d+);expires=(\d+)$/.exec(params) ?? []
  const nowSecs = now / 1_000
  if (keyId !== signedBy.keyId || Number(created) > nowSecs + 5 || Number(expires) < nowSecs) return false
  if (of('content-digest') !== digestOf(body)) return false
  const values: Readonly<Record<string, string>> = {
    '@method': method,
    // Without a socket there is no such header: then the host that tests use.
    '@authority': of('host') || '127.0.0.1:7',
    '@path': path,
  }
  const lines = names.split(' ').map((quoted) => {
    const name = quoted.replaceAll('"', '')
    return `${quoted}: ${values[name] ?? of(name)}`
  })
  const base = [...lines, `"@signature-params": ${params}`].join('\n')
  const signature = Buffer.from(of('signature').replace(/^sig-pp=:|:$/g, ''), 'base64')
  const isWhole = ['@method', '@authority', '@path', 'content-digest'].every((name) =>
    names.includes(`"${name}"`),
  )
  return isWhole && verify('sha256', Buffer.from(base), createPublicKey(signedBy.publicKey), signature)
}

/** The headers of a notification. */
export function proofOf(
  { url, body }: { readonly url: string; readonly body: string },
  signsWith: { readonly keyId: string; readonly privateKey: string },
  now: number,
): Readonly<Record<string, string>> {
  const { host, pathname } = new URL(url)
  const date = new Date(now).toISOString()
  const created = Math.floor(now / 1_000)
  const params = `("@method" "@authority" "@path" "signature-date" "content-digest" "content-type");alg="ecdsa-p256-sha256";keyid="${signsWith.keyId}";created=${created};expires=${created + 60}`
  const base = [
    '"@method": POST',
    `"@authority": ${host}`,
    `"@path": ${pathname}`,
    `"signature-date": ${date}`,
    `"content-digest": ${digestOf(body)}`,
    `"content-type": ${NOTIFIED_AS}`,
    `"@signature-params": ${params}`,
  ].join('\n')
  const signature = sign('sha256', Buffer.from(base), createPrivateKey(signsWith.privateKey))
  return {
    'content-type': NOTIFIED_AS,
    'content-digest': digestOf(body),
    'signature-date': date,
    'signature-input': `sig-pp=${params}`,
    signature: `sig-pp=:${signature.toString('base64')}:`,
  }
}
