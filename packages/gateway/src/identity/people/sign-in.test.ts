import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onEngines } from '../../../../../test/setup/engine.ts'
import { firstLink } from './first-link.ts'
import {
  type Browser,
  COOKIE,
  challengeIn,
  codeAt,
  creationIn,
  ORIGIN,
  type PeopleGateway,
  peopleGateway,
  SoftAuthenticator,
} from './people.fixture.ts'

onEngines(['memory', 'postgres'], () => {
  let gateway: PeopleGateway
  beforeAll(async () => {
    gateway = await peopleGateway()
  })
  afterAll(() => gateway.close())

  const secretIn = (link: string | undefined): string => link?.split('#')[1] ?? ''
  /** Nothing that people do here waits for a worker. */
  const wait = (ms: number) => gateway.doze(ms, ms)
  const isSignedIn = async (browser: Browser) =>
    (await browser.send('GET', '/sign-in/session')).status === 200

  describe('the very first person', () => {
    it('comes by a link of which a later start makes another, once, and is an ADMIN', async () => {
      const fresh = await peopleGateway()
      const earlier = secretIn(await firstLink(fresh.app.people))
      const link = secretIn(await firstLink(fresh.app.people))
      const browser = fresh.browser()
      expect((await browser.send('GET', '/sign-in/ways')).body).toMatchObject({
        isFirst: true,
        passkey: true,
      })
      expect((await browser.join(earlier, new SoftAuthenticator(), 'Vera')).status).toBe(410)
      expect((await browser.join(link, new SoftAuthenticator(), ' ')).status).toBe(400)

      const joined = await browser.join(link, new SoftAuthenticator(), 'Vera')
      expect(joined).toMatchObject({
        status: 201,
        body: { session: { person: { name: 'Vera' }, role: 'ADMIN', signInMethod: 'LINK' } },
      })
      expect(joined.body.recoveryCodes).toHaveLength(10)
      expect([joined.headers['set-cookie']].flat()[0]).toMatch(
        new RegExp(`^${COOKIE}=[\\w-]{43}; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict$`),
      )
      expect((await browser.join(link, new SoftAuthenticator(), 'Eve')).status).toBe(410)
      expect(await firstLink(fresh.app.people)).toBeUndefined()
      await fresh.close()
    })

    it('may not have a name that somebody has, and is told no such thing of a passkey', async () => {
      const { authenticator } = await gateway.person('Xaver', 'VIEWER')
      const named = await gateway.browser().join(await gateway.invite('Xena', 'VIEWER'), authenticator)
      expect([named.status, named.body.code]).toEqual([500, 'INTERNAL_ERROR'])
      const link = await gateway.invite('Ximena', 'VIEWER')
      await gateway.operator('Ximena', 'VIEWER')
      const taken = await gateway.browser().join(link, new SoftAuthenticator())
      expect([taken.status, taken.body.code]).toEqual([409, 'NAME_TAKEN'])
    })

    it('finds an invitation over after a day', async () => {
      const link = await gateway.invite('Late', 'VIEWER')
      await wait(24 * 3_600_000)
      expect((await gateway.browser().join(link, new SoftAuthenticator())).status).toBe(410)
    })
  })

  describe('a passkey', () => {
    it('lets in its person, whose acts the audit log names', async () => {
      const { authenticator } = await gateway.person('Ann', 'OPERATOR')
      const browser = gateway.browser()
      expect((await browser.signIn(authenticator)).body).toMatchObject({
        person: { name: 'Ann' },
        signInMethod: 'PASSKEY',
        role: 'OPERATOR',
        gateway: { isTrial: true },
      })
      expect((await browser.send('GET', '/admin/merchants')).status).toBe(200)
      const audit = await gateway.admin('GET', '/admin/audit?operator=Ann&limit=1')
      expect(audit.body.data).toMatchObject([
        { action: 'sign-in', subject: 'operator Ann', detail: { signInMethod: 'PASSKEY' } },
      ])
    })

    it('proves nobody twice by the same answer, not even at once', async () => {
      const { authenticator } = await gateway.person('Ben', 'VIEWER')
      const browser = gateway.browser()
      const { body } = await browser.send('POST', '/sign-in/passkey/options')
      const credential = authenticator.get(challengeIn(body))
      const answers = await Promise.all(
        [1, 2].map(() => gateway.browser().send('POST', '/sign-in/passkey', { credential })),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
      expect((await browser.send('POST', '/sign-in/passkey', { credential })).status).toBe(401)
    })

    it('that counts no further than before is a copy, and refused', async () => {
      const { authenticator } = await gateway.person('Cleo', 'VIEWER')
      expect((await gateway.browser().signIn(authenticator)).status).toBe(200)
      authenticator.counter = 0
      expect((await gateway.browser().signIn(authenticator)).status).toBe(401)
    })

    const WRONG: readonly [string, (authenticator: SoftAuthenticator) => void][] = [
      [
        'made for the page of another origin',
        (soft) => Object.assign(soft, { origin: 'http://localhost:9999' }),
      ],
      ['made for another name', (soft) => Object.assign(soft, { rpId: 'evil.example' })],
      ['whose device has not verified its user', (soft) => Object.assign(soft, { flags: 0x01 })],
    ]
    it.each(WRONG)('%s opens nothing', async (_, spoil) => {
      const { authenticator } = await gateway.person(`Dan ${_.length}`, 'VIEWER')
      spoil(authenticator)
      expect((await gateway.browser().signIn(authenticator)).status).toBe(401)
    })

    it('opens nothing with a challenge of another purpose, of nobody, or from before five minutes', async () => {
      const { authenticator, browser } = await gateway.person('Eli', 'VIEWER')
      const requested = await browser.send('POST', '/sign-in/step-up/options')
      const own = (await browser.send('POST', '/sign-in/passkey/options')).body
      await wait(5 * 60_000)
      for (const challenge of [requested.body.passkey?.challenge, own.challenge, 'AAAA']) {
        const credential = authenticator.get(challengeIn({ challenge }))
        expect((await gateway.browser().send('POST', '/sign-in/passkey', { credential })).status).toBe(401)
      }
    })

    it('of one person is no other person’s, whatever the browser claims', async () => {
      const { authenticator } = await gateway.person('Fay', 'VIEWER')
      const other = await gateway.person('Gus', 'ADMIN')
      const { body } = await gateway.browser().send('POST', '/sign-in/passkey/options')
      const credential = authenticator.get(challengeIn(body))
      const { userHandle } = other.authenticator.get(challengeIn(body)).response
      const claimed = { ...credential, response: { ...credential.response, userHandle } }
      expect((await gateway.browser().send('POST', '/sign-in/passkey', { credential: claimed })).status).toBe(
        401,
      )
    })
  })

  describe('an authenticator app', () => {
    async function withApp(name: string) {
      const link = await gateway.invite(name, 'VIEWER')
      const browser = gateway.browser()
      const { totp } = (await browser.send('POST', '/sign-in/link', { link })).body
      const { enrolment, secret } = totp ?? {}
      const code = codeAt(secret, gateway.deps.clock.now())
      const joined = await browser.send('POST', '/sign-in/link/totp', { link, enrolment, code })
      expect(joined.status).toBe(201)
      return { secret, code, browser, recoveryCodes: joined.body.recoveryCodes }
    }
    const enter = (name: string, code: string) =>
      gateway.browser().send('POST', '/sign-in/totp', { name, code })

    it('lets in by name and code, each code once', async () => {
      const { secret, code } = await withApp('Hal')
      expect((await enter('Hal', code)).status).toBe(401)
      await wait(60_000)
      const next = codeAt(secret, gateway.deps.clock.now())
      expect((await enter('Hal', next)).body).toMatchObject({ signInMethod: 'TOTP', person: { name: 'Hal' } })
      expect((await enter('Hal', next)).status).toBe(401)
    })

    it('rests after five wrong codes, whatever code comes then, from wherever', async () => {
      const { secret } = await withApp('Ida')
      await wait(60_000)
      const right = () => codeAt(secret, gateway.deps.clock.now())
      for (let guess = 0; guess < 5; guess++) expect((await enter('Ida', '000000')).status).toBe(401)
      expect((await enter('Ida', right())).status).toBe(401)
      await wait(15 * 60_000)
      expect((await enter('Ida', right())).status).toBe(200)
    })

    it('answers alike for whoever is not there', async () => {
      const [known, unknown] = [await enter('Hal', '000000'), await enter('Nobody', '000000')]
      expect(known.body.detail).toBe(unknown.body.detail)
      expect(known.status).toBe(unknown.status)
    })

    it('keeps its secret sealed', async () => {
      const { secret } = await withApp('Jan')
      const rows = await gateway.database.run(
        { name: 'test_apps', text: 'select secret from authenticator_app' },
        [],
      )
      expect(JSON.stringify(rows)).not.toContain(String(secret))
    })
  })

  describe('a body that has a name twice', () => {
    it('signs in nobody, and asks nothing of an operator’s API', async () => {
      const { browser } = await gateway.person('Nea', 'ADMIN')
      const answers = [
        await browser.send('POST', '/sign-in/totp', '{"name":"Ann","name":"Nea","code":"123456"}'),
        await browser.send('POST', '/admin/operators', '{"name":"vera","role":"VIEWER","role":"ADMIN"}'),
      ]
      expect(answers.map(({ status, body }) => `${status} ${body.errors?.[0]?.path}`)).toEqual([
        '400 /name',
        '400 /role',
      ])
    })
  })

  describe('a recovery code', () => {
    it('lets in once, however it is typed, and makes a new passkey, but proves nobody by itself', async () => {
      const { recoveryCodes } = await gateway.person('Kim', 'ADMIN')
      const [code = ''] = recoveryCodes
      const browser = gateway.browser()
      const entered = await browser.send('POST', '/sign-in/recovery', {
        code: code.toLowerCase().replaceAll('-', ' '),
      })
      expect(entered.body).toMatchObject({ signInMethod: 'RECOVERY', person: { name: 'Kim' } })
      expect(entered.body.provedUntil).toBeUndefined()
      const invite = () => browser.send('POST', '/admin/people/!invite', { name: 'New', role: 'ADMIN' })
      expect((await invite()).body.code).toBe('STEP_UP_NEEDED')

      const authenticator = new SoftAuthenticator()
      const options = (await browser.send('POST', '/sign-in/own/passkeys/options')).body
      const credential = authenticator.create(creationIn(options))
      expect((await browser.send('POST', '/sign-in/own/passkeys', { credential })).status).toBe(201)
      expect((await invite()).status).toBe(201)
      expect((await gateway.browser().send('POST', '/sign-in/recovery', { code })).status).toBe(401)
      expect((await gateway.browser().signIn(authenticator)).status).toBe(200)
    })
  })

  describe('a session', () => {
    it('is never one that the browser brought along', async () => {
      const { authenticator } = await gateway.person('Lea', 'VIEWER')
      const browser = gateway.browser()
      const fixed = 'f'.repeat(43)
      browser.cookie = fixed
      expect((await browser.signIn(authenticator)).status).toBe(200)
      expect(browser.cookie).not.toBe(fixed)
      const thief = gateway.browser()
      thief.cookie = fixed
      expect(await isSignedIn(thief)).toBe(false)
    })

    it('ends when another begins in its browser', async () => {
      const { browser, authenticator } = await gateway.person('Max', 'VIEWER')
      const before = gateway.browser()
      before.cookie = browser.cookie
      await browser.signIn(authenticator)
      expect([await isSignedIn(before), await isSignedIn(browser)]).toEqual([false, true])
    })

    it('ends after an hour without requests, and after twelve in any case', async () => {
      const { browser } = await gateway.person('Nia', 'VIEWER')
      await wait(3_600_000)
      expect(await isSignedIn(browser)).toBe(false)
      const { browser: busy } = await gateway.person('Ole', 'VIEWER')
      for (let half = 0; half < 23; half++) {
        await wait(1_800_000)
        expect(await isSignedIn(busy)).toBe(true)
      }
      await wait(1_800_000)
      expect(await isSignedIn(busy)).toBe(false)
    })

    it('is listed and ended by its person, in another browser too', async () => {
      const { browser, authenticator } = await gateway.person('Pia', 'VIEWER')
      const lost = gateway.browser()
      await lost.signIn(authenticator)
      const own = (await browser.send('GET', '/sign-in/own')).body
      expect(own.sessions).toMatchObject([
        { isThis: false, signInMethod: 'PASSKEY', device: 'Test Browser' },
        { isThis: true },
      ])
      const [{ id } = { id: '' }] = own.sessions as unknown as { id: string }[]
      expect((await browser.send('DELETE', `/sign-in/own/sessions/${id}`)).status).toBe(204)
      expect([await isSignedIn(lost), await isSignedIn(browser)]).toEqual([false, true])
      const stranger = await gateway.person('Quin', 'ADMIN')
      const [mine] = (await browser.send('GET', '/sign-in/own')).body.sessions as unknown as { id: string }[]
      expect((await stranger.browser.send('DELETE', `/sign-in/own/sessions/${mine?.id}`)).status).toBe(404)
    })

    it('is over when its person signs out', async () => {
      const { browser } = await gateway.person('Rae', 'VIEWER')
      const copy = gateway.browser()
      copy.cookie = browser.cookie
      const out = await browser.send('POST', '/sign-in/out')
      expect([out.status, browser.cookie]).toEqual([204, undefined])
      expect(await isSignedIn(copy)).toBe(false)
    })

    it('stands in the database as a hash only', async () => {
      const { browser } = await gateway.person('Sam', 'VIEWER')
      const rows = await gateway.database.run(
        { name: 'test_sessions', text: 'select * from person_session' },
        [],
      )
      expect(JSON.stringify(rows)).not.toContain(String(browser.cookie))
    })

    it('does not count beside a token, which is judged alone', async () => {
      const { browser } = await gateway.person('Tia', 'ADMIN')
      const both = await browser.send('GET', '/admin/merchants', undefined, {
        authorization: 'Bearer op_wrong',
      })
      expect(both.status).toBe(401)
    })
  })

  describe('another page', () => {
    const FOREIGN = [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' },
      { origin: 'null' },
      { origin: '', 'sec-fetch-site': '' },
      { origin: ORIGIN, 'sec-fetch-site': 'none' },
    ]
    it.each(FOREIGN)('moves nothing with a session: %j', async (headers) => {
      const { browser } = await gateway.person(`Uma ${FOREIGN.indexOf(headers)}`, 'ADMIN')
      const body = { name: 'Mallory', role: 'ADMIN' }
      const answers = [
        await browser.send('POST', '/admin/people/!invite', body, headers),
        await browser.send('POST', '/sign-in/passkey/options', undefined, headers),
        await browser.send('POST', '/sign-in/out', undefined, headers),
      ]
      expect(answers.map(({ status, body }) => `${status} ${body.code}`)).toEqual(
        Array(3).fill('403 ORIGIN_REFUSED'),
      )
    })

    it('reads nothing, and is given no leave to', async () => {
      const { browser } = await gateway.person('Vic', 'ADMIN')
      const read = await browser.send('GET', '/admin/merchants', undefined, { 'sec-fetch-site': 'same-site' })
      expect(read.body.code).toBe('ORIGIN_REFUSED')
      const own = await browser.send('GET', '/admin/merchants')
      expect(own.headers['access-control-allow-origin']).toBeUndefined()
      expect(own.headers['cross-origin-resource-policy']).toBe('same-origin')
    })

    it('sends no form: a body is JSON or nothing', async () => {
      const { browser } = await gateway.person('Wes', 'ADMIN')
      const sent = await browser.send(
        'POST',
        '/admin/people/!invite',
        { name: 'X', role: 'ADMIN' },
        { 'content-type': 'text/plain' },
      )
      expect(sent.status).toBe(415)
    })
  })

  describe('who tries in vain', () => {
    it('is in the audit log, and stopped when it is often', async () => {
      await wait(60_000)
      const { authenticator } = await gateway.person('Xia', 'VIEWER')
      authenticator.rpId = 'evil.example'
      await gateway.browser().signIn(authenticator)
      const lines = (await gateway.admin('GET', '/admin/audit?operator=gateway&limit=1')).body.data
      expect(lines).toMatchObject([
        { action: 'sign-in.refused', subject: 'operator Xia', detail: { signInMethod: 'PASSKEY' } },
      ])
      const statuses: number[] = []
      for (let guess = 0; guess < 40; guess++) {
        statuses.push(
          (await gateway.browser().send('POST', '/sign-in/recovery', { code: `guess ${guess}` })).status,
        )
      }
      expect(statuses).toContain(429)
      const noted = (await gateway.admin('GET', '/admin/audit?operator=gateway&limit=100')).body
        .data as unknown as { action: string }[]
      expect(noted.filter(({ action }) => action === 'sign-in.refused-more')).toHaveLength(1)
      await wait(60_000)
    })
  })
})
