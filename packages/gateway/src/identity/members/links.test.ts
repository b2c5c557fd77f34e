/**
 * A link into a merchant's team holds only as long as nothing has changed about those on whom it stands: whom it brings back, who asked for
 * it and who approved it. Each test is an attack that once worked.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../../../../../test/harness.ts'
import { onEngines } from '../../../../../test/setup/engine.ts'
import { rowsOf } from '../../payments/payments.fixture.ts'
import { creationIn, type Person, SoftAuthenticator } from '../people/people.fixture.ts'
import { type MembersGateway, membersGateway, secretOf, type TestMember } from './members.fixture.ts'

onEngines(['memory', 'postgres'], () => {
  let gateway: MembersGateway
  beforeAll(async () => {
    gateway = await membersGateway()
  })
  afterAll(() => gateway?.close())

  let count = 0
  const named = (name: string) => `${name} ${++count}`
  const shop = async (isTest = true) => (await gateway.merchant({ isTest })).code
  const member = (code: string, role = 'OWNER') => gateway.member(code, named(role), role)
  const accept = (who: TestMember, link: string) =>
    who.ask('POST', '/dashboard/sign-in/link/accept', { link })
  const use = (link: string) => gateway.dashboard().join(link, new SoftAuthenticator())
  const over = async (link: string) => {
    // A link that is over counts as a failed try of the address: the next test is not to be refused for it.
    await gateway.doze(1_000)
    const { status, body } = await use(link)
    expect([status, body.code]).toEqual([410, 'LINK_OVER'])
  }
  /** Once, when somebody is about to begin a transaction with this statement: after they were let in, before they hold any lock. */
  const inTheMomentBefore = (statement: string, what: () => Promise<void>) => {
    const { database } = gateway
    const real = database.transact
    const undo = () => {
      database.transact = real
    }
    database.transact = async (reads, decide) => {
      if (reads.some((call) => call.statement.name === statement)) {
        undo()
        await what()
      }
      return real(reads, decide)
    }
    return undo
  }
  const recovery = async (owner: TestMember, whom: TestMember) =>
    secretOf(await owner.ask('POST', `/team/${whom.id}/!recover`))
  const byOperator = async (code: string, whom: TestMember, operator?: Person) => {
    const path = `/admin/merchants/${code}/people/${whom.id}/!recover`
    return operator ? operator.browser.send('POST', path) : gateway.admin('POST', path)
  }

  describe('a recovery link', () => {
    it('of an owner ends where the person joins another merchant afterwards', async () => {
      const [t, v] = [await shop(), await shop()]
      const [owner, victim] = [await member(t), await member(t, 'FINANCE')]
      const link = await recovery(owner, victim)
      await accept(victim, await gateway.inviteTo(v, 'any', 'OWNER'))
      await over(link)
    })

    it('ends where the person joins another merchant and has left it again before it is used', async () => {
      const [t, v] = [await shop(), await shop()]
      const [owner, victim] = [await member(t), await member(t, 'FINANCE')]
      await member(v)
      const link = await recovery(owner, victim)
      await accept(victim, await gateway.inviteTo(v, 'any', 'OWNER'))
      expect((await gateway.admin('DELETE', `/admin/merchants/${v}/people/${victim.id}`)).status).toBe(204)
      await over(link)
    })

    it('ends where the role of the person changes, also where it changes back', async () => {
      const t = await shop()
      const [owner, victim] = [await member(t), await member(t, 'FINANCE')]
      const change = (role: string) => owner.ask('PATCH', `/team/${victim.id}`, { role })
      const link = await recovery(owner, victim)
      await change('SUPPORT')
      await change('FINANCE')
      await over(link)
    })

    it('holds where only the address changed at which the person is told by mail', async () => {
      const t = await shop()
      const [owner, victim] = [await member(t), await member(t)]
      const link = await recovery(owner, victim)
      await owner.ask('PATCH', `/team/${victim.id}`, { mail: 'new@shop.example' })
      expect((await use(link)).status).toBe(201)
    })

    it('is lost by neither race: whoever joins while it is used has joined, or is brought back', async () => {
      for (let round = 0; round < 5; round += 1) {
        const [t, v] = [await shop(), await shop()]
        const [owner, victim] = [await member(t), await member(t, 'FINANCE')]
        const link = await recovery(owner, victim)
        const invitation = await gateway.inviteTo(v, 'any', 'OWNER')
        const [joined, back] = await Promise.all([accept(victim, invitation), use(link)])
        const isBack = back.status === 201
        const session = back.body.session?.merchants as unknown as readonly object[] | undefined
        // Whoever came back by the link is at the one merchant that it was made for.
        if (isBack) expect(session).toHaveLength(1)
        expect([isBack, joined.status === 201]).not.toEqual([true, true])
      }
    })

    it('ends what a session of before is about to do: to join another merchant, to add a passkey, to renew the recovery codes', async () => {
      const [t, v] = [await shop(), await shop()]
      const owner = await member(t)
      const invitation = await gateway.inviteTo(v, 'any', 'OWNER')
      const brought = async (statement: string, what: (victim: TestMember) => Promise<Answer>) => {
        const victim = await member(t, 'FINANCE')
        const link = await recovery(owner, victim)
        const undo = inTheMomentBefore(statement, async () => {
          expect((await use(link)).status).toBe(201)
        })
        const { status, body } = await what(victim)
        undo()
        expect([status, body.code]).toEqual([401, 'AUTHENTICATION_FAILED'])
        return victim
      }
      const joining = await brought('merchant_invitation_use', (victim) => accept(victim, invitation))
      const places = `select merchant_id from merchant_member where person = '${joining.id}'`
      expect(await rowsOf(gateway.database, places)).toEqual([{ merchant_id: t }])

      const adding = await brought('spent_proof_insert', async ({ browser }) => {
        const { body } = await browser.send('POST', '/dashboard/sign-in/own/passkeys/options')
        const credential = new SoftAuthenticator().create(creationIn(body))
        return browser.send('POST', '/dashboard/sign-in/own/passkeys', { credential })
      })
      const passkeys = `select label from passkey where person = '${adding.id}'`
      expect(await rowsOf(gateway.database, passkeys)).toHaveLength(1)

      await brought('person_session_lock', ({ browser }) =>
        browser.send('POST', '/dashboard/sign-in/own/recovery-codes'),
      )
    })

    it('of an operator for a test merchant gives nobody a live merchant that the person joins afterwards', async () => {
      const [test, live] = [await shop(), await shop(false)]
      const victim = await member(test)
      const given = await byOperator(test, victim)
      expect(given.status).toBe(201)
      await accept(victim, await gateway.inviteTo(live, 'any', 'OWNER'))
      await over(secretOf(given))
    })

    it('of an operator who is narrowed to one of the person’s merchants is not made', async () => {
      const [a, b] = [await shop(), await shop()]
      const narrowed = await gateway.person(named('Narrow'), 'ADMIN', { merchants: [a] })
      const victim = await member(a, 'SUPPORT')
      expect((await byOperator(a, victim, narrowed)).status).toBe(201)
      await accept(victim, await gateway.inviteTo(b, 'any', 'OWNER'))
      const refused = await byOperator(a, victim, narrowed)
      expect([refused.status, refused.body.code]).toEqual([403, 'SCOPE_EXCEEDED'])
      expect(refused.body.detail).not.toContain(b)
    })

    it('stands in the log of every merchant of the person when it is made, and when it is used', async () => {
      const [a, b] = [await shop(), await shop()]
      const victim = await member(a)
      await accept(victim, await gateway.inviteTo(b, 'any', 'SUPPORT'))
      expect((await use(secretOf(await byOperator(a, victim)))).status).toBe(201)
      const noted = async (code: string) => {
        const of = `select action from merchant_activity where merchant_id = '${code}' and action in ('team.recover', 'person.recover')`
        return (await rowsOf(gateway.database, of)).map(({ action }) => action).toSorted()
      }
      for (const code of [a, b]) expect(await noted(code)).toEqual(['person.recover', 'team.recover'])
    })
  })

  describe('an invitation', () => {
    it('ends with the owner who made it: nobody who was ended comes back by one of their own', async () => {
      const t = await shop()
      const [owner, ended] = [await member(t), await member(t)]
      const link = secretOf(await ended.ask('POST', '/team/!invite', { name: named('Back'), role: 'OWNER' }))
      expect((await owner.ask('DELETE', `/team/${ended.id}`)).status).toBe(204)
      await over(link)
    })

    it('ends where the owner who made it is an owner no more, also where they become one again', async () => {
      const t = await shop()
      const [owner, other] = [await member(t), await member(t)]
      const link = secretOf(await other.ask('POST', '/team/!invite', { name: named('New'), role: 'OWNER' }))
      for (const role of ['SUPPORT', 'OWNER']) await owner.ask('PATCH', `/team/${other.id}`, { role })
      await over(link)
    })

    it.each([
      ['has left', (id: string) => gateway.admin('DELETE', `/admin/people/${id}`)],
      [
        'was narrowed',
        (id: string) => gateway.admin('PATCH', `/admin/people/${id}`, { rights: { merchants: ['X'] } }),
      ],
      ['has another role', (id: string) => gateway.admin('PATCH', `/admin/people/${id}`, { role: 'VIEWER' })],
    ] as const)('ends where the operator who made it %s', async (_, change) => {
      const t = await shop()
      const operator = await gateway.person(named('Op'), 'ADMIN')
      const path = `/admin/merchants/${t}/people/!invite`
      const link = secretOf(await operator.browser.send('POST', path, { name: named('Owner') }))
      expect((await change(operator.id)).status).toBeLessThan(300)
      await over(link)
    })

    it('is listed for owners and operators while it holds, with who asked, and taken back by both', async () => {
      const t = await shop()
      const owner = await member(t)
      const invited = [
        await owner.ask('POST', '/team/!invite', { name: 'First', role: 'SUPPORT' }),
        await gateway.admin('POST', `/admin/merchants/${t}/people/!invite`, {
          name: 'Second',
          role: 'FINANCE',
        }),
      ]
      const path = `/admin/merchants/${t}/people-links`
      const listed = async () =>
        (await gateway.admin('GET', path)).body.data as unknown as readonly { id: string; name: string }[]
      expect(await listed()).toMatchObject([
        { purpose: 'INVITE', name: 'First', role: 'SUPPORT' },
        { purpose: 'INVITE', name: 'Second', role: 'FINANCE', invitedBy: 'bootstrap' },
      ])
      const [first, second] = await listed()
      expect((await gateway.admin('DELETE', `${path}/${first?.id}`)).status).toBe(204)
      expect((await gateway.admin('DELETE', `${path}/${first?.id}`)).status).toBe(404)
      expect((await owner.ask('POST', `/team/${second?.id}/!withdraw`)).status).toBe(204)
      expect(await listed()).toEqual([])
      for (const each of invited) await over(secretOf(each))
    })
  })

  it('whoever is ended while they join another merchant is a member with a person, or none at all', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [t, v] = [await shop(), await shop()]
      const [owner, leaving] = [await member(t), await member(t, 'SUPPORT')]
      const link = await gateway.inviteTo(v, 'any', 'OWNER')
      await Promise.all([owner.ask('DELETE', `/team/${leaving.id}`), accept(leaving, link)])
    }
    const lost = `select person from merchant_member m where not exists (select from merchant_person p where p.id = m.person)`
    expect(await rowsOf(gateway.database, lost)).toEqual([])
  })
})
