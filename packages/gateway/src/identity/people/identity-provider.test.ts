/** Sign-in by a real identity provider, and what a thief makes of it. */
import type { OutgoingAnswer, OutgoingRequest } from '@sluice/core/foundation/deps.ts'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, KEYS, testGateway } from '../../../../../test/harness.ts'
import { onEngines } from '../../../../../test/setup/engine.ts'
import { ADMIN } from '../../admin/admin.fixture.ts'
import { confirmEverybody } from '../operators/operators.fixture.ts'
import { whyNoSecondPerson } from '../operators/second-person.ts'
import { claimOfGroups, groupRolesIn, roleOf } from './group-roles.ts'
import { type Browser, COOKIE, type PeopleGateway, peopleGateway } from './people.fixture.ts'
import { type ProviderBrowser, providerBrowser, type TestProvider, testProvider } from './provider.fixture.ts'
import { placeIn } from './provider-routes.ts'

onEngines(['memory', 'postgres'], () => {
  type Between = (
    request: OutgoingRequest,
    answer: OutgoingAnswer,
  ) => OutgoingAnswer | Promise<OutgoingAnswer>

  let provider: TestProvider
  let gateway: PeopleGateway
  let between: Between = (_, answer) => answer
  beforeAll(async () => {
    provider = await testProvider()
    gateway = await peopleGateway({
      settings: { identityProvider: provider.settings },
      network: async (request) => between(request, await provider.network(request)),
    })
  })
  beforeEach(async () => {
    between = (_, answer) => answer
    // The address is free of the failures of other tests.
    await gateway.deps.jump(120_000)
  })
  afterAll(async () => {
    await gateway.close()
    await provider.close()
  })

  type Reported = Readonly<Record<string, unknown>>

  /** A token made from the provider's own, in its place. */
  const inPlaceOfToken =
    (change: (idToken: string) => string | Promise<string>): Between =>
    async (request, answer) => {
      if (!answer.ok || !request.url.endsWith('/token')) return answer
      const tokens: Record<string, string> = JSON.parse(answer.body)
      return { ...answer, body: JSON.stringify({ ...tokens, id_token: await change(tokens.id_token ?? '') }) }
    }
  /** As the provider itself would sign it. */
  const signed = (change: (claims: Reported) => Reported): Between =>
    inPlaceOfToken((idToken) => {
      const claims: Reported = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString())
      return new SignJWT(change(claims))
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .sign(KEYS.privateKey)
    })
  const provedAt = (at: number | undefined): Between =>
    signed(({ auth_time: _, ...claims }) => ({
      ...claims,
      ...(at !== undefined && { auth_time: Math.floor(at / 1_000) }),
    }))

  const come = async (browser: ProviderBrowser, subject: string, body: object = {}): Promise<Answer> => {
    const { url } = (await browser.begin(body)).body
    return browser.comeBack(await provider.visit(browser, String(url), subject))
  }
  const session = async (browser: Browser): Promise<Answer> => browser.send('GET', '/sign-in/session')
  const refusalOf = ({ headers }: Answer): string | undefined =>
    /^\/console\/(?:sign-in|shown)\?refused=(\w+)$/.exec(String(headers.location))?.[1]
  const newcomer = (): ProviderBrowser => providerBrowser(gateway)
  let people = 0
  const somebody = (claims: object): string => {
    const subject = `subject-${++people}`
    provider.people.set(subject, { preferred_username: `Person ${people}`, ...claims })
    return subject
  }
  const auditOf = async (name: string): Promise<readonly Record<string, unknown>[]> =>
    Object.values((await gateway.admin('GET', '/admin/audit?limit=100')).body.data ?? {})
      .map((line): Record<string, unknown> => ({ ...line }))
      .filter(({ subject }) => subject === `operator ${name}`)

  describe('whoever the identity provider vouches for', () => {
    it('comes in with the highest role of their groups, and goes on where they wanted to', async () => {
      const subject = somebody({
        preferred_username: 'anna@acme.example',
        groups: ['audit', 'finance', 'else'],
      })
      const browser = newcomer()
      expect((await browser.send('GET', '/sign-in/ways')).body.oidc).toEqual({ name: 'Acme' })
      // For the gateway's own people alone.
      const atDashboard = await browser.send('GET', '/dashboard/sign-in/ways')
      expect([atDashboard.status, atDashboard.body.oidc]).toEqual([200, undefined])
      const back = await come(browser, subject, { to: '/console/cases?open=true' })
      expect([back.status, back.headers.location]).toEqual([303, '/console/cases?open=true'])
      expect((await session(browser)).body).toMatchObject({
        person: { name: 'anna@acme.example' },
        role: 'OPERATOR',
        signInMethod: 'OIDC',
      })
      expect((await browser.send('GET', '/admin/merchants')).status).toBe(200)
      const actions = (await auditOf('anna@acme.example')).map(({ action }) => action)
      expect(actions.toSorted()).toEqual(['person.join', 'sign-in'])
      const { data } = (await gateway.admin('GET', '/admin/people')).body
      expect(data).toContainEqual(
        expect.objectContaining({ name: 'anna@acme.example', issuer: provider.settings.issuer, passkeys: 0 }),
      )
    })

    it('is the same person the next time, whatever they are called then, on whatever node', async () => {
      const subject = somebody({ preferred_username: 'Bea', groups: ['audit'] })
      const browser = newcomer()
      await come(browser, subject)
      const { id } = (await session(browser)).body.person ?? {}
      provider.people.set(subject, { preferred_username: 'Beatrice', groups: ['audit'] })
      const other = await testGateway(gateway.database, {
        started: false,
        seed: 2,
        settings: { identityProvider: provider.settings },
        network: (request) => provider.network(request),
      })
      await other.deps.jump(gateway.deps.clock.now() - other.deps.clock.now())
      // Asked on one node, answered on the other.
      const { url } = (await browser.begin()).body
      const address = new URL(await provider.visit(browser, String(url), subject))
      const back = await other.request('GET', address.pathname + address.search, {
        headers: { cookie: `${COOKIE}-oidc=${browser.ticket}` },
      })
      expect(back.headers.location).toBe('/console/')
      browser.cookie = /sluice-8080=([^;]+)/.exec(String(back.headers['set-cookie']))?.[1]
      expect((await session(browser)).body.person).toEqual({ id, name: 'Bea' })
      await other.stop()
    })

    it('has the role of other groups from the next sign-in on, and by the audit log it was the gateway', async () => {
      const subject = somebody({ preferred_username: 'Cid', groups: ['it'] })
      const [first, second] = [newcomer(), newcomer()]
      await come(first, subject)
      provider.people.set(subject, { preferred_username: 'Cid', groups: ['audit'] })
      await come(second, subject)
      // On every browser, not only on the one that came last.
      expect((await session(first)).body.role).toBe('VIEWER')
      expect(await auditOf('Cid')).toContainEqual(
        expect.objectContaining({
          action: 'person.change',
          operator: 'gateway',
          detail: expect.objectContaining({ before: { role: 'ADMIN' }, after: { role: 'VIEWER' } }),
        }),
      )
    })

    it('is out on every browser once no group of theirs gives a role, and in again when one does', async () => {
      const subject = somebody({ preferred_username: 'Dot', groups: ['it'] })
      const first = newcomer()
      await come(first, subject)
      provider.people.set(subject, { preferred_username: 'Dot', groups: ['guests'] })
      expect(refusalOf(await come(newcomer(), subject))).toBe('NO_ROLE')
      expect((await session(first)).status).toBe(401)
      provider.people.set(subject, { preferred_username: 'Dot', groups: ['finance'] })
      const again = newcomer()
      await come(again, subject)
      expect((await session(again)).body).toMatchObject({ person: { name: 'Dot' }, role: 'OPERATOR' })
    })

    it('has no higher role any more than their groups give, also where they do not prove it anew', async () => {
      const subject = somebody({ preferred_username: 'Ann', groups: ['it'] })
      const browser = newcomer()
      await come(browser, subject)
      provider.people.set(subject, { preferred_username: 'Ann', groups: ['audit'] })
      between = provedAt(undefined)
      expect(refusalOf(await come(browser, subject, { stepUp: true }))).toBe('NOT_ANEW')
      expect((await session(browser)).body.role).toBe('VIEWER')
    })

    it('is out with the next request once their provider is not the one that is set', async () => {
      const subject = somebody({ preferred_username: 'Ole', groups: ['it'] })
      const browser = newcomer()
      await come(browser, subject)
      expect((await browser.send('GET', '/admin/merchants')).status).toBe(200)
      for (const identityProvider of [
        undefined,
        { ...provider.settings, issuer: 'https://another.example' },
      ]) {
        const other = await testGateway(gateway.database, {
          started: false,
          seed: 3,
          settings: { identityProvider },
        })
        await other.deps.jump(gateway.deps.clock.now() - other.deps.clock.now())
        const requested = await other.request('GET', '/admin/merchants', {
          headers: { cookie: `${COOKIE}=${browser.cookie}`, 'sec-fetch-site': 'same-origin' },
        })
        expect(requested.status).toBe(401)
        await other.stop()
      }
    })

    it('is no second person for somebody who came by a link, as the same human may be both, but for one another', async () => {
      const byLink = (await gateway.person('By a link', 'ADMIN')).id
      const byProvider = async (name: string): Promise<string> => {
        const browser = newcomer()
        await come(browser, somebody({ preferred_username: name, groups: ['it'] }))
        return String((await session(browser)).body.person?.id)
      }
      const [one, two] = [await byProvider('Una'), await byProvider('Duo')]
      const why = (who: string, requested: string) => whyNoSecondPerson(gateway.database, who, requested)
      expect(await why(one, byLink)).toBe('NOT_SEPARATE')
      expect(await why(byLink, one)).toBe('NOT_SEPARATE')
      expect(await why(one, two)).toBeUndefined()
      expect((await gateway.admin('POST', `/admin/operators/${one}/!confirm`)).status).toBe(403)
      await confirmEverybody(gateway.database)
      expect(await why(one, byLink)).toBeUndefined()
    })

    it('is not brought back by a link: it would outlive the groups', async () => {
      const subject = somebody({ preferred_username: 'Pia', groups: ['it'] })
      const browser = newcomer()
      await come(browser, subject)
      const { id } = (await session(browser)).body.person ?? {}
      const link = await gateway.admin('POST', `/admin/people/${id}/!recover`)
      expect([link.status, link.body.code]).toEqual([409, 'OTHER_SIGN_IN_METHOD'])
    })

    it('stays out when an operator has ended them, whatever their groups are', async () => {
      const subject = somebody({ preferred_username: 'Eli', groups: ['it'] })
      const browser = newcomer()
      await come(browser, subject)
      const { id } = (await session(browser)).body.person ?? {}
      expect((await gateway.admin('DELETE', `/admin/people/${id}`)).status).toBe(204)
      expect((await session(browser)).status).toBe(401)
      expect(refusalOf(await come(newcomer(), subject))).toBe('ENDED')
    })

    it('has no way in of their own, and no other role than their groups give', async () => {
      const subject = somebody({ preferred_username: 'Flo', groups: ['finance'] })
      const browser = newcomer()
      await come(browser, subject)
      const { id } = (await session(browser)).body.person ?? {}
      for (const path of ['/sign-in/own/passkeys/options', '/sign-in/own/recovery-codes'])
        expect((await browser.send('POST', path)).body.code).toBe('OTHER_SIGN_IN_METHOD')
      const changed = await gateway.admin('PATCH', `/admin/people/${id}`, { role: 'ADMIN' })
      expect(changed.body.code).toBe('OTHER_SIGN_IN_METHOD')
      const narrowed = await gateway.admin('PATCH', `/admin/people/${id}`, { rights: { merchants: ['X'] } })
      expect(narrowed.status).toBe(200)
      await come(browser, subject)
      expect((await session(browser)).body.rights).toEqual({ merchants: ['X'] })
    })

    it('shows again that it is them by proving it anew to the provider', async () => {
      const subject = somebody({ preferred_username: 'Gil', groups: ['it'] })
      const browser = newcomer()
      await come(browser, subject)
      await gateway.deps.jump(6 * 60_000)
      const invite = () => browser.send('POST', '/admin/people/!invite', { name: 'Hugo', role: 'VIEWER' })
      expect((await invite()).body.code).toBe('STEP_UP_NEEDED')
      // The provider remembers them, and says since when: that is no proof anew.
      const longAgo = gateway.deps.clock.now() - 6 * 60_000
      between = provedAt(longAgo)
      await come(browser, subject)
      expect((await invite()).body.code).toBe('STEP_UP_NEEDED')
      expect((await browser.send('POST', '/sign-in/step-up/options')).body).toEqual({
        totp: false,
        oidc: { name: 'Acme' },
      })
      expect(refusalOf(await come(browser, subject, { stepUp: true }))).toBe('NOT_ANEW')
      between = provedAt(undefined)
      expect(refusalOf(await come(browser, subject, { stepUp: true }))).toBe('NOT_ANEW')
      between = provedAt(gateway.deps.clock.now())
      const back = await come(browser, subject, { stepUp: true, to: '/console/people' })
      expect(back.headers.location).toBe('/console/people')
      expect((await invite()).status).toBe(201)
      // In the place of the session before, which the browser kept at home.
      const own = (await browser.send('GET', '/sign-in/own')).body
      expect(own.sessions).toMatchObject([{ signInMethod: 'OIDC', isThis: true }])
    })
  })

  describe('who is not let in', () => {
    it('because no group gives a role: nobody is made of them', async () => {
      const subject = somebody({ preferred_username: 'Ivy', groups: [] })
      const browser = newcomer()
      expect(refusalOf(await come(browser, subject))).toBe('NO_ROLE')
      expect(browser.cookie).toBeUndefined()
      expect((await gateway.admin('GET', '/admin/people')).text).not.toContain('Ivy')
    })

    it('because the provider calls them as somebody is called who is an operator', async () => {
      const { id } = await gateway.person('Judy', 'ADMIN')
      for (const preferred_username of ['Judy', 'JUDY', 'bootstrap', 'gateway']) {
        const browser = newcomer()
        const subject = somebody({ preferred_username, groups: ['it'] })
        expect([preferred_username, refusalOf(await come(browser, subject))]).toEqual([
          preferred_username,
          'NAME_TAKEN',
        ])
        expect((await session(browser)).status).toBe(401)
      }
      expect((await gateway.admin('GET', '/admin/people')).text).toContain(id)
    })

    it('because the name looks like somebody else’s, by letters that nobody sees or tells from others', async () => {
      await gateway.person('Mara', 'ADMIN')
      const invited = { name: 'Nora', role: 'OPERATOR' }
      expect((await gateway.admin('POST', '/admin/people/!invite', invited)).status).toBe(201)
      const looksLike = [
        ['Mara\u3164', 'NO_NAME'],
        ['Ma\u115fra', 'NO_NAME'],
        ['M\u0430ra', 'NO_NAME'],
        ['\u039cara', 'NO_NAME'],
        ['\uff2d\uff41\uff52\uff41', 'NAME_TAKEN'],
        // Who is invited under it has still to come.
        ['nora', 'NAME_TAKEN'],
      ]
      for (const [preferred_username, why] of looksLike) {
        const subject = somebody({ preferred_username, groups: ['it'] })
        expect([preferred_username, refusalOf(await come(newcomer(), subject))]).toEqual([
          preferred_username,
          why,
        ])
      }
      for (const preferred_username of ['Мара', 'Μάρα', 'Mára', 'มารา', 'サラ', 'Mara Кот'])
        expect(refusalOf(await come(newcomer(), somebody({ preferred_username, groups: ['it'] })))).toBe(
          undefined,
        )
    })

    it('under a mail address that nobody has verified, be it another person’s: it neither names nor identifies', async () => {
      const victim = somebody({
        preferred_username: undefined,
        email: 'kim@acme.example',
        email_verified: true,
        groups: ['it'],
      })
      const kim = newcomer()
      await come(kim, victim)
      expect((await session(kim)).body.person?.name).toBe('kim@acme.example')
      const claims = {
        preferred_username: undefined,
        email: 'kim@acme.example',
        email_verified: false,
        groups: ['it'],
      }
      const thief = newcomer()
      expect(refusalOf(await come(thief, somebody(claims)))).toBe('NO_NAME')
      // Verified, it is still another subject.
      const verified = somebody({ ...claims, email_verified: true })
      expect(refusalOf(await come(newcomer(), verified))).toBe('NAME_TAKEN')
      expect((await session(thief)).status).toBe(401)
    })

    it('where it is somebody else who shows that it is them', async () => {
      const [one, other] = [somebody({ groups: ['it'] }), somebody({ groups: ['it'] })]
      const [browser, colleague] = [newcomer(), newcomer()]
      await come(browser, one)
      await come(colleague, other)
      browser.jar.clear()
      expect(refusalOf(await come(browser, other, { stepUp: true }))).toBe('ANOTHER')
      const { browser: byPasskey } = await gateway.person('Lou', 'ADMIN')
      expect((await byPasskey.send('POST', '/sign-in/oidc', { stepUp: true })).body.code).toBe(
        'OTHER_SIGN_IN_METHOD',
      )
    })
  })

  describe('a thief', () => {
    const begun = async (subject: string) => {
      const browser = newcomer()
      const { url } = (await browser.begin()).body
      return { browser, address: await provider.visit(browser, String(url), subject) }
    }

    it('gains nothing by an answer that has been heard, nor by one that is brought twice at once', async () => {
      const { browser, address } = await begun(somebody({ groups: ['it'] }))
      const copy = newcomer()
      copy.ticket = browser.ticket
      const answers = await Promise.all([browser.comeBack(address), copy.comeBack(address)])
      expect(answers.map(refusalOf).sort()).toEqual(['NOT_PROVED', undefined])
      expect(refusalOf(await copy.comeBack(address))).toBe('NOT_PROVED')
    })

    it('lets nobody in as themselves by sending them their own answer', async () => {
      const { address } = await begun(somebody({ groups: ['it'] }))
      const victim = newcomer()
      expect(refusalOf(await victim.comeBack(address))).toBe('NOT_PROVED')
      await victim.begin()
      expect(refusalOf(await victim.comeBack(address))).toBe('NOT_PROVED')
      expect((await session(victim)).status).toBe(401)
    })

    it('finds the question over after ten minutes', async () => {
      const { browser, address } = await begun(somebody({ groups: ['it'] }))
      await gateway.deps.jump(10 * 60_000)
      expect(refusalOf(await browser.comeBack(address))).toBe('NOT_PROVED')
    })

    it('cannot make a ticket, or change one', async () => {
      const { browser, address } = await begun(somebody({ groups: ['it'] }))
      const { ticket = '' } = browser
      for (const changed of [`${ticket.slice(0, -4)}AAAA`, 'x', '']) {
        browser.ticket = changed
        expect(refusalOf(await browser.comeBack(address))).toBe('NOT_PROVED')
      }
    })

    it('cannot answer in the name of another provider (mix-up)', async () => {
      const { browser, address } = await begun(somebody({ groups: ['it'] }))
      const mixed = new URL(address)
      expect(mixed.searchParams.get('iss')).toBe(provider.settings.issuer)
      mixed.searchParams.set('iss', 'https://evil.example')
      expect(refusalOf(await browser.comeBack(mixed.href))).toBe('NOT_PROVED')
    })

    it('cannot send a part of the answer twice, or one that has no end', async () => {
      for (const more of ['&state=other', `&code=${'x'.repeat(5_000)}`]) {
        const { browser, address } = await begun(somebody({ groups: ['it'] }))
        expect(refusalOf(await browser.comeBack(address + more))).toBe('NOT_PROVED')
      }
    })

    const FORGED: readonly [string, (claims: Reported) => Reported][] = [
      ['of another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
      ['for another audience', (claims) => ({ ...claims, aud: 'another-client' })],
      ['for several, of whom another is meant', (claims) => ({ ...claims, aud: [CLIENT, 'b'], azp: 'b' })],
      ['with the nonce of another question', (claims) => ({ ...claims, nonce: 'replayed' })],
      ['without a nonce', ({ nonce: _, ...claims }) => claims],
      ['whose time is over', (claims) => ({ ...claims, exp: Number(claims.iat) - 3_600 })],
    ]
    const CLIENT = 'sluice'

    it.each(FORGED)('gains nothing by a token %s', async (_, change) => {
      const { browser, address } = await begun(somebody({ groups: ['it'] }))
      between = signed(change)
      expect(refusalOf(await browser.comeBack(address))).toBe('NOT_PROVED')
      expect((await session(browser)).status).toBe(401)
    })

    it('gains nothing by a token that nobody has signed, or somebody else', async () => {
      const unsigned = (idToken: string) =>
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${idToken.split('.')[1]}.`
      const broken = (idToken: string) => `${idToken.slice(0, -8)}AAAAAAAA`
      for (const forge of [unsigned, broken]) {
        const { browser, address } = await begun(somebody({ groups: ['it'] }))
        between = inPlaceOfToken(forge)
        expect(refusalOf(await browser.comeBack(address))).toBe('NOT_PROVED')
      }
    })

    it('leads nobody to another address, by whatever place of the console they ask for', async () => {
      for (const to of [
        'https://evil.example/console/',
        '//evil.example/console/',
        '/console/../../evil',
        '/console//evil.example',
        '/console/%2f%2fevil.example',
        '/console/%2e%2e/admin/merchants',
        '/console/cases/%2E./.%2e/admin',
        '/console\\@evil.example',
        '/console/\r\nSet-Cookie: a=b',
        '/consoleevil',
        '/admin/merchants',
        'javascript:alert(1)',
        `/console/${'a'.repeat(600)}`,
      ])
        expect([to, placeIn(to)]).toEqual([to, '/console/'])
      for (const to of ['/console', '/console/', '/console/cases/01?from=2026-11-01&text=a%20b'])
        expect(placeIn(to)).toBe(to)
      const back = await come(newcomer(), somebody({ groups: ['it'] }), { to: '//evil.example' })
      expect(back.headers.location).toBe('/console/')
    })

    it('has the provider asked once where many begin at once, and it has not answered yet', async () => {
      await gateway.deps.jump(3_600_000)
      const requested: string[] = []
      between = ({ url }, answer) => {
        requested.push(url)
        return answer
      }
      const begun = await Promise.all(Array.from({ length: 20 }, () => newcomer().begin()))
      expect(new Set(begun.map(({ status }) => status))).toEqual(new Set([200]))
      expect(requested).toHaveLength(1)
    })

    it('begins nothing from a page of another origin', async () => {
      const browser = newcomer()
      const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
      expect((await browser.send('POST', '/sign-in/oidc', {}, foreign)).body.code).toBe('ORIGIN_REFUSED')
    })

    it('reads no secret in the log, nor in an address of ours', async () => {
      const { browser, address } = await begun(somebody({ groups: ['it'] }))
      const back = await browser.comeBack(address)
      const { searchParams } = new URL(address)
      const reported = JSON.stringify(gateway.deps.logged) + String(back.headers.location)
      for (const part of ['code', 'state']) expect(reported).not.toContain(searchParams.get(part))
      expect(reported).not.toContain(provider.settings.clientSecret)
    })

    it('is in the audit log, and stopped when it is often', async () => {
      const refusals: (string | undefined)[] = []
      for (let guess = 0; guess < 40; guess++) {
        const answer = await newcomer().comeBack('http://localhost:8080/sign-in/oidc/callback?code=a&state=b')
        refusals.push(refusalOf(answer))
      }
      expect(refusals).toContain('TOO_MANY')
      const lines = await gateway.admin('GET', '/admin/audit?operator=gateway&limit=100', undefined, ADMIN)
      expect(lines.body.data).toContainEqual(
        expect.objectContaining({
          action: 'sign-in.refused',
          detail: expect.objectContaining({ signInMethod: 'OIDC' }),
        }),
      )
    })
  })

  describe('groups', () => {
    it('are read with their roles, each once', () => {
      expect(groupRolesIn('it=ADMIN, /Money/Back office=OPERATOR')).toEqual([
        { group: 'it', role: 'ADMIN' },
        { group: '/Money/Back office', role: 'OPERATOR' },
      ])
      for (const wrong of ['', 'it', '=ADMIN', 'it=admin', 'it=ADMIN,', 'it=ADMIN,it=VIEWER'])
        expect(groupRolesIn(wrong)).toBeUndefined()
    })

    it('stand in no claim in which people say of themselves what they like', () => {
      for (const claim of ['groups', 'roles', 'hd', 'email', 'https://acme.example/roles'])
        expect(claimOfGroups(claim)).toBe(claim)
      for (const claim of ['preferred_username', 'name', 'nickname', 'website', 'phone_number', '', 'a b'])
        expect(claimOfGroups(claim)).toBeUndefined()
    })

    it('give the highest of their roles, and none by what is no group', () => {
      const roles = groupRolesIn('a=VIEWER,b=ADMIN,c=OPERATOR') ?? []
      expect(roleOf(['a', 'b', 'c'], roles)).toBe('ADMIN')
      expect(roleOf('c', roles)).toBe('OPERATOR')
      for (const reported of [undefined, null, {}, { b: true }, [['b']], 'B', 'a,b', 1])
        expect(roleOf(reported, roles)).toBeUndefined()
    })
  })
})
