/** Whom a connection shows to somebody who asks who connects (mTLS). The certificates are made here, and end with the test. */
import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import {
  BasicConstraintsExtension,
  cryptoProvider,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'
import type { ClientIdentity, OutgoingRequest } from '@sluice/core/foundation/deps.ts'
import { realClock, realTimers } from '@sluice/core/foundation/real-deps.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressPolicy } from './guard.ts'
import { realNetwork } from './network.ts'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const guard = addressPolicy({ allow: [], loopback: true })
const network = realNetwork({ clock: realClock, timers: realTimers })
const pem = (label: string, bytes: ArrayBuffer): string =>
  `-----BEGIN ${label}-----\n${Buffer.from(bytes).toString('base64')}\n-----END ${label}-----\n`

/** Who signs all certificates here. */
async function authority() {
  cryptoProvider.set(webcrypto)
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const dates = { notBefore: new Date(Date.now() - 3_600_000), notAfter: new Date(Date.now() + 3_600_000) }
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...{ name: 'CN=Test authority', keys, signingAlgorithm: ALGORITHM, ...dates },
    extensions: [new BasicConstraintsExtension(true, 1, true)],
  })
  const issue = async (name: string): Promise<{ certificate: string; privateKey: string }> => {
    const own = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
    const issued = await X509CertificateGenerator.create({
      ...{ subject: `CN=${name}`, issuer: certificate.subject, publicKey: own.publicKey, ...dates },
      ...{ signingKey: keys.privateKey, signingAlgorithm: ALGORITHM },
      extensions: [new SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }])],
    })
    const key = await webcrypto.subtle.exportKey('pkcs8', own.privateKey)
    return { certificate: issued.toString('pem'), privateKey: pem('PRIVATE KEY', key) }
  }
  return { pem: certificate.toString('pem'), issue }
}

let server: Server
let url: string
let first: ClientIdentity
let second: ClientIdentity

beforeAll(async () => {
  const { pem: authorities, issue } = await authority()
  const { certificate: cert, privateKey: key } = await issue('bank')
  server = createServer(
    { cert, key, ca: authorities, requestCert: true, rejectUnauthorized: true },
    (request, response) => {
      // The listener is of TLS: each socket of it is.
      const { subject } = (request.socket as TLSSocket).getPeerCertificate()
      response.end(String(subject.CN))
    },
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`
  first = { ...(await issue('first')), authorities }
  second = { ...(await issue('second')), authorities }
})
afterAll(async () => {
  await network.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const ask = (identity?: ClientIdentity) => {
  const request: OutgoingRequest = {
    ...{ url, method: 'GET', headers: {}, timeoutMs: 60_000, maxAnswerBytes: 1_024, guard },
    ...(identity && { identity }),
  }
  return network.request(request)
}

describe('a request as somebody', () => {
  it('shows the certificate of its account, and no connection of another one’s is used', async () => {
    expect(await ask(first)).toMatchObject({ ok: true, body: 'first' })
    expect(await ask(second)).toMatchObject({ ok: true, body: 'second' })
    expect(await ask(first)).toMatchObject({ ok: true, body: 'first' })
  })

  it('is sent to nobody whose certificate no authority has signed that the account names', async () => {
    const { authorities: _authorities, ...trusting } = first
    expect(await ask(trusting)).toMatchObject({ ok: false, reason: 'UNREACHABLE' })
  })

  it('gets nothing without a certificate where one is asked for', async () => {
    const { authorities = '' } = first
    const nobody = { certificate: '', privateKey: '', authorities }
    expect((await ask()).ok).toBe(false)
    expect((await ask(nobody)).ok).toBe(false)
  })
})
