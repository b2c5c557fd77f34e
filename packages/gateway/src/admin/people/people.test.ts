import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testGateway } from '../../../../../test/harness.ts'
import { onEngines } from '../../../../../test/setup/engine.ts'
import { firstLink } from '../../identity/people/first-link.ts'
import {
  COOKIE,
  creationIn,
  type PeopleGateway,
  peopleGateway,
  SoftAuthenticator,
} from '../../identity/people/people.fixture.ts'

onEngines(['memory', 'postgres'], () => {
  let gateway: PeopleGateway
  beforeAll(async () => {
    gateway = await peopleGateway({ started: true })
  })
  afterAll(() => gateway.close())

  const CREDIT = (merchantCode: string, amount: number) => ({
    merchantCode,
    money: { amount, currencyCode: 'THB' },
    reference: `ref-${merchantCode}-${amount}-${Math.random()}`,
  })

  const CASE = '019a91f4-7c4e-7d1a-9b1c-0a4f2f6f1c11'

  describe('a role', () => {
    it('that is changed holds from the next request on, on every node', async () => {
      const { browser, id } = await gateway.person('Ann', 'OPERATOR')
      const other = await testGateway(gateway.database, { started: false })
      const onOther = () =>
        other.request('POST', '/admin/balances/!credit', {
          body: {},
          headers: { cookie: `${COOKIE}=${browser.cookie}`, origin: 'http://localhost:8080' },
        })
      expect((await onOther()).status).toBe(400)
      const changed = await gateway.admin('PATCH', `/admin/people/${id}`, { role: 'VIEWER' })
      expect(changed.body).toMatchObject({ name: 'Ann', role: 'VIEWER' })
      const refused = await onOther()
      expect(refused).toMatchObject({ status: 403, body: { code: 'SCOPE_EXCEEDED' } })
      expect(refused.body.detail).toContain('balances:act')
      expect((await browser.send('GET', '/sign-in/session')).body.role).toBe('VIEWER')

      expect((await gateway.admin('DELETE', `/admin/people/${id}`)).status).toBe(204)
      expect((await onOther()).status).toBe(401)
      await other.stop()
    })

    it('of the last ADMIN whom nothing narrows stays', async () => {
      const { browser, authenticator, id } = await gateway.person('Ben', 'ADMIN')
      await browser.stepUp(authenticator)
      const operators = (await gateway.admin('GET', '/admin/operators')).body.data as unknown as {
        id: string
        name: string
        role: string
      }[]
      const others = operators.filter((each) => each.role === 'ADMIN' && each.name !== 'Ben')
      for (const { id: other } of others) await browser.send('DELETE', `/admin/operators/${other}`)
      for (const rights of [{ rights: { merchants: ['X'] } }, { role: 'VIEWER' }])
        expect((await browser.send('PATCH', `/admin/people/${id}`, rights)).body.code).toBe(
          'LAST_SIGN_IN_METHOD',
        )
      expect((await browser.send('DELETE', `/admin/people/${id}`)).body.code).toBe('LAST_SIGN_IN_METHOD')
      await gateway.close()
      gateway = await peopleGateway({ started: true })
    })
  })

  it('people and programs are told apart where operators are listed, also once they are revoked', async () => {
    const { id } = await gateway.person('Person', 'VIEWER')
    const made = await gateway.admin('POST', '/admin/operators', { name: 'told apart', role: 'VIEWER' })
    expect(made.body).toMatchObject({ kind: 'PROGRAM' })
    expect((await gateway.admin('DELETE', `/admin/people/${id}`)).status).toBe(204)
    const { data } = (await gateway.admin('GET', '/admin/operators')).body
    expect(data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'bootstrap', kind: 'PROGRAM' }),
        expect.objectContaining({ name: 'told apart', kind: 'PROGRAM' }),
        expect.objectContaining({ name: 'Person', kind: 'PERSON', revokedAt: expect.any(String) }),
      ]),
    )
  })

  describe('rights', () => {
    it('narrow a role to capabilities, and a refusal names the one that is missing', async () => {
      const rights = { capabilities: ['merchants:read', 'people:manage'] }
      const { browser } = await gateway.person('Cat', 'OPERATOR', rights)
      expect((await browser.send('GET', '/sign-in/session')).body.capabilities).toEqual(['merchants:read'])
      expect((await browser.send('GET', '/admin/merchants')).status).toBe(200)
      const refused = await browser.send('GET', '/admin/payments')
      expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('payments:read')])
    })

    it('narrow to merchants, whose code is in each request', async () => {
      const [mine, theirs] = [await gateway.merchant(), await gateway.merchant()]
      const { browser } = await gateway.person('Dee', 'ADMIN', { merchants: [mine.code] })
      const statusOf = async (method: string, path: string, body?: object) =>
        (await browser.send(method, path, body)).status
      expect(await statusOf('GET', `/admin/merchants/${mine.code}`)).toBe(200)
      expect(await statusOf('GET', `/admin/payments?merchantCode=${mine.code}`)).toBe(200)
      expect(await statusOf('POST', '/admin/balances/!credit', CREDIT(mine.code, 1))).toBe(200)
      const closed: readonly [string, string, object?][] = [
        ['GET', '/admin/merchants'],
        ['GET', `/admin/merchants/${theirs.code}`],
        ['GET', '/admin/payments'],
        ['GET', `/admin/payments?merchantCode=${theirs.code}`],
        ['GET', `/admin/payments?merchantCode=${mine.code}&merchantCode=${theirs.code}`],
        ['GET', `/admin/payments?merchantCode=${mine.code},${theirs.code}`],
        ['GET', `/admin/payments?merchantCode=${theirs.code}&format=csv`],
        ['GET', `/admin/payments/${theirs.code}/payin/x?merchantCode=${mine.code}`],
        ['POST', '/admin/balances/!credit', CREDIT(theirs.code, 1)],
        ['POST', `/admin/balances/!credit?merchantCode=${mine.code}`, CREDIT(theirs.code, 1)],
        // Whose money the case holds its ID does not say; the body says who would get it.
        ['POST', `/admin/cases/${CASE}/!credit`, { merchantCode: mine.code, note: 'ours' }],
        ['POST', `/admin/cases/${CASE}/!assign`, { merchantCode: mine.code, idPayin: 'one' }],
        ['POST', `/admin/cases/${CASE}/!write-off?merchantCode=${mine.code}`, { note: 'ours' }],
        ['POST', '/admin/people/!invite', { name: 'Eve', role: 'ADMIN' }],
        ['GET', '/admin/people'],
      ]
      for (const [method, path, body] of closed)
        expect([path, await statusOf(method, path, body)]).toEqual([path, 403])
    })

    it('narrow to amounts, in the currencies that they name', async () => {
      const shop = await gateway.merchant()
      const limits = [{ currencyCode: 'THB', amount: '500.50' }]
      const { browser, authenticator } = await gateway.person('Fay', 'ADMIN', { limits })
      const credit = async (amount: number, currencyCode = 'THB') =>
        (
          await browser.send('POST', '/admin/balances/!credit', {
            ...CREDIT(shop.code, amount),
            money: { amount, currencyCode },
          })
        ).status
      expect(await credit(500.5)).toBe(200)
      expect(await credit(500.51)).toBe(403)
      expect(await credit(1, 'JPY')).toBe(403)
      await browser.stepUp(authenticator)
      const widened = await browser.send('POST', '/admin/people/!invite', { name: 'Whole', role: 'ADMIN' })
      expect(widened).toMatchObject({ status: 403, body: { code: 'SCOPE_EXCEEDED' } })
    })

    it('are refused with a limit that is none', async () => {
      const limits = [{ currencyCode: 'THB', amount: '1.001' }]
      const made = await gateway.admin('POST', '/admin/people/!invite', {
        name: 'Gil',
        role: 'ADMIN',
        rights: { limits },
      })
      expect(made.body.errors).toMatchObject([{ path: '/rights/limits/0/amount' }])
    })
  })

  describe('a fresh proof', () => {
    it('is asked of people for what says who may what, and not of programs', async () => {
      const { browser, authenticator } = await gateway.person('Hal', 'ADMIN')
      await gateway.doze(5 * 60_000)
      const make = () =>
        browser.send('POST', '/admin/operators', { name: `made-${Math.random()}`, role: 'VIEWER' })
      expect((await make()).body.code).toBe('STEP_UP_NEEDED')
      expect((await browser.send('GET', '/admin/operators')).status).toBe(200)
      const stranger = new SoftAuthenticator()
      expect((await browser.stepUp(stranger)).status).toBe(401)
      expect((await make()).body.code).toBe('STEP_UP_NEEDED')
      expect((await browser.stepUp(authenticator)).body.provedUntil).toBeDefined()
      expect((await make()).status).toBe(201)
      expect(
        (await gateway.admin('POST', '/admin/operators', { name: 'program', role: 'VIEWER' })).status,
      ).toBe(201)
    })

    it('is asked of people for what takes a key away, or signs another person out', async () => {
      const { browser } = await gateway.person('Hana', 'ADMIN')
      await gateway.doze(5 * 60_000)
      for (const path of [
        '/admin/merchants/SHOP/keys/one',
        '/admin/merchants/SHOP/secrets/one',
        '/admin/merchants/SHOP/callback-secrets/one',
        '/admin/connectors/one/secrets/one',
        '/admin/people/somebody/sessions/one',
      ])
        expect([path, (await browser.send('DELETE', path)).body.code]).toEqual([path, 'STEP_UP_NEEDED'])
    })

    it('of one session is no proof of another', async () => {
      const { browser, authenticator } = await gateway.person('Ike', 'ADMIN')
      const requested = (await browser.send('POST', '/sign-in/step-up/options')).body
      const credential = authenticator.get({ challenge: String(requested.passkey?.challenge) })
      const thief = gateway.browser()
      await thief.signIn(authenticator)
      expect((await thief.send('POST', '/sign-in/step-up', { credential })).status).toBe(401)
      expect((await browser.send('POST', '/sign-in/step-up', { credential })).status).toBe(401)
    })

    it('takes new passkeys and recovery codes, and leaves a way in', async () => {
      const { browser, authenticator, recoveryCodes } = await gateway.person('Joy', 'VIEWER')
      expect((await browser.send('DELETE', `/sign-in/own/passkeys/${authenticator.id}`)).body.code).toBe(
        'LAST_SIGN_IN_METHOD',
      )
      // They are listed as they were made.
      await gateway.doze(1_000)
      const options = (await browser.send('POST', '/sign-in/own/passkeys/options')).body
      const second = new SoftAuthenticator()
      const credential = second.create(creationIn(options))
      const added = await browser.send('POST', '/sign-in/own/passkeys', { credential, label: 'Phone' })
      expect(added.body.passkeys).toMatchObject([{ label: 'Passkey' }, { label: 'Phone' }])
      expect((await browser.send('POST', '/sign-in/own/passkeys', { credential })).status).toBe(400)
      expect((await browser.send('DELETE', `/sign-in/own/passkeys/${authenticator.id}`)).status).toBe(204)
      expect((await gateway.browser().signIn(authenticator)).status).toBe(401)
      expect((await browser.send('POST', '/sign-in/own/recovery-codes')).body.recoveryCodes).toHaveLength(10)
      const [old] = recoveryCodes
      expect((await gateway.browser().send('POST', '/sign-in/recovery', { code: old })).status).toBe(401)
      const kept = String((await browser.send('GET', '/sign-in/own')).body.passkeys?.['0']?.id)
      await gateway.doze(5 * 60_000)
      expect((await browser.send('DELETE', `/sign-in/own/passkeys/${kept}`)).body.code).toBe('STEP_UP_NEEDED')
      expect((await browser.send('POST', '/sign-in/own/recovery-codes')).body.code).toBe('STEP_UP_NEEDED')
      expect((await browser.send('POST', '/sign-in/own/passkeys/options')).body.code).toBe('STEP_UP_NEEDED')
    })
  })

  describe('a passkey', () => {
    it('stays where it would be the last, also of two that are removed at once', async () => {
      for (let round = 0; round < 3; round++) {
        const { browser, authenticator } = await gateway.person(`Pat ${round}`, 'VIEWER')
        const options = (await browser.send('POST', '/sign-in/own/passkeys/options')).body
        const second = new SoftAuthenticator()
        const credential = second.create(creationIn(options))
        await browser.send('POST', '/sign-in/own/passkeys', { credential })
        const answers = await Promise.all(
          [authenticator, second].map(({ id }) => browser.send('DELETE', `/sign-in/own/passkeys/${id}`)),
        )
        expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
        expect((await browser.send('GET', '/sign-in/own')).body.passkeys).toHaveLength(1)
      }
    })
  })

  describe('one person with the token of the installation', () => {
    const ACCOUNT = {
      id: 'own',
      name: 'Own account',
      kind: 'BANK_ACCOUNT',
      currencyCode: 'THB',
      isTest: false,
      timeZone: 'Asia/Bangkok',
      methods: [
        {
          code: 'PROMPTPAY',
          receiving: {
            accountName: 'Siam Shop Co Ltd',
            accountNumber: '0123456789',
            bankCode: '004',
            bankName: 'Kasikornbank',
            billerId: '010555812345601',
          },
        },
      ],
    }

    it('is one pair of eyes: they open their first own account alone, and a second person is asked by both', async () => {
      const alone = await peopleGateway({ started: true, approvals: 'AS_USUAL' })
      const vera = alone.browser()
      const joined = await vera.join(
        (await firstLink(alone.app.people))?.split('#')[1] ?? '',
        new SoftAuthenticator(),
        'Vera',
      )
      expect(joined.status).toBe(201)
      expect((await vera.send('POST', '/admin/accounts', ACCOUNT)).status).toBe(201)

      await alone.doze(1_000)
      // What the token asks for waits for the person, and what the person asks for is nothing for the token to approve.
      const byToken = await alone.admin('POST', '/admin/accounts', { ...ACCOUNT, id: 'other' })
      expect(byToken.status).toBe(202)
      await alone.doze(1_000)
      const approved = await vera.send('POST', `/admin/approvals/${byToken.body.approval?.id}/!approve`)
      expect(approved.status).toBe(200)
      const invited = await vera.send('POST', '/admin/people/!invite', { name: 'Anna', role: 'ADMIN' })
      await alone.browser().join(String(invited.body.link).split('#')[1] ?? '', new SoftAuthenticator())
      await alone.doze(1_000)
      const requested = await vera.send('POST', '/admin/accounts', { ...ACCOUNT, id: 'third' })
      expect(requested.status).toBe(202)
      const id = String(requested.body.approval?.id)
      const refused = await alone.admin('POST', `/admin/approvals/${id}/!approve`)
      expect([refused.status, refused.body.code]).toEqual([403, 'FOUR_EYES'])
      await alone.close()
    })
  })

  describe('who is brought back', () => {
    it('is a new operator of the same name: all that opened the old one is gone, and links of the kind go once', async () => {
      const { browser, authenticator, recoveryCodes, id } = await gateway.person('Kay', 'OPERATOR')
      const link = async () =>
        String((await gateway.admin('POST', `/admin/people/${id}/!recover`)).body.link).split('#')[1] ?? ''
      const [first, second] = [await link(), await link()]
      const found = gateway.browser()
      expect((await found.join(first, new SoftAuthenticator())).status).toBe(410)
      const back = await found.join(second, new SoftAuthenticator())
      expect(back.body.session).toMatchObject({ person: { name: 'Kay' }, role: 'OPERATOR' })
      expect(back.body.session?.person?.id).not.toBe(id)
      expect((await browser.send('GET', '/sign-in/session')).status).toBe(401)
      expect((await gateway.browser().signIn(authenticator)).status).toBe(401)
      const [code] = recoveryCodes
      expect((await gateway.browser().send('POST', '/sign-in/recovery', { code })).status).toBe(401)
      expect((await gateway.admin('POST', `/admin/people/${id}/!recover`)).status).toBe(404)
    })

    it('and who is invited need a second operator’s approval, as every new operator does', async () => {
      const careful = await peopleGateway({ started: true, approvals: 'AS_USUAL' })
      await careful.operator('second', 'ADMIN')
      await careful.doze(60_000)
      const requested = await careful.admin('POST', '/admin/people/!invite', { name: 'Lee', role: 'ADMIN' })
      expect(requested).toMatchObject({ status: 202, body: { approval: { operation: 'operator.create' } } })
      await careful.close()
    })
  })

  describe('people', () => {
    it('are listed with what they sign in by, and their sessions are seen and ended by an ADMIN', async () => {
      const { browser, id } = await gateway.person('Mia', 'VIEWER')
      const { body } = await gateway.admin('GET', '/admin/people')
      expect(body.data).toContainEqual(
        expect.objectContaining({ id, name: 'Mia', passkeys: 1, hasTotp: false, sessions: 1 }),
      )
      const sessions = (await gateway.admin('GET', `/admin/people/${id}/sessions`)).body.data
      const [{ id: session } = { id: '' }] = sessions as unknown as { id: string }[]
      expect((await gateway.admin('DELETE', `/admin/people/${id}/sessions/${session}`)).status).toBe(204)
      expect((await browser.send('GET', '/sign-in/session')).status).toBe(401)
    })
  })
})
