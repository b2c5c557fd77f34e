/** What wrong one-time codes keep from whom: those who guess, and nobody else. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { onEngines } from '../../../../../test/setup/engine.ts'
import { type MembersGateway, membersGateway } from '../members/members.fixture.ts'
import { pauseMsAfter } from './authenticator-app.ts'
import { Browser, codeAt } from './people.fixture.ts'

interface WithApp {
  readonly name: string
  readonly browser: Browser
  readonly recoveryCodes: readonly string[]
  code(): string
}

onEngines(['memory', 'postgres'], () => {
  let gateway: MembersGateway
  let shop: string
  let count = 0
  beforeAll(async () => {
    gateway = await membersGateway()
    shop = (await gateway.merchant()).code
  })
  afterAll(() => gateway.close())
  // No test counts what another has failed from the same address.
  beforeEach(() => wait(60_000))

  const wait = (ms: number) => gateway.doze(ms, ms)
  /** By a link, with an app; the code that joined is used up until the next minute. */
  async function joinIn(browser: Browser, name: string, link: string): Promise<WithApp> {
    const { prefix } = browser.pages
    const { totp } = (await browser.send('POST', `${prefix}/sign-in/link`, { link })).body
    const { enrolment, secret } = totp ?? {}
    const code = () => codeAt(secret, gateway.deps.clock.now())
    const joined = await browser.send('POST', `${prefix}/sign-in/link/totp`, {
      link,
      enrolment,
      code: code(),
    })
    expect(joined.status, joined.text).toBe(201)
    await wait(60_000)
    return { name, browser, code, recoveryCodes: joined.body.recoveryCodes as unknown as readonly string[] }
  }
  const operator = async (browser = gateway.browser()) => {
    count += 1
    const name = `Ops ${count}`
    return joinIn(browser, name, await gateway.invite(name, 'ADMIN'))
  }
  const member = async (browser = gateway.dashboard()) => {
    count += 1
    const name = `Mem ${count}`
    return joinIn(browser, name, await gateway.inviteTo(shop, name, 'OWNER'))
  }
  const enter = (browser: Browser, { name }: WithApp, code: string) =>
    browser.send('POST', `${browser.pages.prefix}/sign-in/totp`, { name, code })
  const stepUp = (browser: Browser, code: string) =>
    browser.send('POST', `${browser.pages.prefix}/sign-in/step-up`, { code })
  const isSignedIn = async (browser: Browser) =>
    (await browser.send('GET', `${browser.pages.prefix}/sign-in/session`)).status === 200
  const stranger = ({ browser }: WithApp) => new Browser(gateway, browser.pages)
  const guess = async (browser: Browser, who: WithApp, times: number) => {
    for (let time = 0; time < times; time++) expect((await enter(browser, who, '000000')).status).toBe(401)
  }

  describe.each([
    ['an operator', () => operator()],
    ['one of a merchant’s people', () => member()],
  ])('a stranger who guesses under the name of %s', (_who, arrives) => {
    it('does not keep them from proving anew in a session that is open', async () => {
      const who = await arrives()
      await guess(stranger(who), who, 6)
      const proved = await stepUp(who.browser, who.code())
      expect(proved.status, proved.text).toBe(200)
    })

    it('does not keep them from signing in where they have signed in before', async () => {
      const who = await arrives()
      await who.browser.send('POST', `${who.browser.pages.prefix}/sign-in/out`)
      await guess(stranger(who), who, 6)
      expect((await enter(stranger(who), who, who.code())).status).toBe(401)
      const entered = await enter(who.browser, who, who.code())
      expect(entered.status, entered.text).toBe(200)
    })

    it('gains no guess by their signing in elsewhere', async () => {
      const who = await arrives()
      const thief = stranger(who)
      await guess(thief, who, 5)
      expect((await enter(who.browser, who, who.code())).status).toBe(200)
      await wait(60_000)
      expect((await enter(thief, who, who.code())).status).toBe(401)
    })
  })

  describe('a session in which somebody guesses', () => {
    it.each([
      ['an operator', () => operator()],
      ['one of a merchant’s people', () => member()],
    ])('of %s ends with the fifth wrong code, and no other one with it', async (_who, arrives) => {
      const who = await arrives()
      const thief = stranger(who)
      thief.cookie = who.browser.cookie
      const other = stranger(who)
      expect((await enter(other, who, who.code())).status).toBe(200)
      await wait(60_000)
      for (let time = 0; time < 4; time++) expect((await stepUp(thief, '000000')).status).toBe(401)
      expect([await isSignedIn(thief), await isSignedIn(other)]).toEqual([true, true])
      expect((await stepUp(thief, '000000')).status).toBe(401)
      expect([await isSignedIn(thief), await isSignedIn(other)]).toEqual([false, true])
      expect((await stepUp(other, who.code())).status).toBe(200)
      await wait(60_000)
      expect((await enter(stranger(who), who, who.code())).status).toBe(200)
    })

    it('has five for its whole life, whatever its owner proves meanwhile', async () => {
      const who = await operator()
      for (let time = 0; time < 4; time++) expect((await stepUp(who.browser, '000000')).status).toBe(401)
      expect((await stepUp(who.browser, who.code())).status).toBe(200)
      expect((await stepUp(who.browser, '000000')).status).toBe(401)
      expect(await isSignedIn(who.browser)).toBe(false)
    })

    it('gets no more guesses by sending them all at once', async () => {
      const who = await operator()
      await Promise.all(Array.from({ length: 12 }, () => stepUp(who.browser, '000000')))
      expect(await isSignedIn(who.browser)).toBe(false)
      const [row] = await gateway.database.run(
        {
          name: 'test_session_end_notes',
          text: `select count(*)::integer as notes from audit where action = 'session.guessed' and subject = $1`,
        },
        [`operator ${who.name}`],
      )
      expect(row?.notes).toBe(1)
    })
  })

  describe('the cookie of a device', () => {
    it('is random, for own pages only, not for scripts, and stands in the database as a hash', async () => {
      const who = await operator()
      const entered = await enter(who.browser, who, who.code())
      const [, set] = [entered.headers['set-cookie']].flat()
      expect(set).toMatch(
        /^sluice-8080-device=[\w-]{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
      )
      const rows = await gateway.database.run(
        { name: 'test_devices', text: 'select * from person_device' },
        [],
      )
      expect(JSON.stringify(rows)).not.toContain(String(who.browser.device))
    })

    it('opens nothing', async () => {
      const who = await operator()
      const thief = stranger(who)
      thief.device = who.browser.device
      expect(await isSignedIn(thief)).toBe(false)
      thief.cookie = who.browser.device
      expect(await isSignedIn(thief)).toBe(false)
    })

    it('is given to nobody who has not proved who they are', async () => {
      const who = await operator()
      const thief = stranger(who)
      await enter(thief, who, '000000')
      expect(thief.device).toBeUndefined()
      const [code = ''] = who.recoveryCodes
      expect((await thief.send('POST', '/sign-in/recovery', { code })).status).toBe(200)
      expect(thief.device).toBeUndefined()
    })

    it('rests by itself after five wrong codes, and keeps nobody out elsewhere', async () => {
      const who = await operator()
      const thief = stranger(who)
      thief.device = who.browser.device
      await guess(thief, who, 5)
      expect((await enter(thief, who, who.code())).status).toBe(401)
      expect((await enter(stranger(who), who, who.code())).status).toBe(200)
      await wait(15 * 60_000)
      expect((await enter(thief, who, who.code())).status).toBe(200)
    })

    it('of somebody else, of the other kind of people, or made up is a stranger’s', async () => {
      const [who, other, elsewhere] = [await operator(), await operator(), await member()]
      await guess(stranger(who), who, 6)
      const foreign = [other.browser.device, elsewhere.browser.device, 'x'.repeat(43)]
      for (const device of foreign) {
        const thief = stranger(who)
        thief.device = device
        expect((await enter(thief, who, who.code())).status).toBe(401)
      }
    })

    it('that was copied is a stranger’s once its owner has signed in again', async () => {
      const who = await operator()
      const thief = stranger(who)
      thief.device = who.browser.device
      expect((await enter(who.browser, who, who.code())).status).toBe(200)
      await wait(60_000)
      await guess(stranger(who), who, 6)
      expect((await enter(thief, who, who.code())).status).toBe(401)
      expect((await enter(who.browser, who, who.code())).status).toBe(200)
    })

    it('that somebody planted before is none of its person’s', async () => {
      const who = await operator()
      const planted = 'f'.repeat(43)
      const browser = stranger(who)
      browser.device = planted
      expect((await enter(browser, who, who.code())).status).toBe(200)
      expect(browser.device).not.toBe(planted)
    })

    it('serves all who have signed in there', async () => {
      const first = await operator()
      const shared = first.browser
      const second = await operator(shared)
      await guess(stranger(first), first, 6)
      await guess(stranger(second), second, 6)
      expect((await enter(shared, first, first.code())).status).toBe(200)
      expect((await enter(shared, second, second.code())).status).toBe(200)
    })

    it('is one of ten at most, and forgotten half a year after the last sign-in', async () => {
      const who = await operator()
      for (let time = 0; time < 11; time++) {
        expect((await enter(stranger(who), who, who.code())).status).toBe(200)
        await wait(60_000)
      }
      await guess(stranger(who), who, 6)
      expect((await enter(who.browser, who, who.code())).status).toBe(401)

      const late = await operator()
      await gateway.doze(180 * 24 * 3_600_000, 24 * 3_600_000)
      await guess(stranger(late), late, 6)
      expect((await enter(late.browser, late, late.code())).status).toBe(401)
    })

    it('goes with its person', async () => {
      const who = await operator()
      const session = (await who.browser.send('GET', '/sign-in/session')).body
      const { id } = session.person ?? {}
      const devices = () =>
        gateway.database.run(
          { name: 'test_devices_of', text: 'select person from person_device where person = $1::uuid' },
          [String(id)],
        )
      expect(await devices()).toHaveLength(1)
      expect((await gateway.admin('DELETE', `/admin/people/${id}`)).status).toBe(204)
      expect(await devices()).toHaveLength(0)
    })
  })

  it('eleven codes can be guessed on the first day, and one on each day after, by strangers and in each browser', () => {
    const guessesIn = (days: number) => {
      let guesses = 0
      for (let at = 0; at < days * 86_400_000; at += pauseMsAfter(guesses) ?? 0) guesses += 1
      return guesses
    }
    expect([guessesIn(1), guessesIn(11)]).toEqual([11, 21])
  })

  it('whoever cannot sign in where strangers guess comes by a recovery code, and proves it by the app', async () => {
    const who = await operator()
    const laptop = stranger(who)
    await guess(stranger(who), who, 6)
    expect((await enter(laptop, who, who.code())).status).toBe(401)
    const [code = ''] = who.recoveryCodes
    expect((await laptop.send('POST', '/sign-in/recovery', { code })).status).toBe(200)
    expect((await stepUp(laptop, who.code())).status).toBe(200)
  })
})
