/** For tests: a live own account with a payin on it, programs and people who tell what its bank said, and statements of that bank. */
import { assert } from '@sluice/core/foundation/result.ts'
import type { Answer, TestMerchant } from '../../../../../test/harness.ts'
import { type PeopleGateway, peopleGateway } from '../../identity/people/people.fixture.ts'
import { account, PROMPTPAY_BILLER, register } from '../../processors/own-account/own-account.fixture.ts'

export interface Booked {
  readonly amount: number
  readonly reference: string
  readonly text?: string
  readonly direction?: 'CREDIT' | 'DEBIT'
}

export interface LiveFeed extends PeopleGateway {
  readonly shop: TestMerchant
  /** OPERATORs with tokens of their own. */
  readonly anna: string
  readonly ben: string
  /** A payin of the shop that waits for its money. @returns what its payer is to write */
  payin(id: string, amount: number): Promise<string>
  statusOf(id: string): Promise<unknown>
  /** Entries as JSON. */
  typed(id: string, booked: readonly Booked[], token: string, query?: string): Promise<Answer>
  /** A file as JSON cannot say it. */
  uploaded(id: string, file: string, token: string, query?: string): Promise<Answer>
  approve(requested: Answer, token?: string): Promise<Answer>
  /** An own account, known to the gateway. */
  own(id: string, isTest?: boolean): Promise<void>
}

/** A statement of one day, as camt.053. */
export function statement(
  { opening, day = '2026-11-21' }: { readonly opening: number; readonly day?: string },
  booked: readonly Booked[],
  closing = booked.reduce((sum, each) => sum + signed(each), opening),
): string {
  const balance = (code: string, amount: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="THB">${amount.toFixed(2)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
  const entries = booked.map(
    ({ amount, reference, text = '', direction }) =>
      `<Ntry><Amt Ccy="THB">${amount.toFixed(2)}</Amt><CdtDbtInd>${direction === 'DEBIT' ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef><NtryDtls><TxDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.12"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId><CreDtTm>${day}T23:59:00+07:00</CreDtTm></GrpHdr><Stmt><Id>${day}</Id><Acct><Id><Othr><Id>1234567890</Id></Othr></Id><Ccy>THB</Ccy></Acct>${balance('OPBD', opening)}${balance('CLBD', closing)}${entries.join('')}</Stmt></BkToCstmrStmt></Document>`
}

const signed = ({ amount, direction }: Booked): number => (direction === 'DEBIT' ? -amount : amount)

/** The policy is the usual one. Each test takes an account of its own. */
export async function liveFeed(): Promise<LiveFeed> {
  const gateway = await peopleGateway({ approvals: 'AS_USUAL' })
  const anna = await gateway.operator('anna', 'OPERATOR')
  const ben = await gateway.operator('ben', 'OPERATOR')
  await gateway.advance(1_000)
  const product = { code: 'PROMPTPAY', currency: 'THB', processors: ['own-account'] }
  const shop = await gateway.merchant({ isTest: false, products: [product] })
  return {
    ...gateway,
    shop,
    anna,
    ben,
    async payin(id, amount) {
      const { status, body, text } = await gateway.request('POST', `/payins/${id}`, {
        token: await shop.token(),
        body: {
          paymentRequested: { money: { amount, currencyCode: 'THB' } },
          paymentMethod: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '9876543210' } },
        },
      })
      assert(status === 201, text)
      return String(body.paymentMethodResponse?.reference)
    },
    async statusOf(id) {
      const { body } = await gateway.request('GET', `/payins/${id}`, { token: await shop.token() })
      return body.process?.status
    },
    typed(id, booked, token, query = '') {
      const bookedAt = new Date(gateway.deps.clock.now()).toISOString()
      const data = booked.map(({ amount, reference, text, direction }) => ({
        ...{ reference, bookedAt, direction, remittance: text },
        money: { amount, currencyCode: 'THB' },
      }))
      return gateway.admin('POST', `/admin/bank-feeds/${id}/entries${query}`, { data }, token)
    },
    uploaded: (id, file, token, query = '') =>
      gateway.request('POST', `/admin/bank-feeds/${id}/statements${query}`, {
        token,
        raw: file,
        headers: { 'content-type': 'application/octet-stream' },
      }),
    approve: ({ body }, token = ben) =>
      gateway.admin('POST', `/admin/approvals/${String(body.approval?.id)}/!approve`, undefined, token),
    async own(id, isTest = false) {
      await register(gateway.app.gateway, account(id, { isTest, methods: [PROMPTPAY_BILLER] }))
    },
  }
}
