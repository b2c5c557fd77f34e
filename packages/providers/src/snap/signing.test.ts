import { createPublicKey } from 'node:crypto'
import { isRsaSigned } from '@sluice/provider-kit/signed-notification.ts'
import { describe, expect, it } from 'vitest'
import { callSignature, digitsOf, jakartaTime, signedText, tokenSignature } from './signing.ts'

/**
 * Signatures that Midtrans has published for those who write such clients: github.com/Midtrans/SNAP-BI-Signature-Demo, commit a00d82b. The
 * key is that of its examples, and opens nothing. Values alone; no licence is stated.
 */
const KEY = `-----BEGIN PRIVATE KEY-----
MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQCVZu2WHd4z5tbe
fkAWPjbB10Lgvu1CpsuIIVtO/wrrvKeD2LArmYSf5QxeJGG8HYlVYVp8I8/EVqay
JUbcyOd4aMLQFiCambDipecCfI7ecJ0K4+2ZneWOEq9JM91ZnGtwuLVdr1X/4/Nv
yGuNvmLAyfpJkU14yZliAUqJJ656jpM+WfY+hOpcLOzUe2wzx5RV7wYCyMl7/d1i
X33afJc6kbbUaA27yjlPdY6m0+DoZ0NNaRNZS7jzfJFtVXLTg/PgvwMNlMO/5Zyw
BWIOfWsD+MHUC6P9QYrHai8ZwEf9r+GivlNsAFs4NTpw9MdPngrexJm29k1Xh4UM
HV//jB1/AgMBAAECggEADcXGyitns/4oOauGyeYjUxw+eIxxP88zfRGiIralMZUb
Fi7wEpzc2oaZbMZK0jYg1mOanU4J1a4tQMfp7+l/WRzDNL6Nc+MOKN6lXJfR7dSQ
zZO0cBBbvIyhZwymb5/ZUbNdWM0UjvnbE6d0rsTpwp77+TMxYpynDJ9U2S70ySxe
fGi7x4rK02/8xmj1fY/Ls+uoYhF4IbGJIkFvrlAdWyFvv6sCGBYxl5sPuitgQxPv
Yc7dS7HE+6nZ+wWgoIXjC4CfxHBa9u3dfu3XAnPY3xpnVsbxCAH9OOIrZPY0C/Pq
gj+EElCBChUzDiedV3XipKUweDA+64sNm5NjqlqU8QKBgQDFf5a9vHVf9r2CTOgm
z5wTrK7aTwKwCNC4zpZUxDR8k7AV2gTelabpPWqUMZyRMUPs2hyBvhEWVNKxx3qs
7BAVpmcttuS5/dLNVdhNPUC2IgZqf3jWH2aS3lkci8DATQCphrEXZ3jrNaIRtrSC
kflE+yY8YP8b7ObktgvHz39JMQKBgQDBqCsMmOsQAveIQk5FGAMxsFU9G7OIBFHo
xpwkKUCjoqGxM+YQqDvcVeXNd/HdLnmR05//eoONemuDyYy8XRoud4tpaRKU/FK7
06WdljztB5rn2+cdUbmcU0fZiRQk+WuXsopZn3GUNvA/fQOW9qs7B5Rm5W71FeGk
ZgsvlAUlrwKBgQCUgFFaLWCcXa01UpqkxCp5aLi5EfvVXWuD6mKDLlzA51PZums6
6o/shO+kqoEtczu91mrk64NxpSof3vxRFdcqUEr4xrLJXx+oocnYmhwUVxU38s1r
Q4UfHe0nV7YBYmUDE3IJRRZY1aUdaKHmI9iok6e2csCfwMwEYRYOkekFoQKBgCyy
Oa1gpfA+Hw+N7i64ShRv1FyURi2Agb8uB9+4vbiG0rbpeZIioh5KnQ19P4+DKH/l
zinTBwXiWWpDXH4lJuPOp5ierbFBQ38ibDkg8dLrTG9zK7ZypFpWRmEI6GNYReLv
TEs/J6HDxFOC8Q8ow4COUUwmbCOY90lQXAiRK1b1AoGAScK1db9X5Ct+JtnjYyzi
GYLwyPhHCQIVmEDfuvbMs74woQsrBm3dBB3b2vf9pqcSZB4WAbTQ3wCdxCJKg6MN
6eXBO1M1lcIpZjCDyiXXi7PozNmkasRDUyDFwxlnyDLdRHL3FD+dh6do32FwGLBQ
u256RIyMB13qIuqrc91Z0hM=
-----END PRIVATE KEY-----`

describe('signatures that Midtrans has published', () => {
  it('are made alike: of a request for a token, with RSA', () => {
    expect(tokenSignature(KEY, 'G1234325-SNAP', '2024-03-01T08:27:49.024Z')).toBe(
      'WzW49tYIgKIBmBi/gVBHGLAkhEaZlXM11zcZxAiyHji6TLPjPbwLu3Z45it25AIeG0XDItcdTSkds47zFEMh6IP0PXPIP1+Ey4RmX/o2fuYRF/xBHvfvKnMmANMTS1axsXBSW3EHqYpbVrkCcqNnB3u+wu63us9WIhRZaWgxgQ2PJLaiVHIwgu9u7jxkWX7Bg4rerZH3RKdQfIJAAJsSN13efR7VdSAyzU7QaKjgislxrLqmesYNJkbD03XLjHdo6YWuzAVV7xdZRpLiGkIAkW7luXTBZYBO+4oENZAPQYzrLeN1qRY1Sr7BgLONCA2QA26BB6SYW4R7qofS9+RyOQ==',
    )
  })

  it('are made alike: of a call, with HMAC, whatever white space the body has', () => {
    const body = `{
  "partnerReferenceNo": "2020102900000000000001",
  "amount": {
    "value": "12345678.00",
    "currency": "IDR"
  },
  "feeAmount": {
    "value": "12345678.00",
    "currency": "IDR"
  },
  "merchantId": "00007100010926",
  "terminalId": "213141251124",
  "validityPeriod": "2009-07-03T12:08:56-07:00"
}`
    const signed = {
      method: 'POST',
      endpoint: '/v1.0/qr/qr-mpm-generate',
      body: Buffer.from(body),
      timestamp: '2024-03-05T10:37:16.196Z',
    }
    expect(callSignature('myclientsecret', 'myaccesstoken', signed)).toBe(
      'wmzT7yjg1SxxCsxNsFgCR9SYXiZGGbceF6fV8xe97sAMHxZ+7OEBMIBmvb6Sj6GcksGp3iv77DiomgSbcST3XQ==',
    )
  })

  it('are believed: of a notification, with RSA, and of no other', () => {
    const body =
      '{"originalPartnerReferenceNo":"GP24043015193402809","originalReferenceNo":"A120240430081940S9vu8gSjaRID","merchantId":"G099333790","amount":{"value":"102800.00","currency":"IDR"},"latestTransactionStatus":"00","transactionStatusDesc":"SUCCESS","additionalInfo":{"refundHistory":[]}}'
    const signature =
      'RoJnP2tH/YiOhHM/lMVBMSAuzRmS8VrWdIy04Qqyb56daV7oWFMFoMMzqnjQ+q0MIUalYgU094GWQnCx2c29xb1kkqHhv2+iJ9xl6NjGmFGYqyvcKvUDAV83Y1Mw9JnsEcjcupdGw9/MRv/mm2GMrQ+BCZGfc4a46JDyPZbcY294vDGqs5rFBN6iYer5ro4cAQGo9hET2G82Y+j50vCyO/79GFE4vB1rvtu6PK2Bxi+vTYV8k7P7PS8tOPWM2O+kjiVWjwvLR99Botou+a8sxlQqZaihfWMKcByzV+Lgkr9cptpjys+1NIRWT1ad/sJBSLHyldzC3q2oRn5z5oZmyg=='
    const publicKey = createPublicKey(KEY).export({ type: 'spki', format: 'pem' }).toString()
    const signed = {
      method: 'POST',
      endpoint: '/v1.0/debit/notify',
      body: Buffer.from(body),
      timestamp: '2024-05-02T14:43:08+07:00',
    }
    expect(isRsaSigned(publicKey, 'sha256', signedText(signed), signature)).toBe(true)
    const more = { ...signed, body: Buffer.from(body.replace('102800.00', '902800.00')) }
    expect(isRsaSigned(publicKey, 'sha256', signedText(more), signature)).toBe(false)
    expect(isRsaSigned(publicKey, 'sha256', signedText(signed), 'no signature')).toBe(false)
    expect(isRsaSigned('no key', 'sha256', signedText(signed), signature)).toBe(false)
  })
})

describe('what stands beside a signature', () => {
  it('is a time of 25 characters, as clocks in Jakarta show it', () => {
    expect(jakartaTime(Date.parse('2026-01-31T18:30:05.999Z'))).toBe('2026-02-01T01:30:05+07:00')
  })

  it('is a number of 32 digits, another for each text', () => {
    const numbers = Array.from({ length: 1_000 }, (_, index) => digitsOf(`call ${index}`))
    expect(new Set(numbers).size).toBe(1_000)
    for (const number of numbers) expect(number).toMatch(/^\d{32}$/)
    expect(digitsOf('call 1')).toBe(numbers[1])
  })
})
