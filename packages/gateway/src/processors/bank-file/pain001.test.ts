import { offered } from '@sluice/core/catalogue/currencies.ts'
import { anyText } from '@sluice/core/foundation/any-text.fixture.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import fc from 'fast-check'
import { XMLParser } from 'fast-xml-parser'
import { describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { BANGKOK_ACCOUNT, payoutTo, schemaOf, TOKYO_ACCOUNT } from './bank-file.fixture.ts'
import { CHARACTER_SETS, CHARGE_BEARERS, type DebtorAccount } from './debtor-account.ts'
import { type Batch, type PainVersion, pain001 } from './pain001.ts'
import { type Line, payeeOf } from './payee.ts'

const VERSIONS: readonly PainVersion[] = ['pain.001.001.12', 'pain.001.001.03']
const HEAD = {
  messageId: '0123456789abcdef0123456789abcdef',
  createdAt: Date.parse('2026-11-20T03:04:05.678Z'),
}

const lineTo = (accountName: string, amountMinor: bigint, account = BANGKOK_ACCOUNT): Line => {
  const payout = payoutTo({ accountName, accountNumber: '1234567890', bankCode: '014' })
  const payee = payeeOf(payout, account, 'pain.001.001.12')
  if (!payee.ok) throw new Error(payee.failure)
  return {
    reference: 'S0123456789ABC',
    money: { currency: account.currency, amountMinor: minor(amountMinor) },
    payee: payee.value,
  }
}
const batchOf = (lines: readonly Line[], account: DebtorAccount = BANGKOK_ACCOUNT): Batch => ({
  account,
  executionDay: '2026-11-23',
  lines,
})

interface Parsed {
  readonly [name: string]: Parsed & string
}
const NOTHING: { readonly [name: string]: Parsed & string } = {}
const parse = (xml: string): Parsed =>
  new XMLParser({
    parseTagValue: false,
    ignoreAttributes: false,
    isArray: (name) => name === 'PmtInf' || name === 'CdtTrfTxInf',
  }).parse(xml)

/** All documents in one run of the validator: starting it costs more than they do. */
async function valid(version: PainVersion, documents: readonly string[]): Promise<void> {
  const xml = documents.map((contents, index) => ({ fileName: `${index}.xml`, contents }))
  const { errors } = await validateXML({ xml, schema: schemaOf(version) })
  expect(errors.map(({ message }) => message)).toEqual([])
}

const text = (max: number) => anyText({ minLength: 1, maxLength: max })
const hostile = fc.oneof(
  text(140),
  fc.string({ unit: 'grapheme', maxLength: 70 }),
  fc.constantFrom(
    '<Nm>&amp;',
    ']]>',
    '"\'><!--',
    'Søren Æbelø',
    'สมชาย ใจดี',
    '王小明',
    '\u0000',
    '\ud800',
    ' ',
    '//',
    '&#0;',
    'a\tb\nc',
  ),
)
const accounts: fc.Arbitrary<DebtorAccount> = fc
  .record(
    {
      characterSet: fc.constantFrom(...CHARACTER_SETS),
      batchBooking: fc.boolean(),
      chargeBearer: fc.constantFrom(...CHARGE_BEARERS),
      serviceLevel: fc.constantFrom('URGP', 'NURG'),
      localInstrument: fc.constantFrom('INST', "O'Hara (1)"),
      bic: fc.constantFrom('KASITHBK', 'KASITHBKXXX'),
      currency: fc.constantFrom(offered('THB').code, offered('JPY').code, offered('MXN').code),
    },
    { requiredKeys: ['characterSet', 'batchBooking', 'currency'] },
  )
  .map((changes) => ({ ...BANGKOK_ACCOUNT, ...changes }))
const requests = fc.record(
  {
    accountName: hostile,
    accountNumber: fc.oneof(
      text(40),
      fc.stringMatching(/^\d{6,34}$/),
      fc.constant('DE89 3704 0044 0532 0130 00'),
    ),
    bankCode: fc.oneof(text(40), fc.constantFrom('014', 'KASITHBK', 'HDFC0000001', 'BCMRMXMM')),
    branchCode: fc.oneof(text(40), fc.constant('0001')),
    accountType: fc.constantFrom('savings', 'checking', 'clabe', 'private'),
  },
  { requiredKeys: ['accountName', 'accountNumber'] },
)
const amounts = fc.bigInt({ min: 1n, max: 10n ** 15n - 1n })
const batches = accounts.chain((account) =>
  fc.array(fc.tuple(requests, amounts), { minLength: 1, maxLength: 6 }).map((wanted) => ({
    account,
    lines: wanted.flatMap(([request, amountMinor], index): Line[] => {
      const money = { currency: account.currency, amountMinor: minor(amountMinor) }
      const payee = payeeOf(
        { method: 'BANK_TRANSFER', operator: undefined, request, money },
        account,
        'pain.001.001.12',
      )
      return payee.ok ? [{ reference: `S${index}`, money, payee: payee.value }] : []
    }),
  })),
)

describe('a pain.001 file', () => {
  it.each(VERSIONS)(
    '%s is valid against its schema whatever the payees are called, and its sums are right',
    async (version) => {
      const documents: string[] = []
      fc.assert(
        fc.property(fc.array(batches, { minLength: 1, maxLength: 3 }), (made) => {
          const filled = made.filter(({ lines }) => lines.length > 0)
          fc.pre(filled.length > 0)
          const xml = pain001({
            ...HEAD,
            version,
            batches: filled.map(({ lines, account }) => batchOf(lines, account)),
          })
          documents.push(xml)
          const { GrpHdr, PmtInf } = parse(xml).Document?.CstmrCdtTrfInitn ?? NOTHING
          const all = filled.flatMap(({ lines }) => lines)
          expect(GrpHdr?.NbOfTxs).toBe(String(all.length))
          expect(hundredths(String(GrpHdr?.CtrlSum))).toBe(sumOf(all))
          for (const [index, { lines }] of filled.entries()) {
            expect(Reflect.get(PmtInf ?? [], index)).toMatchObject({ NbOfTxs: String(lines.length) })
            expect(hundredths(batchAt(PmtInf, index).CtrlSum ?? '')).toBe(sumOf(lines))
          }
        }),
        { numRuns: 80 },
      )
      await valid(version, documents)
    },
  )

  it.each(VERSIONS)(
    '%s would not be valid with a name that is too long: the validator looks',
    async (version) => {
      const line = lineTo('A', 1n)
      const long = { ...line, payee: { ...line.payee, name: 'A'.repeat(141) } }
      const xml = pain001({ ...HEAD, version, batches: [batchOf([long])] })
      expect((await validateXML({ xml, schema: schemaOf(version) })).valid).toBe(false)
    },
  )

  it('says who pays, from where, to whom, how much and when', () => {
    const account: DebtorAccount = { ...BANGKOK_ACCOUNT, bic: 'KASITHBK' }
    const xml = pain001({
      ...HEAD,
      version: 'pain.001.001.12',
      batches: [batchOf([lineTo('José Müller', 10_050n)], account)],
    })
    const { GrpHdr, PmtInf } = parse(xml).Document?.CstmrCdtTrfInitn ?? NOTHING
    expect(GrpHdr).toEqual({
      MsgId: HEAD.messageId,
      CreDtTm: '2026-11-20T03:04:05Z',
      NbOfTxs: '1',
      CtrlSum: '100.50',
      InitgPty: { Nm: 'Sluice Trading Co., Ltd.' },
    })
    expect(PmtInf).toEqual([
      {
        PmtInfId: `${HEAD.messageId}-1`,
        PmtMtd: 'TRF',
        BtchBookg: 'false',
        NbOfTxs: '1',
        CtrlSum: '100.50',
        ReqdExctnDt: { Dt: '2026-11-23' },
        Dbtr: { Nm: 'Sluice Trading Co., Ltd.' },
        DbtrAcct: { Id: { Othr: { Id: '1112223334' } }, Ccy: 'THB' },
        DbtrAgt: {
          FinInstnId: { BICFI: 'KASITHBK', ClrSysMmbId: { ClrSysId: { Cd: 'THCBC' }, MmbId: '004' } },
        },
        CdtTrfTxInf: [
          {
            PmtId: { EndToEndId: 'S0123456789ABC' },
            Amt: { InstdAmt: { '#text': '100.50', '@_Ccy': 'THB' } },
            CdtrAgt: { FinInstnId: { ClrSysMmbId: { ClrSysId: { Cd: 'THCBC' }, MmbId: '014' } } },
            Cdtr: { Nm: 'Jose Muller' },
            CdtrAcct: { Id: { Othr: { Id: '1234567890' } } },
            RmtInf: { Ustrd: 'S0123456789ABC' },
          },
        ],
      },
    ])
  })

  it('has a batch for each debtor account, and amounts in yen without decimals', async () => {
    const yen = { currency: offered('JPY').code, amountMinor: minor(9_800n) }
    const xml = pain001({
      ...HEAD,
      version: 'pain.001.001.12',
      batches: [batchOf([lineTo('A', 5n)]), batchOf([{ ...lineTo('B', 1n), money: yen }], TOKYO_ACCOUNT)],
    })
    await valid('pain.001.001.12', [xml])
    const { GrpHdr, PmtInf } = parse(xml).Document?.CstmrCdtTrfInitn ?? NOTHING
    expect(GrpHdr?.CtrlSum).toBe('9800.05')
    expect(Reflect.get(PmtInf ?? [], 1)).toMatchObject({ PmtInfId: `${HEAD.messageId}-2`, CtrlSum: '9800' })
  })
})

const batchAt = (batches: unknown, index: number): { readonly CtrlSum?: string } =>
  Array.isArray(batches) ? batches[index] : {}

/** Of the sums of amounts with two decimals or none. */
function hundredths(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
}
const sumOf = (lines: readonly Line[]): bigint =>
  lines.reduce(
    (sum, { money }) => sum + (money.currency === 'JPY' ? money.amountMinor * 100n : money.amountMinor),
    0n,
  )
