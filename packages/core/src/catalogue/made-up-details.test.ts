/** What the sandbox shows looks right in every detail, and cannot be paid. */
import { billPayment } from 'promptparse/validate'
import { QRPay } from 'vietnam-qr-pay'
import { describe, expect, it } from 'vitest'
import { amountToMinor } from '../foundation/money.ts'
import { decodeEmv, decodeTemplate, emvValue } from './emv.ts'
import { EXAMPLES, type MethodExample } from './examples.ts'
import { madeUpDigits, sandboxPage } from './made-up-details.ts'
import { operators } from './operators.ts'
import type { InstructionContext, Instructions, PayinContext, PayinMethod } from './payment-method.ts'
import { checkReceiving } from './receiving-details.ts'
import { validateMethodRequest } from './validate-request.ts'

const REFERENCE = 'SL7K2M9Q4X8W'

interface Payin {
  readonly method: PayinMethod
  readonly context: InstructionContext
  readonly instructions: Instructions
}

const PAYINS: readonly Payin[] = EXAMPLES.flatMap((example) => acceptedBy(example))

function acceptedBy(example: MethodExample, operatorCode?: string): Payin[] {
  const rules = example.method.currencies.get(example.currencyCode)
  if (example.method.kind !== 'payin' || !rules) return []
  const paymentMethod = {
    ...example.paymentMethod,
    ...(operatorCode && { paymentOperatorCode: operatorCode }),
  }
  const request = validateMethodRequest('payin', paymentMethod, rules.currency.code)
  const amount = amountToMinor(
    example.money.amount,
    rules.currency.ledgerDigits,
    rules.currency.practiceDigits,
  )
  if (!request.ok || !amount.ok) throw new Error(`the example of ${example.method.object} is not valid`)
  const known: PayinContext = {
    merchantCode: 'demo',
    merchantName: 'Démo Shop',
    idPayin: 'order-1',
    reference: REFERENCE,
    currency: rules.currency,
    ...(request.value.operator && { operator: request.value.operator }),
    request: request.value.fields,
    baseUrl: 'http://127.0.0.1:8080',
  }
  const { method } = request.value
  const money = { currency: rules.currency.code, amountMinor: amount.value }
  const context = { ...known, money, expireAt: 1_800_000_000_000, receiving: method.sandboxReceiving(known) }
  return [{ method, context, instructions: method.instructions(context) }]
}

const payin = (object: string, currency?: string): Payin => {
  const found = PAYINS.find(
    ({ method, context }) => method.object === object && (!currency || context.currency.code === currency),
  )
  if (!found) throw new Error(`no payin ${object}`)
  return found
}

/** The fields of a payload with a valid CRC, as a reader sees them. */
function scanned({ instructions }: Payin) {
  const decoded = decodeEmv(instructions.qrCode ?? '')
  if (!decoded.ok) throw new Error(decoded.failure)
  const template = (tag: string) => {
    const inner = decodeTemplate(emvValue(decoded.value, tag) ?? '')
    return inner.ok ? Object.fromEntries(inner.value) : {}
  }
  return { ...Object.fromEntries(decoded.value), template }
}

describe('the sandbox', () => {
  it.each(PAYINS.map((each) => [each.method.object, each.context.currency.code, each] as const))(
    '%s in %s: gives all receiving details, and what the response promises is made of them',
    (_object, _currency, { method, context, instructions }) => {
      expect(checkReceiving(method, context.receiving, { live: false })).toEqual({
        ok: true,
        value: context.receiving,
      })
      if (method.flow === 'qr') expect(instructions.qrCode).toBeTruthy()
      for (const [name, text] of Object.entries(context.receiving))
        if (text === sandboxPage(context))
          expect(name, 'the sandbox adds the key of its page to the detail pageUrl alone').toBe('pageUrl')
      if (method.flow === 'redirect')
        expect(instructions.redirectUrl).toMatch(/^http:\/\/127\.0\.0\.1:8080\/sandbox\//)
    },
  )

  it.each(PAYINS.map((each) => [each.method.object, each.context.currency.code, each] as const))(
    '%s in %s: says the same again for the same payin',
    (_object, _currency, { method, context, instructions }) => {
      expect(method.instructions({ ...context, receiving: method.sandboxReceiving(context) })).toEqual(
        instructions,
      )
    },
  )

  it.each(
    PAYINS.filter(
      ({ context }) => 'accountName' in context.receiving || 'payeeName' in context.receiving,
    ).map((each) => [each.method.object, each] as const),
  )('%s: the one who gets the money is called TEST DO NOT PAY', (_object, { context }) => {
    for (const name of ['accountName', 'payeeName']) {
      if (name in context.receiving) expect(context.receiving[name]).toBe('TEST DO NOT PAY')
    }
  })
})

describe('QR codes of the sandbox', () => {
  it.each([
    ['PromptPayMethod', 'THB', { '53': '764', '54': '500.25', '58': 'TH', '59': 'TEST DO NOT PAY' }],
    ['VietQRMethod', 'VND', { '53': '704', '54': '150000', '58': 'VN' }],
    ['OfflineMethod', 'VND', { '53': '704', '54': '150000', '58': 'VN' }],
    ['DuitNowMethod', 'MYR', { '53': '458', '54': '25.00', '58': 'MY', '59': 'TEST DO NOT PAY' }],
    ['QrisPayMethod', 'IDR', { '53': '360', '54': '50000', '58': 'ID', '59': 'TEST DO NOT PAY' }],
    ['QRPhMethod', 'PHP', { '53': '608', '54': '500.00', '58': 'PH', '59': 'TEST DO NOT PAY' }],
    ['PixQRMethod', 'BRL', { '53': '986', '54': '123.45', '58': 'BR', '59': 'TEST DO NOT PAY' }],
    ['OfflineMethod', 'LAK', { '53': '418', '54': '250000', '58': 'LA', '59': 'TEST DO NOT PAY' }],
  ])('%s in %s: valid CRC, right currency, amount, country and name', (object, currency, fields) => {
    expect(scanned(payin(object, currency))).toMatchObject(fields)
  })

  it('PromptPay: a bill of no biller, with our reference', () => {
    expect(billPayment(payin('PromptPayMethod').instructions.qrCode ?? '')).toMatchObject({
      billerId: '999999999999900',
      ref1: REFERENCE,
      amount: 500.25,
    })
  })

  it('VietQR: a BIN that no bank has, with our reference as content', () => {
    const read = new QRPay(payin('VietQRMethod').instructions.qrCode ?? '')
    expect(operators('VN_NAPAS').some(({ facts }) => facts?.bin === read.consumer.bankBin)).toBe(false)
    expect(read.additionalData.purpose).toBe(REFERENCE)
  })

  it('DuitNow: an acquirer that is none, with our reference', () => {
    const { template } = scanned(payin('DuitNowMethod'))
    expect(operators('MY_DUITNOW_ACQUIRERS').some(({ code }) => code === template('26')['01'])).toBe(false)
    expect(template('62')['05']).toBe(REFERENCE)
  })

  it('QRIS: a national number that is never given out', () => {
    expect(scanned(payin('QrisPayMethod')).template('51')['02']).toBe('ID0000000000000')
  })

  it('QR Ph: a test BIC, whose eighth letter is 0', () => {
    expect(scanned(payin('QRPhMethod')).template('28')['01']).toMatch(/^[A-Z]{4}PH.0XXX$/)
  })

  it('Pix: the nil UUID, which is no random key, and our reference as txid', () => {
    const { template } = scanned(payin('PixQRMethod'))
    expect(template('26')['01']).toBe('00000000-0000-0000-0000-000000000000')
    expect(template('62')['05']).toBe(REFERENCE)
  })

  it('UPI: amount, currency, and the reference also as the note that statements show, to a handle that no bank has', () => {
    const link = new URL(payin('UpiQRMethod').instructions.upiQrDeepLink ?? '')
    const { pa = '', ...rest } = Object.fromEntries(link.searchParams)
    expect(rest).toEqual({
      pn: 'TEST DO NOT PAY',
      mc: '0000',
      tr: REFERENCE,
      tn: REFERENCE,
      am: '499.00',
      cu: 'INR',
    })
    expect(
      operators('IN_UPI_APPS').some(({ facts }) => facts?.handles?.includes(pa.split('@')[1] ?? '')),
    ).toBe(false)
  })

  it('a stablecoin on an Ethereum-like chain: exact units, on a chain that does not exist', () => {
    expect(payin('CryptoOfflineMethod', 'USDC').instructions.qrCode).toMatch(
      /^ethereum:0x[0-9a-fA-F]{40}@0\/transfer\?address=0xdEaDbEeFDeAdBeEfdEaDbEeF\d{16}&uint256=25500000$/,
    )
  })

  it('a stablecoin on TRON: an address with zeros, which base58 does not have', () => {
    const example = EXAMPLES.find(({ currencyCode }) => currencyCode === 'USDT')
    const [tron] = example ? acceptedBy(example, 'USDT_TRC20') : []
    expect(tron?.instructions.paymentAddress?.idAddress).toMatch(/^T0[0-9A-Z]{32}$/)
    expect(tron?.instructions.qrName).toBe('USDT on TRON')
  })
})

describe('instructions', () => {
  it('ask for the amount required of this payer where there is one', () => {
    const { method, context } = payin('PromptPayMethod')
    const currency = context.money.currency
    const required = amountToMinor(500.27, 2, 2)
    if (!required.ok) throw new Error('amount')
    const { qrCode = '' } = method.instructions({
      ...context,
      moneyRequired: { currency, amountMinor: required.value },
    })
    expect(qrCode).toContain('5406500.27')
  })

  it('CODE_PAYMENT puts the code of the store into reference', () => {
    expect(payin('CodePaymentMethod').instructions.reference).toMatch(/^TEST\d{10}$/)
  })

  it('JPY names branch and kind of account', () => {
    expect(payin('OfflineMethod', 'JPY').instructions.account).toMatchObject({
      branchCode: '000',
      accountType: 'ordinary',
    })
  })

  it('VAPAY lists what to do, with account number and exact amount', () => {
    const { instructions } = payin('VaPayMethod', 'IDR')
    const words = JSON.stringify(instructions.paymentInstructionList)
    expect(words).toContain(instructions.account?.accountNumber)
    expect(words).toContain('125000 IDR')
  })

  it('UPICOLLECT gives the link only where the UPI ID of the customer is not known', () => {
    const { method, context } = payin('UpiCollectMethod')
    expect(method.instructions(context).upiQrDeepLink).toMatch(/^upi:/)
    expect(method.instructions({ ...context, request: { accountNumber: 'a@upi' } })).toEqual({})
  })

  it('PAYSHAP sends the payer to the page of the provider that waits with them, where it has one', () => {
    const { method, context, instructions } = payin('PayShapMethod')
    const pageUrl = 'https://wait.provider.example/1'
    expect(method.instructions({ ...context, receiving: { pageUrl } })).toEqual({ redirectUrl: pageUrl })
    expect(instructions).toEqual({})
  })

  it('throw when a processor forgot a mandatory detail: that is a bug', () => {
    const { method, context } = payin('PromptPayMethod')
    expect(() => method.instructions({ ...context, receiving: {} })).toThrow(/receiving details/)
  })
})

describe('made-up digits', () => {
  it('are as many as asked for, the same for the same reference, and others for another', () => {
    expect(madeUpDigits('A', 18)).toMatch(/^\d{18}$/)
    expect(madeUpDigits('A', 18)).toBe(madeUpDigits('A', 18))
    expect(madeUpDigits('A', 18)).not.toBe(madeUpDigits('B', 18))
    for (const reference of ['A', 'B', REFERENCE])
      for (const count of [1, 6, 9, 10])
        expect(madeUpDigits(reference, count)).toBe(madeUpDigits(reference, 20).slice(-count))
  })
})
