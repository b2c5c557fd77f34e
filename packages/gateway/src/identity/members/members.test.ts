/** Merchants' own people: how they come in, what their session opens, and all that it must not. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onEngines } from '../../../../../test/setup/engine.ts'
import { COOKIE, ORIGIN, SoftAuthenticator } from '../people/people.fixture.ts'
import { PROVED_MS } from '../people/sessions.ts'
import { type MembersGateway, membersGateway, secretOf } from './members.fixture.ts'
import { PRESETS } from './rights.ts'

onEngines(['memory', 'postgres'], () => {
  let gateway: MembersGateway
  let code: string
  let other: string
  beforeAll(async () => {
    gateway = await membersGateway()
    code = (await gateway.merchant()).code
    other = (await gateway.merchant()).code
  })
  afterAll(() => gateway?.close())

  const owner = (name: string) => gateway.member(code, name, 'OWNER')

  describe('who comes in', () => {
    it('sees where they are signed in', async () => {
      const ada = await owner('Ada')
      const { status, body } = await ada.ask('GET', '/dashboard/sign-in/own')
      expect([status, body.sessions]).toEqual([200, [expect.objectContaining({ isThis: true })]])
    })

    it('is the owner whom an operator invites, and is told where they are and what they may', async () => {
      const anna = await owner('Anna')
      const { status, body } = await anna.ask('GET', '/dashboard/sign-in/session')
      expect([status, body.person?.name]).toEqual([200, 'Anna'])
      expect(body.merchants).toEqual([
        expect.objectContaining({
          merchantCode: code,
          isTest: true,
          zone: 'UTC',
          role: 'OWNER',
          capabilities: PRESETS.OWNER,
        }),
      ])
      expect((await anna.ask('GET', '/balances')).status).toBe(200)
    })

    it('is told the zone in which the merchant’s days are counted: its own, or the installation’s', async () => {
      const otto = await owner('Otto')
      const zone = async () => {
        const { merchants } = (await otto.ask('GET', '/dashboard/sign-in/session')).body
        return (merchants as unknown as readonly { readonly zone: string }[]).map((each) => each.zone)
      }
      const installation = { zone: 'Asia/Tokyo', monthly: true, series: 'INV' }
      expect((await gateway.admin('PUT', '/admin/billing', installation)).status).toBe(200)
      expect(await zone()).toEqual(['Asia/Tokyo'])
      const own = await gateway.admin('PUT', `/admin/merchants/${code}/billing`, { zone: 'Asia/Bangkok' })
      expect([own.status, await zone()]).toEqual([200, ['Asia/Bangkok']])
    })

    it('comes back by passkey, and by a recovery code that counts once', async () => {
      const berta = await owner('Berta')
      const browser = gateway.dashboard()
      expect((await browser.signIn(berta.authenticator)).status).toBe(200)
      const recover = { code: berta.recoveryCodes[0] }
      const [first, second] = [gateway.dashboard(), gateway.dashboard()]
      expect((await first.send('POST', '/dashboard/sign-in/recovery', recover)).status).toBe(200)
      expect((await second.send('POST', '/dashboard/sign-in/recovery', recover)).status).toBe(401)
    })

    it('uses a link once, and never after it was taken back', async () => {
      const link = await gateway.inviteTo(code, 'Carla', 'SUPPORT')
      await gateway.arrive(link)
      const again = await gateway.dashboard().join(link, new SoftAuthenticator())
      expect([again.status, again.body.code]).toEqual([410, 'LINK_OVER'])
      const dora = await owner('Dora')
      const invited = await dora.ask('POST', '/team/!invite', { name: 'Emil', role: 'FINANCE' })
      const { body } = await dora.ask('GET', '/team')
      const waiting = (body.invitations as unknown as { id: string; name: string }[]).find(
        ({ name }) => name === 'Emil',
      )
      expect((await dora.ask('POST', `/team/${waiting?.id}/!withdraw`)).status).toBe(204)
      expect((await gateway.dashboard().join(secretOf(invited), new SoftAuthenticator())).status).toBe(410)
    })

    it('may take another name where somebody has theirs', async () => {
      await owner('Frieda')
      const link = await gateway.inviteTo(other, 'Frieda', 'OWNER')
      const browser = gateway.dashboard()
      const taken = await browser.join(link, new SoftAuthenticator())
      expect([taken.status, taken.body.code]).toEqual([409, 'NAME_TAKEN'])
      expect((await browser.join(link, new SoftAuthenticator(), 'Frieda of the other shop')).status).toBe(201)
    })

    it('is not told that the name is taken where the passkey is', async () => {
      const yolanda = await owner('Yolanda')
      const link = await gateway.inviteTo(other, 'Yolanda the second', 'OWNER')
      const taken = await gateway.dashboard().join(link, yolanda.authenticator)
      expect([taken.status, taken.body.code]).toEqual([500, 'INTERNAL_ERROR'])
      expect((await gateway.dashboard().join(link, new SoftAuthenticator())).status).toBe(201)
    })

    it('joins one more merchant as who they are, and then says for which one they ask', async () => {
      const gerda = await owner('Gerda')
      const link = await gateway.inviteTo(other, 'whoever', 'SUPPORT')
      const accepted = await gerda.ask('POST', '/dashboard/sign-in/link/accept', { link })
      expect(accepted.status).toBe(201)
      expect((accepted.body.merchants as unknown as { role: string }[]).map(({ role }) => role)).toEqual([
        'OWNER',
        'SUPPORT',
      ])
      const unsaid = await gerda.ask('GET', '/payins')
      expect([unsaid.status, unsaid.body.code]).toEqual([400, 'VALIDATION_FAILED'])
      expect((await gerda.ask('GET', '/payins', undefined, { 'x-merchant-code': other })).status).toBe(200)
      const forbidden = await gerda.ask('GET', '/balances', undefined, { 'x-merchant-code': other })
      expect([forbidden.status, forbidden.body.code]).toEqual([403, 'SCOPE_EXCEEDED'])
      expect(forbidden.body.detail).toContain('balances:read')
      expect((await gerda.ask('POST', '/dashboard/sign-in/link/accept', { link })).status).toBe(410)
    })
  })

  describe('what a session does not open', () => {
    it('is the back office, and an operator’s session opens nothing of a merchant’s', async () => {
      const hanna = await owner('Hanna')
      const asOperator = await hanna.browser.send('GET', '/admin/merchants', undefined, {
        cookie: `${COOKIE}=${hanna.browser.cookie}`,
      })
      expect(asOperator.status).toBe(401)
      const { browser } = await gateway.person('root', 'ADMIN')
      for (const cookie of [`sluice-dashboard-8080=${browser.cookie}`, `${COOKIE}=${browser.cookie}`]) {
        const asMember = await browser.send('GET', '/balances', undefined, {
          cookie,
          'x-api-version': '2',
          'x-merchant-code': code,
        })
        expect(asMember.status).toBe(401)
      }
      // Nor does a passkey of one open a session in the other's realm.
      expect((await gateway.browser().signIn(hanna.authenticator)).status).toBe(401)
      expect(
        (await gateway.browser().send('POST', '/sign-in/recovery', { code: hanna.recoveryCodes[1] })).status,
      ).toBe(401)
      expect(
        (
          await gateway
            .dashboard()
            .send('POST', '/dashboard/sign-in/recovery', { code: hanna.recoveryCodes[1] })
        ).status,
      ).toBe(200)
    })

    it('is another merchant, whose code reads as that of none', async () => {
      const ida = await owner('Ida')
      const answers = await Promise.all(
        [other, 'NOBODY', "' or 1=1", '__proto__'].map((requested) =>
          ida.ask('GET', '/payins', undefined, { 'x-merchant-code': requested }),
        ),
      )
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
        answers.map(() => [403, 'SCOPE_EXCEEDED']),
      )
      expect(new Set(answers.map(({ body }) => body.detail)).size).toBe(1)
    })

    it('is what another origin makes the browser send', async () => {
      const jana = await owner('Jana')
      const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
      for (const [method, path, body] of [
        ['POST', '/payins/!availablePaymentOptions', { money: { amount: 1, currencyCode: 'THB' } }],
        ['POST', '/team/!invite', { name: 'Mallory', role: 'OWNER' }],
        ['GET', '/payins', undefined],
      ] as const) {
        const answer = await jana.ask(method, path, body, foreign)
        expect([answer.status, answer.body.code]).toEqual([403, 'ORIGIN_REFUSED'])
        expect(answer.headers['access-control-allow-origin']).toBeUndefined()
      }
      const samesite = await jana.ask('POST', '/team/!invite', { name: 'M', role: 'OWNER' }, { origin: '' })
      expect(samesite.status).toBe(403)
    })

    it('is what somebody planted: signing in makes a cookie anew and ends the one that was brought', async () => {
      const klara = await owner('Klara')
      const planted = klara.browser.cookie
      const browser = gateway.dashboard()
      browser.cookie = planted
      await browser.signIn(klara.authenticator)
      expect(browser.cookie).not.toBe(planted)
      expect((await klara.ask('GET', '/balances')).status).toBe(401)
    })

    it('is anything twice by one answer of an authenticator', async () => {
      const lena = await owner('Lena')
      const browser = gateway.dashboard()
      const { body } = await browser.send('POST', '/dashboard/sign-in/passkey/options')
      const credential = lena.authenticator.get({ challenge: String(body.challenge) })
      const send = () => gateway.dashboard().send('POST', '/dashboard/sign-in/passkey', { credential })
      expect([(await send()).status, (await send()).status]).toEqual([200, 401])
    })

    it('is anything once the person is ended', async () => {
      const mia = await owner('Mia')
      const nora = await gateway.member(code, 'Nora', 'FINANCE')
      expect((await nora.ask('GET', '/balances')).status).toBe(200)
      expect((await mia.ask('DELETE', `/team/${nora.id}`)).status).toBe(204)
      expect((await nora.ask('GET', '/balances')).status).toBe(401)
      expect((await gateway.dashboard().signIn(nora.authenticator)).status).toBe(401)
    })
  })

  describe('what a role opens', () => {
    it('changes with the next request', async () => {
      const olga = await owner('Olga')
      const paula = await gateway.member(code, 'Paula', 'FINANCE')
      expect((await paula.ask('GET', '/balances')).status).toBe(200)
      expect((await olga.ask('PATCH', `/team/${paula.id}`, { role: 'SUPPORT' })).status).toBe(200)
      const answer = await paula.ask('GET', '/balances')
      expect([answer.status, String(answer.body.detail).includes('balances:read')]).toEqual([403, true])
    })

    it('never is a token’s: teams are for who is signed in', async () => {
      const merchant = await gateway.merchant()
      const answer = await gateway.request('GET', '/team', { token: await merchant.token() })
      expect([answer.status, answer.body.code]).toEqual([403, 'SCOPE_EXCEEDED'])
    })

    it('takes a fresh proof where it says who may what', async () => {
      const rosa = await owner('Rosa')
      await gateway.deps.advance(PROVED_MS)
      const invite = () => rosa.ask('POST', '/team/!invite', { name: 'Sina', role: 'SUPPORT' })
      const stale = await invite()
      expect([stale.status, stale.body.code]).toEqual([403, 'STEP_UP_NEEDED'])
      expect((await rosa.browser.stepUp(rosa.authenticator)).status).toBe(200)
      expect((await invite()).status).toBe(201)
    })

    it('never widens by the hand of who has it: a narrowed owner changes nobody, and is not the last one', async () => {
      const merchant = await gateway.merchant()
      const ulla = await gateway.member(merchant.code, 'Ulla', 'OWNER')
      const vroni = await gateway.member(merchant.code, 'Vroni', 'OWNER')
      const rights = { limits: [{ currencyCode: 'THB', amount: '100' }] }
      expect((await ulla.ask('PATCH', `/team/${vroni.id}`, { rights })).status).toBe(200)
      const tried = [
        await vroni.ask('PATCH', `/team/${vroni.id}`, { rights: {} }),
        await vroni.ask('POST', '/team/!invite', { name: 'Wim', role: 'OWNER' }),
        await vroni.ask('POST', `/team/${ulla.id}/!recover`),
        await vroni.ask('DELETE', `/team/${ulla.id}`),
      ]
      expect(tried.map(({ status, body }) => [status, body.code])).toEqual(
        tried.map(() => [403, 'SCOPE_EXCEEDED']),
      )
      const alone = await ulla.ask('PATCH', `/team/${ulla.id}`, { rights })
      expect([alone.status, alone.body.code]).toEqual([409, 'LAST_SIGN_IN_METHOD'])
    })

    it('is the person’s own at each merchant: nobody takes over who is elsewhere, too', async () => {
      const tina = await owner('Tina')
      const uwe = await gateway.member(other, 'Uwe', 'OWNER')
      const link = secretOf(await tina.ask('POST', '/team/!invite', { name: 'Uwe here', role: 'SUPPORT' }))
      await uwe.ask('POST', '/dashboard/sign-in/link/accept', { link })
      const taken = await tina.ask('POST', `/team/${uwe.id}/!recover`)
      expect([taken.status, taken.body.code]).toEqual([403, 'SCOPE_EXCEEDED'])
    })

    it('brings back who has lost every way in, and ends what they had', async () => {
      const vera = await owner('Vera')
      const wanda = await gateway.member(code, 'Wanda', 'FINANCE')
      const back = await gateway.arrive(secretOf(await vera.ask('POST', `/team/${wanda.id}/!recover`)))
      expect(back.id).toBe(wanda.id)
      expect((await gateway.dashboard().signIn(wanda.authenticator)).status).toBe(401)
      expect((await wanda.ask('GET', '/balances')).status).toBe(401)
      expect((await back.ask('GET', '/balances')).status).toBe(200)
    })

    it('leaves an owner, whoever ends whom at the same time', async () => {
      const alone = (await gateway.merchant()).code
      const [xenia, yara] = [
        await gateway.member(alone, 'Xenia', 'OWNER'),
        await gateway.member(alone, 'Yara', 'OWNER'),
      ]
      const answers = await Promise.all([
        xenia.ask('DELETE', `/team/${yara.id}`),
        yara.ask('DELETE', `/team/${xenia.id}`),
      ])
      const ended = answers.filter(({ status }) => status === 204)
      expect(ended).toHaveLength(1)
      const left = await gateway.admin('GET', `/admin/merchants/${alone}/people`)
      expect((left.body.data as unknown as { role: string }[]).map(({ role }) => role)).toEqual(['OWNER'])
    })

    it('is noted with the name of who did what, sign-ins too', async () => {
      const zoe = await owner('Zoe')
      await zoe.ask('POST', '/team/!invite', { name: 'Abel', role: 'SUPPORT' })
      const { body } = await zoe.ask('GET', '/team/activity')
      const noted = (body.data as unknown as { person: string; action: string }[])
        .filter(({ person }) => person === 'Zoe')
        .map(({ action }) => action)
        .sort()
      expect(noted).toEqual(['POST /team/!invite', 'person.join', 'sign-in', 'team.invite'])
      const refused = await gateway
        .dashboard()
        .send('POST', '/dashboard/sign-in/recovery', { code: 'nothing' }, { origin: ORIGIN })
      expect(refused.status).toBe(401)
    })
  })
})
