/**
 * The fake of a SNAP provider: an HTTP server that checks requests against the documented fields, both signatures, X-EXTERNAL-ID and
 * reference, treats repetitions as the profile says, and plays payers, payees and failures. It calls only the URL for notifications.
 */
import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { qrisQr } from '@sluice/core/catalogue/schemes/qris.ts'
import { Ajv, type ValidateFunction } from 'ajv'
import {
  type Dice,
  type FakeAnswer,
  type FakeRequest,
  FakeServer,
  type FakeServerOptions,
  json,
} from '../fake-server.fixture.ts'
import SAMPLE from './samples/snap.json' with { type: 'json' }
import { callSignature, jakartaTime, signedText } from './signing.ts'

/** An error in the provider's form: HTTP status and case, with the service number between them. */
export interface ReportedCase {
  readonly status: number
  readonly caseCode: string
}

export interface FakeOptions extends FakeServerOptions<ReportedCase> {
  readonly profile: 'midtrans' | 'aspi'
  readonly clientId: string
  readonly clientSecret: string
  readonly partnerId: string
  readonly merchantId: string
  /** For token requests. */
  readonly publicKey: string
  /** It does not find transfers by partnerReferenceNo, and accepts the same one again: only X-EXTERNAL-ID is checked. */
  readonly forgetsReferences?: boolean
}

interface Refund {
  readonly reference: string
  readonly value: string
  status: '03' | '00' | '06'
}
interface Kept {
  readonly kind: 'qr' | 'debit' | 'va' | 'transfer'
  readonly reference: string
  readonly referenceNo: string
  readonly value: string
  readonly at: number
  readonly endsAt: number
  readonly number?: {
    readonly partnerServiceId: string
    readonly customerNo: string
    readonly virtualAccountNo: string
  }
  readonly accountNo?: string
  status: string
  paid?: string
  readonly refunds: Refund[]
}
type Body = Readonly<Record<string, unknown>>

const ajv = new Ajv({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'snap', ...SAMPLE })
const schemaOf = (path: string): ValidateFunction | undefined =>
  ajv.getSchema(`snap#/requests/${path.replaceAll('~', '~0').replaceAll('/', '~1')}`)

const SERVICES: Readonly<Record<string, string>> = {
  '/qr/qr-mpm-generate': '47',
  '/qr/qr-mpm-query': '51',
  '/qr/qr-mpm-cancel': '77',
  '/qr/qr-mpm-refund': '78',
  '/debit/payment-host-to-host': '54',
  '/debit/status': '55',
  '/debit/cancel': '57',
  '/transfer-va/create-va': '27',
  '/transfer-va/status': '26',
  '/transfer-va/delete-va': '31',
  '/transfer-interbank': '18',
  '/transfer/status': '36',
  '/balance-inquiry': '11',
}
const TOKEN_PATH = '/v1.0/access-token/b2b'
const TWO_MONTHS_MS = 60 * 86_400_000
/** Made once, because it is slow. */
let notifier: { readonly publicKey: string; readonly privateKey: string } | undefined
export const notifierKeys = () =>
  (notifier ??= generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }))

export class SnapFake extends FakeServer<ReportedCase> {
  readonly #options: FakeOptions
  readonly #kept = new Map<string, Kept>()
  readonly #tokens = new Map<string, number>()
  readonly #externalIds = new Map<string, { readonly text: string; readonly answer: FakeAnswer }>()
  #made = 0
  /** Of the last call. */
  #service = '00'
  #notificationUrl: string | undefined

  constructor(options: FakeOptions) {
    super(options)
    this.#options = options
  }

  /** As entered at the provider. */
  notifyAt(url: string): void {
    this.#notificationUrl = url
  }

  /** A payer pays, exactly or another amount; also late. */
  async pay(reference: string, value?: string): Promise<void> {
    const kept = this.#of(reference)
    kept.status = '00'
    kept.paid = value ?? kept.value
    await this.#tell(kept)
  }

  /** Its status, as the provider reports it. */
  async set(reference: string, status: string): Promise<void> {
    const kept = this.#of(reference)
    kept.status = status
    await this.#tell(kept)
  }

  /** Outgoing money arrives, or does not. */
  async end(reference: string, arrives: boolean): Promise<void> {
    const found = this.#refund(reference)
    if (!found) return this.set(reference, arrives ? '00' : '06')
    found.refund.status = arrives ? '00' : '06'
    await this.#tell(found.payin)
  }

  /** The payee's bank returns it after its arrival. */
  sendBack(reference: string): Promise<void> {
    return this.set(reference, '04')
  }

  /** How often money moved, or can move, under this reference. */
  known(reference: string): number {
    const refunds = [...this.#kept.values()].flatMap((kept) => kept.refunds)
    const sent = [...this.#kept.keys()].filter((key) => key === reference || key.startsWith(`${reference} `))
    return sent.length + refunds.filter((refund) => refund.reference === reference).length
  }

  /** Its kind and status: `payin 00`. */
  statusOf(reference: string): string | undefined {
    const kept = this.#kept.get(reference)
    if (kept) return `${kindOf(kept)} ${this.#statusOf(kept)}`
    const refund = this.#refund(reference)
    return refund && `refund ${refund.refund.status}`
  }

  /** Payers pay most of what is open, and most of what was sent arrives. */
  async live(dice: Dice): Promise<void> {
    for (const kept of this.#kept.values()) {
      if (this.#statusOf(kept) !== '03') continue
      const isTransfer = kept.kind === 'transfer'
      const happens = dice.weighted<boolean>(
        isTransfer
          ? [
              [9, true],
              [1, false],
            ]
          : [
              [3, true],
              [1, false],
            ],
      )
      if (isTransfer) await this.end(kept.reference, happens)
      else if (happens) await this.pay(kept.reference)
    }
  }

  /** `<reference> <status> <amount>`, the oldest first. */
  references(): readonly string[] {
    return [...this.#kept.values()].flatMap((kept) => [
      `${kept.reference} ${this.#statusOf(kept)} ${kept.value}`,
      ...kept.refunds.map(({ reference, status, value }) => `${reference} ${status} ${value}`),
    ])
  }

  /** All tokens expire now. */
  forgetTokens(): void {
    this.#tokens.clear()
  }

  #of(reference: string): Kept {
    const kept = this.#kept.get(reference)
    if (!kept) throw new Error(`there is no payment ${reference}`)
    return kept
  }

  #refund(reference: string): { readonly payin: Kept; readonly refund: Refund } | undefined {
    for (const payin of this.#kept.values()) {
      const refund = payin.refunds.find((each) => each.reference === reference)
      if (refund) return { payin, refund }
    }
    return undefined
  }

  /** The standard has no status for expiry. */
  #statusOf({ status, kind, endsAt }: Kept): string {
    const isOver = kind !== 'transfer' && status === '03' && this.now() > endsAt
    return isOver && this.#options.profile === 'midtrans' ? '08' : status
  }

  #id(letter: string): string {
    this.#made += 1
    return letter + String(this.#made).padStart(20, '0')
  }

  async #tell(kept: Kept): Promise<void> {
    if (this.#notificationUrl === undefined) return
    const { path, body } = reported(kept, this.#statusOf(kept))
    const timestamp = jakartaTime(this.now())
    const text = JSON.stringify(body, undefined, 1)
    const signed = { method: 'POST', endpoint: path, body: Buffer.from(text), timestamp }
    const headers = {
      'content-type': 'application/json',
      'x-timestamp': timestamp,
      'x-signature': sign('RSA-SHA256', Buffer.from(signedText(signed)), notifierKeys().privateKey).toString(
        'base64',
      ),
    }
    await this.tell({ url: this.#notificationUrl + path, body: text, headers })
  }

  protected override isAside({ path }: FakeRequest): boolean {
    return path === TOKEN_PATH
  }

  override handle(request: FakeRequest): ReturnType<FakeServer<ReportedCase>['handle']> {
    this.#service = SERVICES[request.path.replace(/^\/v1\.0/, '')] ?? '00'
    return super.handle(request)
  }

  protected reported({ status, caseCode }: ReportedCase): FakeAnswer {
    return coded(status, this.#service, caseCode)
  }

  protected answer(request: FakeRequest): FakeAnswer {
    if (request.path === TOKEN_PATH) return this.#token(request)
    const path = request.path.replace(/^\/v1\.0/, '')
    return this.#answer(request, path, SERVICES[path] ?? '00')
  }

  #token({ headers, body }: FakeRequest): FakeAnswer {
    const { clientId, publicKey } = this.#options
    const timestamp = String(headers['x-timestamp'])
    const signature = Buffer.from(String(headers['x-signature']), 'base64')
    const isTheirs =
      headers['x-client-key'] === clientId &&
      verify('RSA-SHA256', Buffer.from(`${clientId}|${timestamp}`), publicKey, signature)
    const isTimely = Math.abs(Date.parse(timestamp) - this.now()) < 300_000
    if (!isTheirs || !isTimely) return coded(401, '73', '00')
    if (JSON.parse(body).grantType !== 'client_credentials') return coded(400, '73', '02')
    const token = this.#id('t')
    this.#tokens.set(token, this.now() + 900_000)
    return coded(200, '73', '00', { accessToken: token, tokenType: 'Bearer', expiresIn: '900' })
  }

  #answer(
    { headers, method, path: endpoint, body: text }: FakeRequest,
    path: string,
    service: string,
  ): FakeAnswer {
    const { clientSecret, partnerId, merchantId } = this.#options
    const token = (headers.authorization ?? '').replace('Bearer ', '')
    if ((this.#tokens.get(token) ?? 0) < this.now()) return coded(401, service, '01')
    const timestamp = String(headers['x-timestamp'])
    const signed = { method, endpoint, body: Buffer.from(text), timestamp }
    if (callSignature(clientSecret, token, signed) !== headers['x-signature'])
      return coded(401, service, '00')
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+07:00$/.test(timestamp)) return coded(400, service, '01')
    if (headers['x-partner-id'] !== partnerId) return coded(401, service, '00')
    if (!/^\d{5}$/.test(String(headers['channel-id']))) return coded(400, service, '01')
    const body = JSON.parse(text) as Body
    const fits = schemaOf(path)
    if (!fits) return coded(404, service, '02')
    if (!fits(body)) return coded(400, service, '02', { faults: ajv.errorsText(fits.errors) })
    if (body.merchantId !== undefined && body.merchantId !== merchantId) return coded(404, service, '08')
    return this.#once(String(headers['x-external-id']), service, path, text, body)
  }

  /** Inquiries may be repeated; other calls are checked by X-EXTERNAL-ID. */
  #once(externalId: string, service: string, path: string, text: string, body: Body): FakeAnswer {
    const isMidtrans = this.#options.profile === 'midtrans'
    const isNumeric = path.startsWith('/transfer/') || path === '/transfer-interbank' || !isMidtrans
    if (!(isNumeric ? /^\d{1,36}$/ : /^[A-Za-z0-9-]{1,36}$/).test(externalId))
      return coded(400, service, '01')
    // At Midtrans an inquiry about a virtual account needs the X-EXTERNAL-ID that created it.
    if (path === '/transfer-va/status') return this.#do(path, service, body)
    // Unique for a day in the standard, for ever at Midtrans.
    const kept = isMidtrans ? externalId : `${jakartaTime(this.now()).slice(0, 10)} ${externalId}`
    const before = this.#externalIds.get(kept)
    const repeats = isMidtrans && path !== '/transfer-interbank'
    if (before && repeats && before.text === text) return before.answer
    if (before) return coded(409, service, '00')
    const own =
      body.partnerRefundNo ??
      body.partnerReferenceNo ??
      (path.endsWith('/create-va') ? body.trxId : undefined)
    if (repeats && own !== undefined && own !== externalId) return coded(400, service, '02')
    const answer = this.#do(path, service, body)
    this.#externalIds.set(kept, { text, answer })
    return answer
  }

  #do(path: string, service: string, body: Body): FakeAnswer {
    const original = String(
      body.originalPartnerReferenceNo ?? body.originalExternalId ?? body.inquiryRequestId ?? body.trxId,
    )
    const kept = this.#kept.get(original)
    const missing = coded(404, service, '01')
    switch (path) {
      case '/qr/qr-mpm-generate':
        return this.#makeQr(service, body)
      case '/debit/payment-host-to-host':
        return this.#makeDebit(service, body)
      case '/transfer-va/create-va':
        return this.#makeVa(service, body)
      case '/transfer-interbank':
        return this.#makeTransfer(service, body)
      case '/qr/qr-mpm-query':
      case '/debit/status':
        return kept ? coded(200, service, '00', this.#shown(kept, path === '/debit/status')) : missing
      case '/transfer/status':
        return kept?.kind === 'transfer' && !this.#options.forgetsReferences
          ? coded(200, service, '00', this.#sent(kept))
          : missing
      case '/transfer-va/status':
        if (!kept?.number || kept.number.virtualAccountNo.trim() !== String(body.virtualAccountNo).trim())
          return missing
        return coded(200, service, '00', { virtualAccountData: this.#va(kept) })
      case '/qr/qr-mpm-cancel':
      case '/debit/cancel':
      case '/transfer-va/delete-va':
        if (!kept) return missing
        if (this.#statusOf(kept) !== '03') return coded(404, service, '00')
        kept.status = '05'
        return coded(200, service, '00')
      case '/qr/qr-mpm-refund':
        return this.#makeRefund(service, kept, body)
      case '/balance-inquiry':
        return coded(200, service, '00', {
          accountInfos: [{ balanceType: 'Cash', availableBalance: idr('1500000.00') }],
        })
      default:
        return coded(404, service, '02')
    }
  }

  #keep(kept: Pick<Kept, 'kind' | 'reference' | 'value'> & Partial<Kept>, until?: unknown): Kept {
    const whole: Kept = {
      referenceNo: this.#id('A'),
      at: this.now(),
      endsAt: typeof until === 'string' ? Date.parse(until) : Number.POSITIVE_INFINITY,
      status: '03',
      refunds: [],
      ...kept,
    }
    // A transfer that is sent twice moves money twice: it is kept beside the first.
    const isAgain = this.#kept.has(kept.reference)
    this.#kept.set(isAgain ? `${kept.reference} again ${whole.referenceNo}` : kept.reference, whole)
    return whole
  }

  #makeQr(service: string, body: Body): FakeAnswer {
    const reference = String(body.partnerReferenceNo)
    if (this.#kept.has(reference)) return coded(409, service, '01')
    const value = textOf(body.amount)
    const kept = this.#keep({ kind: 'qr', reference, value }, body.validityPeriod)
    return coded(200, service, '00', {
      referenceNo: kept.referenceNo,
      partnerReferenceNo: reference,
      qrContent: qrisQr({
        acquirer: 'ID.CO.PROVIDER.WWW',
        merchantPan: '936009990000000001',
        merchantId: 'FAKE',
        nationalId: 'ID1020000000001',
        size: 'UME',
        categoryCode: '5399',
        name: 'Toko Contoh',
        city: 'JAKARTA',
        postCode: '10110',
        amount: value.replace('.00', ''),
        reference: kept.referenceNo,
      }),
      qrUrl: 'https://provider.example/qr.png',
    })
  }

  #makeDebit(service: string, body: Body): FakeAnswer {
    const reference = String(body.partnerReferenceNo)
    const [option] = body.payOptionDetails as readonly { readonly transAmount: unknown }[]
    const kept = this.#keep({ kind: 'debit', reference, value: textOf(option?.transAmount) }, body.validUpTo)
    return coded(200, service, '00', {
      referenceNo: kept.referenceNo,
      partnerReferenceNo: reference,
      webRedirectUrl: `https://wallet.example/pay/${kept.referenceNo}`,
      appRedirectUrl: '',
    })
  }

  #makeVa(service: string, body: Body): FakeAnswer {
    const reference = String(body.trxId)
    const partnerServiceId = String(body.partnerServiceId)
    this.#made += 1
    const customerNo = String(this.#made).padStart(10, '6')
    const number = { partnerServiceId, customerNo, virtualAccountNo: partnerServiceId + customerNo }
    this.#keep({ kind: 'va', reference, value: textOf(body.totalAmount), number }, body.expiredDate)
    return coded(200, service, '00', {
      virtualAccountData: {
        ...number,
        virtualAccountName: body.virtualAccountName,
        trxId: reference,
        totalAmount: body.totalAmount,
      },
    })
  }

  #makeTransfer(service: string, body: Body): FakeAnswer {
    const reference = String(body.partnerReferenceNo)
    const before = this.#kept.get(reference)
    const isKnown = before && this.now() - before.at < TWO_MONTHS_MS
    if (isKnown && !this.#options.forgetsReferences) return coded(409, service, '01')
    const accountNo = String(body.beneficiaryAccountNo)
    if (accountNo.startsWith('000')) return coded(404, service, '11')
    const kept = this.#keep({ kind: 'transfer', reference, value: textOf(body.amount), accountNo })
    return coded(200, service, '00', {
      referenceNo: kept.referenceNo,
      partnerReferenceNo: reference,
      amount: body.amount,
    })
  }

  #makeRefund(service: string, kept: Kept | undefined, body: Body): FakeAnswer {
    if (!kept) return coded(404, service, '01')
    if (kept.status !== '00') return coded(404, service, '00')
    const value = textOf(body.refundAmount)
    const before = kept.refunds.filter(({ status }) => status !== '06').map((refund) => cents(refund.value))
    const sum = before.reduce((total, each) => total + each, cents(value))
    if (sum > cents(kept.paid ?? kept.value)) return coded(403, service, '02')
    const reference = String(body.partnerRefundNo)
    kept.refunds.push({ reference, value, status: '03' })
    return coded(200, service, '00', { refundNo: this.#id('R'), partnerRefundNo: reference })
  }

  #shown(kept: Kept, isDebit: boolean): object {
    const ended = kept.refunds.filter(({ status }) => status !== '03')
    const refundHistory = ended.map(({ reference, status, value }) => ({
      partnerReferenceNo: reference,
      refundNo: `R${reference}`,
      refundStatus: status,
      refundAmount: idr(value),
    }))
    const amount = idr(kept.paid ?? kept.value)
    return {
      originalReferenceNo: kept.referenceNo,
      originalExternalId: kept.reference,
      ...(!isDebit && { originalPartnerReferenceNo: kept.reference }),
      serviceCode: isDebit ? '54' : '47',
      latestTransactionStatus: this.#statusOf(kept),
      ...(isDebit ? { transAmount: amount, refundHistory } : { amount, additionalInfo: { refundHistory } }),
    }
  }

  #sent(kept: Kept): object {
    return {
      originalReferenceNo: kept.referenceNo,
      originalPartnerReferenceNo: kept.reference,
      serviceCode: '18',
      latestTransactionStatus: kept.status,
      amount: idr(kept.value),
      beneficiaryAccountNo: kept.accountNo,
    }
  }

  #va(kept: Kept): object {
    const status = this.#statusOf(kept)
    return {
      ...kept.number,
      inquiryRequestId: kept.reference,
      ...(status === '00' && { paymentRequestId: kept.referenceNo }),
      totalAmount: idr(kept.paid ?? kept.value),
      paymentFlagStatus: status,
    }
  }
}

function reported(kept: Kept, status: string): { readonly path: string; readonly body: object } {
  const { reference, referenceNo, value, kind } = kept
  const amount = idr(kept.paid ?? value)
  const common = {
    originalPartnerReferenceNo: reference,
    originalReferenceNo: referenceNo,
    latestTransactionStatus: status,
    amount,
    additionalInfo: { refundHistory: kept.refunds.map((each) => ({ partnerReferenceNo: each.reference })) },
  }
  switch (kind) {
    case 'qr':
      return { path: '/v1.0/qr/qr-mpm-notify', body: common }
    case 'debit':
      return { path: '/v1.0/debit/notify', body: common }
    case 'va':
      return {
        path: '/v1.0/transfer-va/payment',
        body: { ...kept.number, trxId: reference, paymentRequestId: referenceNo, paidAmount: amount },
      }
    case 'transfer':
      return {
        path: '/payouts',
        body: { reference_no: referenceNo, partner_reference_no: reference, status },
      }
  }
}

const kindOf = ({ kind }: Kept): string => (kind === 'qr' || kind === 'debit' ? 'payin' : kind)
const idr = (value: string) => ({ value, currency: 'IDR' })
const textOf = (amount: unknown): string => (amount as { readonly value: string }).value
const cents = (text: string): bigint => BigInt(text.replace('.', ''))

const coded = (status: number, service: string, caseCode: string, more: object = {}): FakeAnswer =>
  json(status, { responseCode: `${status}${service}${caseCode}`, responseMessage: 'as coded', ...more })
