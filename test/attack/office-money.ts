/** Prepares requests for payments, refunds, links, statements, invoices and settlements. */
import { createHash } from 'node:crypto'
import type { Json } from '../harness.ts'
import { type Office, type Staged, type Stages, THB } from './office-world.ts'

const SETTLEMENT_TERMS = {
  ...{ schedule: 'MANUAL', cutOff: '17:00', zone: 'Asia/Bangkok', calendar: 'WEEKDAYS' },
  payee: {
    paymentMethodCode: 'BANK_TRANSFER',
    paymentOperatorCode: '004',
    account: { accountName: 'Shop', accountNumber: '1234567890' },
  },
}
const BILLED_MONTH = '2026-11'
const CREDITED_MONTH = '2026-12'

const LINK = {
  title: 'Invoice 1042',
  openAmount: { currencyCode: 'THB', min: 20 },
  uses: 40,
  callbackUrl: 'https://shop.example.com/callbacks',
}

export function moneyStages(office: Office): Stages {
  const { gateway, ask, fresh, merchant, billed, thanked, settled, create, payer, announced, money, note } =
    office
  const payoutFile = () =>
    `id,amount,currency,method,account_name,account_number,bank_code\n${fresh()},500,THB,BANK_TRANSFER,Somchai Jaidee,1234567890,014`
  let statementMade: Promise<string> | undefined
  const statementId = (): Promise<string> => {
    statementMade ??= (async () => {
      await ask('POST', '/admin/balances/!credit', payer())
      const body = { merchantCode: merchant.code, currencyCode: 'THB' }
      return String((await ask('POST', '/admin/statements', body)).idStatement ?? 'THB-1')
    })()
    return statementMade
  }
  const ofAnnounced = async (kind: 'payins' | 'payouts'): Promise<Staged> => {
    const id = await announced(kind)
    return { segments: { idPayin: id, idPayout: id }, token: await merchant.token() }
  }
  /** A refund in a currency without payouts: an operator sends it by hand. */
  async function byHand(): Promise<Readonly<Record<string, string>>> {
    const [idPayin, idRefund] = [fresh(), fresh()]
    const money = { amount: THB, currencyCode: 'USDT' }
    const paymentMethod = { paymentMethodCode: 'CRYPTO_OFFLINE' }
    await ask(
      'POST',
      `/payins/${idPayin}`,
      { paymentRequested: { money }, paymentMethod },
      await merchant.token(),
    )
    await ask('POST', `/admin/sandbox/${merchant.code}/payin/${idPayin}/!succeed`, {})
    const half = { amount: 100, currencyCode: 'USDT' }
    await ask(
      'POST',
      `/refunds/${idRefund}`,
      { idPayin, money: half, reason: 'OTHER' },
      await merchant.token(),
    )
    return { merchantCode: merchant.code, idRefund }
  }
  /** A refund that was paid by hand, so that it has a callback. */
  const ofRefund = async (): Promise<Staged> => {
    const segments = await byHand()
    const of = `${segments.merchantCode}/${segments.idRefund}`
    await ask('POST', `/admin/refunds/${of}/!markPaid`, { reference: 'by hand' })
    return { segments, token: await merchant.token() }
  }
  const paymentLink = async (): Promise<Staged> => {
    const [idLink, token] = [fresh(), await merchant.token()]
    await ask('POST', `/payment-links/${idLink}`, LINK, token)
    return { segments: { idLink }, token }
  }
  const invoiceRequested = { merchantCode: billed.code, currencyCode: 'THB', month: BILLED_MONTH }
  const issuer = { name: 'Sluice Co., Ltd.' }
  const invoice = async (): Promise<Json> => {
    await ask('PUT', '/admin/billing', { zone: 'Asia/Bangkok', issuer })
    return ask('POST', '/admin/invoices', invoiceRequested)
  }
  const creditNote = async (): Promise<Json> => {
    await ask('PUT', '/admin/billing', { zone: 'Asia/Bangkok', issuer })
    return ask('POST', '/admin/invoices', {
      ...invoiceRequested,
      merchantCode: thanked.code,
      month: CREDITED_MONTH,
    })
  }
  const agreed = () => ask('PUT', `/admin/merchants/${merchant.code}/settlement-terms/THB`, SETTLEMENT_TERMS)
  const run = async (): Promise<string> => {
    await agreed()
    return String((await ask('POST', '/admin/settlement-runs', { merchantCodes: [merchant.code] })).id)
  }
  let settlementMade: Promise<string> | undefined
  /** For a separate merchant, because the balance of `merchant` exceeds what a method pays in one payout. */
  const settledId = (): Promise<string> => {
    settlementMade ??= (async () => {
      await ask('PUT', `/admin/merchants/${settled.code}/settlement-terms/THB`, SETTLEMENT_TERMS)
      const { id } = await ask('POST', '/admin/settlement-runs', { merchantCodes: [settled.code] })
      await ask('POST', `/admin/settlement-runs/${id}/!start`)
      await gateway.advance(10_000)
      const { data } = await ask('GET', '/settlements', undefined, await settled.token())
      return String(data?.[0 as never]?.idSettlement)
    })()
    return settlementMade
  }
  const waitsForReference = async (): Promise<string> => {
    const id = fresh()
    const paymentRequested = { money: { amount: 1_499, currencyCode: 'INR' } }
    const paymentMethod = { paymentMethodCode: 'UPIQR' }
    await ask('POST', `/payins/${id}`, { paymentRequested, paymentMethod }, await merchant.token())
    return id
  }

  return {
    'POST /admin/payments/{merchantCode}/{kind}/!rehearse': () => ({
      segments: { merchantCode: merchant.code, kind: 'payin' },
      body: { paymentRequested: { money }, paymentMethod: { paymentMethodCode: 'OFFLINE' } },
    }),
    'GET /payins/{idPayin}/explanation': () => ofAnnounced('payins'),
    'GET /payouts/{idPayout}/explanation': () => ofAnnounced('payouts'),
    'PUT /admin/merchants/{merchantCode}/settlement-terms/{currencyCode}': () => ({
      segments: { merchantCode: merchant.code, currencyCode: 'THB' },
      body: SETTLEMENT_TERMS,
    }),
    'GET /admin/merchants/{merchantCode}/settlement-terms': () => ({
      segments: { merchantCode: merchant.code },
    }),
    'PUT /admin/settlement-calendars/{code}': () => ({
      segments: { code: 'TH' },
      body: { holidays: ['2027-04-13'] },
    }),
    'POST /admin/settlement-runs/!preview': () => ({ body: { merchantCodes: [merchant.code] } }),
    'POST /admin/settlement-runs': async () => {
      await agreed()
      return { body: { merchantCodes: [merchant.code] } }
    },
    'GET /admin/settlement-runs/{id}': async () => ({ segments: { id: await run() } }),
    'GET /admin/settlement-runs/{id}/settlements': async () => ({ segments: { id: await run() } }),
    'POST /admin/settlement-runs/{id}/!start': async () => ({ segments: { id: await run() } }),
    'POST /admin/settlement-runs/{id}/!stop': async () => ({ segments: { id: await run() }, body: { note } }),
    'GET /settlements/{idSettlement}': async () => ({
      segments: { idSettlement: await settledId() },
      token: await settled.token(),
    }),
    'POST /refunds/{idRefund}': async () => ({
      segments: { idRefund: fresh() },
      body: { idPayin: await announced('payins'), reason: 'OTHER' },
      token: await merchant.token(),
    }),
    'GET /refunds/{idRefund}': ofRefund,
    'GET /refunds/{idRefund}/explanation': ofRefund,
    'GET /refunds/{idRefund}/callbacks': ofRefund,
    'POST /refunds/{idRefund}/callbacks/!redeliver': ofRefund,
    'GET /payins/{idPayin}/callbacks': () => ofAnnounced('payins'),
    'POST /payins/{idPayin}/callbacks/!redeliver': () => ofAnnounced('payins'),
    'GET /payouts/{idPayout}/callbacks': () => ofAnnounced('payouts'),
    'POST /payouts/{idPayout}/callbacks/!redeliver': () => ofAnnounced('payouts'),
    'POST /payins/{idPayin}/!setExternalReference': async (dice) => ({
      segments: { idPayin: await waitsForReference() },
      body: { externalReference: { reference: String(dice.between(1e11, 1e12 - 1)) } },
      token: await merchant.token(),
    }),
    'POST /admin/payments/{merchantCode}/{kind}/{id}/!redeliver': async () => ({
      segments: { merchantCode: merchant.code, kind: 'payout', id: await announced('payouts') },
    }),
    'POST /callbacks/!redeliver': async () => ({
      body: { from: '2020-01-01', to: '2100-01-01' },
      token: await merchant.token(),
    }),
    'POST /admin/callbacks/!redeliver': () => ({ body: { from: '2020-01-01', to: '2100-01-01' } }),
    'POST /payment-links/{idLink}': async () => ({
      segments: { idLink: fresh() },
      body: LINK,
      token: await merchant.token(),
    }),
    'GET /payment-links/{idLink}': paymentLink,
    'GET /payment-links/{idLink}/payins': paymentLink,
    'POST /payment-links/{idLink}/!close': paymentLink,
    'POST /payout-batches/!preview': async () => ({
      token: await merchant.token(),
      file: { type: 'text/csv', text: payoutFile() },
    }),
    'POST /payout-batches/{fingerprint}': async () => {
      const text = payoutFile()
      const fingerprint = createHash('sha256').update(text).digest('hex')
      return { token: await merchant.token(), segments: { fingerprint }, file: { type: 'text/csv', text } }
    },
    'POST /admin/merchants': () => ({
      body: { merchantCode: fresh().toUpperCase(), name: 'Shop', isTest: true },
    }),
    'POST /admin/balances/!credit': () => ({ body: payer() }),
    'POST /admin/balances/!debit': () => ({ body: payer() }),
    'POST /admin/statements': async () => {
      await ask('POST', '/admin/balances/!credit', payer())
      return { body: { merchantCode: merchant.code, currencyCode: 'THB' } }
    },
    'GET /admin/statements/{merchantCode}/{idStatement}': async () => ({
      segments: { merchantCode: merchant.code, idStatement: await statementId() },
    }),
    'GET /invoices/{number}': async () => ({
      segments: { number: String((await invoice()).idInvoice) },
      token: await billed.token(),
    }),
    'GET /statements/{idStatement}': async () => ({
      segments: { idStatement: await statementId() },
      token: await merchant.token(),
    }),
    'GET /credit-notes/{number}': async () => ({
      segments: { number: String((await creditNote()).idCreditNote) },
      token: await thanked.token(),
    }),
    'GET /admin/credit-notes/{merchantCode}/{idCreditNote}': async () => ({
      segments: { merchantCode: thanked.code, idCreditNote: String((await creditNote()).idCreditNote) },
    }),
    'POST /admin/invoices': async () => {
      await invoice()
      return { body: invoiceRequested }
    },
    'GET /admin/invoices/{merchantCode}/{idInvoice}': async () => ({
      segments: { merchantCode: billed.code, idInvoice: String((await invoice()).idInvoice) },
    }),
    'PUT /admin/billing': () => ({ body: { zone: 'Asia/Bangkok', issuer: { name: 'Sluice Co., Ltd.' } } }),
    'PUT /admin/merchants/{merchantCode}/billing': () => ({
      body: { recipient: { name: 'Shop Co., Ltd.' } },
    }),
    'PUT /admin/fx-rate-pairs': () => ({
      body: {
        data: [
          {
            ...{ baseCurrencyCode: 'USDT', quoteCurrencyCode: 'THB', rate: 32.5 },
            validTo: new Date(gateway.deps.clock.now() + 3_600_000).toISOString(),
          },
        ],
      },
    }),
    'POST /admin/refunds/{merchantCode}/{idRefund}': async () => ({
      segments: { merchantCode: merchant.code, idRefund: `operator-${fresh()}` },
      body: { idPayin: await announced('payins'), reason: 'OTHER' },
    }),
    'POST /admin/refunds/{merchantCode}/!rehearse': async () => ({
      segments: { merchantCode: merchant.code },
      body: { idPayin: await announced('payins') },
    }),
    'POST /admin/refunds/{merchantCode}/{idRefund}/!markPaid': async () => ({
      segments: await byHand(),
      body: { reference: 'by hand' },
    }),
    'POST /admin/refunds/{merchantCode}/{idRefund}/!markFailed': async () => ({
      segments: await byHand(),
      body: { note: 'why' },
    }),
    'POST /admin/payments/{merchantCode}/{kind}/{id}/!cancel': async () => ({
      segments: { merchantCode: merchant.code, kind: 'payout', id: await create('payouts') },
    }),
  }
}
