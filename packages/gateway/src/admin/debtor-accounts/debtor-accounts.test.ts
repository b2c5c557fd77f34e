import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminGateway, adminGateway } from '../admin.fixture.ts'
import { BANGKOK, TOKYO } from '../bank-files/bank-files.fixture.ts'

const PATH = '/admin/debtor-accounts'
let gateway: AdminGateway
beforeAll(async () => {
  gateway = await adminGateway({ started: false })
})
afterAll(() => gateway.close())

describe('a debtor account', () => {
  it('is registered by an ADMIN, with what its bank takes and the usual for the rest', async () => {
    const made = await gateway.admin('POST', PATH, BANGKOK)
    expect(made).toMatchObject({ status: 201, body: BANGKOK })
    expect(made.body).toMatchObject({
      status: 'ACTIVE',
      characterSet: 'latin',
      maxNameCharacters: 140,
      batchBooking: false,
      maxPayments: 1_000,
      calendar: { leadDays: 0, closedWeekdays: [0, 6] },
    })
    expect((await gateway.admin('GET', `${PATH}/bangkok`)).body).toEqual(made.body)
    expect(await gateway.admin('POST', PATH, BANGKOK)).toMatchObject({ status: 409 })
    const operator = await gateway.operator('olga', 'OPERATOR')
    expect((await gateway.admin('POST', PATH, { ...BANGKOK, id: 'x' }, operator)).status).toBe(403)
  })

  it('is changed in part: null takes a property away; id, currency and purpose stay', async () => {
    const maxTotal = { amount: 500_000.5, currencyCode: 'THB' }
    const path = `${PATH}/changed`
    expect((await gateway.admin('POST', PATH, { ...BANGKOK, id: 'changed' })).status).toBe(201)
    expect((await gateway.admin('PATCH', path, { maxTotal, bic: 'KASITHBK' })).body).toMatchObject({
      maxTotal,
      bic: 'KASITHBK',
      name: BANGKOK.name,
    })
    const changed = await gateway.admin('PATCH', path, {
      bic: null,
      currencyCode: 'JPY',
      isTest: false,
      id: 'y',
    })
    expect(changed.body).toMatchObject({ maxTotal, id: 'changed', currencyCode: 'THB', isTest: true })
    expect(changed.body.bic).toBeUndefined()
    expect((await gateway.admin('PATCH', path, { status: 'CLOSED' })).body.status).toBe('CLOSED')
    for (const status of ['GONE', null])
      expect((await gateway.admin('PATCH', path, { status })).body.errors).toMatchObject([
        { path: '/status' },
      ])
    expect((await gateway.admin('PATCH', `${PATH}/nobody`, {})).status).toBe(404)
    expect((await gateway.admin('GET', `${PATH}/nobody`)).status).toBe(404)
    const audit = await gateway.admin('GET', '/admin/audit')
    expect(audit.text).toContain('debtor-account.change')
  })

  const { calendar } = BANGKOK
  it.each<[object, string]>([
    [{ id: 'Bad Id' }, '/id'],
    [{ isTest: undefined }, '/isTest'],
    [{ currencyCode: 'USDT' }, '/currencyCode'],
    [{ currencyCode: 'XXX' }, '/currencyCode'],
    [{ name: 'บริษัท' }, '/name'],
    [{ name: 'a\u0007b' }, '/name'],
    [{ accountNumber: undefined }, '/accountNumber'],
    [{ iban: 'DE89370400440532013000' }, '/accountNumber'],
    [{ accountNumber: undefined, iban: 'DE89370400440532013001' }, '/iban'],
    [{ bic: 'NOBIC' }, '/bic'],
    [{ bankCode: undefined }, '/bic'],
    [{ formats: [] }, '/formats'],
    [{ formats: ['pdf'] }, '/formats'],
    [{ formats: ['pain.001.001.12', 'pain.001.001.12'] }, '/formats'],
    [{ formats: ['zengin'] }, '/formats'],
    [{ characterSet: 'ebcdic' }, '/characterSet'],
    [{ calendar: undefined }, '/calendar'],
    [{ calendar: { ...calendar, zone: 'Bangkok' } }, '/calendar/zone'],
    [{ calendar: { ...calendar, cutOff: '24:00' } }, '/calendar/cutOff'],
    [{ calendar: { ...calendar, holidays: ['2026-02-30'] } }, '/calendar/holidays'],
    [{ calendar: { ...calendar, closedWeekdays: [7] } }, '/calendar/closedWeekdays'],
    [{ calendar: { ...calendar, closedWeekdays: [0, 1, 2, 3, 4, 5, 6] } }, '/calendar/closedWeekdays'],
    [{ maxPayments: 0 }, '/maxPayments'],
    [{ maxTotal: { amount: 1, currencyCode: 'JPY' } }, '/maxTotal/currencyCode'],
    [{ maxTotal: 1 }, '/maxTotal'],
    [{ serviceLevel: 'urgent' }, '/serviceLevel'],
    [{ chargeBearer: 'ME' }, '/chargeBearer'],
  ])('with %j is refused', async (change, path) => {
    const refused = await gateway.admin('POST', PATH, { ...BANGKOK, id: 'new', ...change })
    expect(refused.status, refused.text).toBe(400)
    expect(String(refused.text)).toContain(`"path":"${path}"`)
  })

  it.each<[object, string]>([
    [{ name: '山田商店' }, '/name'],
    [{ accountNumber: '12345678' }, '/accountNumber'],
    [{ bankCode: '01' }, '/bankCode'],
    [{ branchCode: undefined }, '/branchCode'],
    [{ zengin: undefined }, '/zengin'],
    [{ zengin: { clientCode: '123' } }, '/zengin/clientCode'],
    [{ zengin: { clientCode: '0123456789', bankName: '銀行' } }, '/zengin/bankName'],
    [{ zengin: { clientCode: '0123456789', accountType: '5' } }, '/zengin/accountType'],
  ])('for Zengin files with %j is refused', async (change, path) => {
    const refused = await gateway.admin('POST', PATH, { ...TOKYO, ...change })
    expect(refused.status, refused.text).toBe(400)
    expect(String(refused.text)).toContain(`"path":"${path}"`)
  })

  it.each([[], 'text', 7, null])('is no %j', async (body) => {
    expect((await gateway.admin('POST', PATH, body)).status).toBe(400)
  })
})
