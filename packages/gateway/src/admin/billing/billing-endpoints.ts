/** Settings of statements and invoices: tax data of the gateway and of merchants, and the time zone of months. */
import { isTimeZone } from '@sluice/core/foundation/zones.ts'
import { type Static, Type } from 'typebox'
import {
  type MerchantBilling,
  putBilling,
  putMerchantBilling,
  readBilling,
  readMerchantBilling,
  USUAL_BILLING,
  usualCreditSeries,
} from '../../billing/billing.ts'
import type { BilledParty } from '../../billing/statement.ts'
import { partyBody } from '../../billing/views.ts'
import { refined } from '../../http/texts.ts'
import { fingerprintOf } from '../approval-requests.ts'
import { invalid, MerchantCodeParam, merchantOf } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { formed, named } from '../fields.ts'

const MOST_LINES = 6

const zone = refined(isTimeZone, 'INVALID_FORMAT', 'must be an IANA time zone such as Asia/Bangkok', {
  maxLength: 64,
})

const PartyRequested = Type.Object(
  {
    name: named(140, 'is mandatory: the legal name'),
    address: Type.Optional(Type.Array(named(140), { maxItems: MOST_LINES })),
    country: Type.Optional(formed(/^[A-Z]{2}$/, 'must be a country code (ISO 3166-1), two capital letters')),
    taxId: Type.Optional(named(35)),
  },
  { additionalProperties: false, description: 'The details as printed on statements and invoices.' },
)

const BillingRequested = Type.Object(
  {
    zone: Type.Optional(zone),
    monthly: Type.Optional(
      Type.Boolean({
        description:
          'Whether statements are issued automatically after the end of a month, followed by invoices for its fees if there is an issuer. Default: true.',
      }),
    ),
    series: Type.Optional(
      formed(/^[A-Z0-9][A-Z0-9-]{0,15}$/, 'must be up to 16 characters of A-Z, 0-9 and -', {
        description: 'The prefix of invoice numbers. Default: INV. A new prefix starts at 1.',
      }),
    ),
    creditSeries: Type.Optional(
      formed(/^[A-Z0-9][A-Z0-9-]{0,15}$/, 'must be up to 16 characters of A-Z, 0-9 and -', {
        description: 'The prefix of credit note numbers, different from `series`. Default: CN.',
      }),
    ),
    issuer: Type.Optional(PartyRequested),
  },
  { additionalProperties: false },
)

const BillingSchema = Type.Object({
  zone: Type.String({ description: 'The time zone of the months for merchants without their own.' }),
  monthly: Type.Boolean(),
  series: Type.String(),
  creditSeries: Type.String(),
  issuer: Type.Optional(PartyRequested),
})

const showBilling = endpoint({
  route: 'GET /admin/billing',
  role: 'VIEWER',
  summary: "Read the issuer's details on statements and invoices, and whether they are issued automatically",
  guide: 'statements.md',
  answers: { 200: BillingSchema },
  handle: async (call) => billingBody(await readBilling(call.backOffice.gateway.database)),
})

const billingBody = ({
  zone,
  monthly,
  series,
  creditSeries,
  issuer,
}: Awaited<ReturnType<typeof readBilling>>) => ({
  zone,
  monthly,
  series,
  creditSeries,
  ...(issuer && { issuer: partyBody(issuer) }),
})

const change = endpoint({
  route: 'PUT /admin/billing',
  role: 'ADMIN',
  summary: "Set the issuer's details on statements and invoices, and whether they are issued automatically",
  guide: 'statements.md',
  body: BillingRequested,
  example: {
    zone: 'Asia/Bangkok',
    issuer: {
      name: 'Sluice Payments Co., Ltd.',
      address: ['1 Rama I Road', 'Bangkok 10330'],
      country: 'TH',
      taxId: '0105558123456',
    },
  },
  answers: { 200: BillingSchema },
  operations: ['billing.change'],
  // Merchants believe an invoice and may pay what it says.
  async operation(call) {
    const { issuer } = billingOf(call.body())
    return {
      operation: 'billing.change',
      summary: `Change the issuer details of all invoices${issuer ? `, of ${issuer.name}` : ''}`,
      about: fingerprintOf(await readBilling(call.backOffice.gateway.database)),
    }
  },
  async handle(call) {
    const billing = billingOf(call.body())
    call.still(fingerprintOf(await readBilling(call.backOffice.gateway.database)))
    const audit = call.audit({ action: 'billing.put', subject: 'billing', detail: { billing } })
    await putBilling(call.backOffice.gateway.database, billing, audit)
    return billingBody(billing)
  },
})

/** @throws ProblemError 400 */
function billingOf(requested: Static<typeof BillingRequested>) {
  const series = requested.series ?? USUAL_BILLING.series
  const creditSeries = requested.creditSeries ?? usualCreditSeries(series)
  if (creditSeries === series)
    throw invalid('/creditSeries', 'CONFLICT', 'must differ from `series`, because each has its own numbers')
  const { zone: ofMonths = USUAL_BILLING.zone, monthly = USUAL_BILLING.monthly, issuer } = requested
  return { zone: ofMonths, monthly, series, creditSeries, issuer }
}

const MerchantBillingSchema = Type.Object(
  {
    zone: Type.Optional(Type.Unsafe<string>({ ...zone, description: 'Default: that of the installation.' })),
    recipient: Type.Optional(PartyRequested),
  },
  { additionalProperties: false },
)

const merchantBody = ({
  zone,
  recipient,
}: {
  readonly zone?: string | undefined
  readonly recipient?: BilledParty | undefined
}) => ({
  ...(zone !== undefined && { zone }),
  ...(recipient && { recipient: partyBody(recipient) }),
})

const params = { merchantCode: MerchantCodeParam }

const showMerchant = endpoint({
  route: 'GET /admin/merchants/:merchantCode/billing',
  role: 'VIEWER',
  summary: "Read a merchant's details on its statements and invoices",
  guide: 'statements.md',
  params,
  answers: { 200: MerchantBillingSchema },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { gateway } = call.backOffice
    const { merchantCode } = await merchantOf(gateway, call.params.merchantCode)
    return merchantBody(await readMerchantBilling(gateway.database, merchantCode))
  },
})

const changeMerchant = endpoint({
  route: 'PUT /admin/merchants/:merchantCode/billing',
  role: 'ADMIN',
  summary: "Set a merchant's details on its statements and invoices",
  guide: 'statements.md',
  params,
  body: MerchantBillingSchema,
  example: { recipient: { name: 'Siam Shop Co., Ltd.', country: 'TH' } },
  answers: { 200: MerchantBillingSchema },
  problems: ['NOT_FOUND'],
  operations: ['billing.change'],
  async operation(call) {
    const { gateway } = call.backOffice
    const { merchantCode, isTest } = await merchantOf(gateway, call.params.merchantCode)
    const { recipient } = call.body()
    if (isTest) return undefined
    return {
      operation: 'billing.change',
      summary: `Change the invoice details of ${merchantCode}${recipient ? `, to ${recipient.name}` : ''}`,
      about: fingerprintOf(await readMerchantBilling(gateway.database, merchantCode)),
    }
  },
  async handle(call) {
    const { gateway } = call.backOffice
    const { merchantCode } = await merchantOf(gateway, call.params.merchantCode)
    call.still(fingerprintOf(await readMerchantBilling(gateway.database, merchantCode)))
    const requested = call.body()
    const billing: MerchantBilling = { zone: requested.zone, recipient: requested.recipient }
    const audit = call.audit({
      action: 'merchant.billing',
      subject: `merchant ${merchantCode}`,
      detail: { billing: merchantBody(billing) },
    })
    await putMerchantBilling(gateway.database, merchantCode, billing, audit)
    return merchantBody(billing)
  },
})

export const BILLING_ENDPOINTS = [showBilling, change, showMerchant, changeMerchant]
