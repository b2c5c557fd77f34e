/** Cashfree's payouts in its fake: transfers, and the signature of calls. */
import { constants, privateDecrypt } from 'node:crypto'
import { type FakeAnswer, type FakeRequest, json } from '../fake-server.fixture.ts'
import {
  type FakeTransfer,
  faultOf,
  invalid,
  isWhole,
  missing,
  problem,
  showTransfer,
} from './fake-books.fixture.ts'

const MINUTE_MS = 60_000
const TRANSFER = /^[A-Za-z0-9_]{1,40}$/

export interface FakePayoutsOptions {
  readonly payoutClientId: string
  /** Calls that send money need the signature: the private key of the merchant's public key. */
  readonly payoutPrivateKey?: string
}

export class FakePayouts {
  readonly transfers = new Map<string, FakeTransfer>()
  readonly #options: FakePayoutsOptions
  readonly #now: () => number

  constructor(options: FakePayoutsOptions, now: () => number) {
    this.#options = options
    this.#now = now
  }

  /** The older API: errors have status 200, amounts are text. */
  older({ path, headers }: FakeRequest): FakeAnswer {
    if (path.endsWith('/authorize')) {
      if (!this.#isProven(headers['x-cf-signature']))
        return json(200, { status: 'ERROR', subCode: '403', message: 'IP not whitelisted' })
      return json(200, {
        status: 'SUCCESS',
        subCode: '200',
        data: { token: 'a-token', expiry: 1_564_130_052 },
      })
    }
    if (headers.authorization !== 'Bearer a-token')
      return json(200, { status: 'ERROR', subCode: '403', message: 'Token is not valid' })
    const data = { balance: '214735.50', availableBalance: '173980' }
    return json(200, { status: 'SUCCESS', subCode: '200', message: 'Ledger balance for the account', data })
  }

  answer({ method, query, headers, body }: FakeRequest): FakeAnswer {
    if (!this.#isProven(headers['x-cf-signature'])) return problem(403, 'validation_error ip_not_allowed')
    if (method === 'GET') {
      const found = this.transfers.get(query.get('transfer_id') ?? '')
      return found ? json(200, showTransfer(found)) : missing('transfer_id')
    }
    const requested: unknown = JSON.parse(body)
    if (faultOf('CreateTransferRequest', requested) !== undefined) return invalid('transfer_id_invalid')
    const { transfer_id, transfer_amount, beneficiary_details } = requested as {
      transfer_id: string
      transfer_amount: number
      beneficiary_details: {
        beneficiary_name: string
        beneficiary_instrument_details: { bank_account_number: string; bank_ifsc: string }
      }
    }
    const { beneficiary_name, beneficiary_instrument_details: to } = beneficiary_details
    const invalidTo = (field: string) => invalid(`beneficiary_details.${field}_invalid`)
    if (!TRANSFER.test(transfer_id)) return invalid('transfer_id_invalid')
    if (!isWhole(transfer_amount)) return invalid('transfer_amount_invalid')
    if (!/^[A-Za-z ]{1,100}$/.test(beneficiary_name)) return invalidTo('beneficiary_name')
    if (!/^[A-Za-z0-9]{9,18}$/.test(to.bank_account_number))
      return invalidTo('beneficiary_instrument_details.bank_account_number')
    if (!/^[A-Z]{4}0[A-Z0-9]{6}$/.test(to.bank_ifsc))
      return invalidTo('beneficiary_instrument_details.bank_ifsc')
    if (this.transfers.has(transfer_id))
      return problem(409, 'invalid_request_error transfer_id_already_exists')
    const transfer: FakeTransfer = {
      ...{ transfer_id, transfer_amount, account: to.bank_account_number },
      ...{ status: 'RECEIVED', status_code: 'RECEIVED' },
    }
    this.transfers.set(transfer_id, transfer)
    return json(200, showTransfer(transfer))
  }

  /** The client ID and the second, encrypted for the private key. */
  #isProven(signature: string | string[] | undefined): boolean {
    const { payoutPrivateKey: key, payoutClientId } = this.#options
    if (key === undefined) return true
    if (typeof signature !== 'string') return false
    const padding = constants.RSA_PKCS1_OAEP_PADDING
    const text = privateDecrypt({ key, padding, oaepHash: 'sha1' }, Buffer.from(signature, 'base64'))
    const [id, second] = text.toString('utf8').split('.')
    return id === payoutClientId && Math.abs(Number(second) * 1_000 - this.#now()) < 5 * MINUTE_MS
  }
}
