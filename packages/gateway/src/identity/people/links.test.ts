/**
 * Two people are two people: what a link makes stands on those who asked for it and approved it, and whoever comes by one counts as them
 * until somebody else has confirmed that they are somebody else. Each test is an attack that once worked.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../../../../../test/harness.ts'
import { onEngines } from '../../../../../test/setup/engine.ts'
import { confirmEverybody } from '../operators/operators.fixture.ts'
import { firstLink } from './first-link.ts'
import {
  type Browser,
  type PeopleGateway,
  type Person,
  peopleGateway,
  SoftAuthenticator,
} from './people.fixture.ts'

onEngines(['memory', 'postgres'], () => {
  let gateway: PeopleGateway
  /** The first operator of all. */
  let vera: Browser
  /** Approves what makes people for these tests. */
  let elder: Browser
  const keys = { vera: new SoftAuthenticator(), elder: new SoftAuthenticator() }
  let shop: string
  beforeAll(async () => {
    gateway = await peopleGateway({ started: true, approvals: 'AS_USUAL' })
    vera = gateway.browser()
    const first = (await firstLink(gateway.app.people))?.split('#')[1] ?? ''
    await vera.join(first, keys.vera, 'Vera')
    elder = gateway.browser()
    await elder.join(await linkFor(vera, 'ADMIN', 'Elder'), keys.elder)
    await confirmEverybody(gateway.database)
    await gateway.doze(1)
    shop = (await gateway.merchant()).code
  })
  beforeEach(async () => {
    await vera.signIn(keys.vera)
    await elder.signIn(keys.elder)
  })
  afterAll(() => gateway?.close())

  let count = 0
  const named = (name: string) => `${name} ${++count}`
  const idIn = ({ body }: Answer) => String(body.approval?.id)
  const linkIn = (link: unknown) => String(link).split('#')[1] ?? ''
  const joinBy = async (link: string): Promise<Omit<Person, 'recoveryCodes'>> => {
    const [browser, authenticator] = [gateway.browser(), new SoftAuthenticator()]
    const joined = await browser.join(link, authenticator)
    if (joined.status !== 201) throw new Error(joined.text)
    return { browser, authenticator, id: String(joined.body.session?.person?.id) }
  }
  /** An ADMIN whom everybody takes for a person of their own, a moment ago. */
  const admin = async (name: string) => {
    const made = await joinBy(await linkFor(vera, 'ADMIN', named(name)))
    await confirmEverybody(gateway.database)
    await gateway.doze(1)
    return made
  }
  /** By this one alone, or with the approval of another. */
  const linkFor = async (by: Browser, role: string, name: string, approver?: Browser): Promise<string> => {
    const requested = await by.send('POST', '/admin/people/!invite', { name, role })
    if (requested.status === 201) return linkIn(requested.body.link)
    await (approver ?? elder).send('POST', `/admin/approvals/${idIn(requested)}/!approve`)
    return linkIn((await by.send('POST', `/admin/approvals/${idIn(requested)}/!collect`)).body.body?.link)
  }
  const ask = (who: Browser) =>
    who.send('POST', '/admin/balances/!credit', {
      merchantCode: shop,
      money: { amount: 5, currencyCode: 'THB' },
      reference: named('two people'),
    })
  const approve = (who: Browser, requested: Answer) =>
    who.send('POST', `/admin/approvals/${idIn(requested)}/!approve`)
  const statusOf = async (answer: Promise<Answer>) => {
    const { status, body } = await answer
    return [status, body.code]
  }
  const FOUR_EYES = [403, 'FOUR_EYES']
  const OVER = [410, 'LINK_OVER']
  const join = async (link: string) => {
    // A link that is over counts as a failed try of the address.
    await gateway.doze(1_000)
    return statusOf(gateway.browser().join(link, new SoftAuthenticator()))
  }
  const confirm = (who: Browser, id: string) => statusOf(who.send('POST', `/admin/operators/${id}/!confirm`))
  const freshly = async (who: Omit<Person, 'recoveryCodes'>) => {
    await who.browser.stepUp(who.authenticator)
    return who.browser
  }

  describe('a link', () => {
    it('that brings somebody back is over once they have another role, also once they have the old one again', async () => {
      const [anna, kay] = [await admin('Anna'), await admin('Kay')]
      const requested = await anna.browser.send('POST', `/admin/people/${kay.id}/!recover`)
      await approve(elder, requested)
      const { body } = await anna.browser.send('POST', `/admin/approvals/${idIn(requested)}/!collect`)
      for (const role of ['VIEWER', 'ADMIN'])
        await approve(vera, await anna.browser.send('PATCH', `/admin/people/${kay.id}`, { role }))
      expect(await join(linkIn(body.body?.link))).toEqual(OVER)
    })

    it.each([
      ['who asked for it has left', 'asker', (id: string) => ['DELETE', `/admin/people/${id}`, undefined]],
      ['who approved it has left', 'approver', (id: string) => ['DELETE', `/admin/people/${id}`, undefined]],
      [
        'who asked for it was narrowed',
        'asker',
        (id: string) => ['PATCH', `/admin/people/${id}`, { rights: { merchants: ['X'] } }],
      ],
      [
        'who approved it has another role',
        'approver',
        (id: string) => ['PATCH', `/admin/people/${id}`, { role: 'OPERATOR' }],
      ],
    ] as const)('that invites somebody is over once %s', async (_, whose, change) => {
      const [anna, ben] = [await admin('Anna'), await admin('Ben')]
      const link = await linkFor(anna.browser, 'VIEWER', named('New'), ben.browser)
      const [method, path, body] = change(whose === 'asker' ? anna.id : ben.id)
      const changed = await vera.send(String(method), String(path), body)
      if (changed.status === 202) await approve(elder, changed)
      expect(await join(link)).toEqual(OVER)
    })

    it('is listed while it holds, with who asked and who approved, and is taken back', async () => {
      const [anna, ben] = [await admin('Anna'), await admin('Ben')]
      const name = named('Listed')
      const link = await linkFor(anna.browser, 'VIEWER', name, ben.browser)
      const listed = async () => {
        const { data } = (await vera.send('GET', '/admin/people-links')).body
        return (data as unknown as readonly { readonly id: string; readonly name: string }[]).filter(
          (each) => each.name === name,
        )
      }
      expect(await listed()).toMatchObject([
        {
          ...{ purpose: 'INVITE', role: 'VIEWER' },
          requestedBy: expect.stringContaining('Anna'),
          approvedBy: expect.stringContaining('Ben'),
        },
      ])
      const [{ id } = { id: '' }] = await listed()
      expect((await vera.send('DELETE', `/admin/people-links/${id}`)).status).toBe(204)
      expect(await listed()).toEqual([])
      expect(await join(link)).toEqual(OVER)
    })
  })

  describe('what opens a door', () => {
    it('is shown to who asked for it, once, and never to who approved it', async () => {
      const [anna, ben] = [await admin('Anna'), await admin('Ben')]
      const requested = await anna.browser.send('POST', '/admin/people/!invite', {
        name: named('New'),
        role: 'ADMIN',
      })
      const collect = (who: Browser) => who.send('POST', `/admin/approvals/${idIn(requested)}/!collect`)
      expect(await statusOf(collect(anna.browser))).toEqual([409, 'APPROVAL_WAITS'])
      const approved = await approve(ben.browser, requested)
      expect(approved.body.answer).toEqual({ status: 201, body: null })
      expect(approved.text).not.toContain('sign-in#')
      expect(await statusOf(collect(ben.browser))).toEqual(FOUR_EYES)
      const shown = await anna.browser.send('GET', `/admin/approvals/${idIn(requested)}`)
      expect(shown.body.toCollect).toBe(true)
      expect((await collect(anna.browser)).body.body?.link).toContain('sign-in#')
      expect(await statusOf(collect(anna.browser))).toEqual([409, 'APPROVAL_COLLECTED'])
    })

    it.each([
      ['a program’s token', '/admin/operators', () => ({ name: named('Program'), role: 'OPERATOR' })],
      [
        'a link to a live merchant',
        async () => `/admin/merchants/${(await gateway.merchant({ isTest: false })).code}/people/!invite`,
        () => ({ name: named('Owner') }),
      ],
    ] as const)('is not shown to who approves: %s', async (_, path, body) => {
      const [anna, ben] = [await admin('Anna'), await admin('Ben')]
      const at = typeof path === 'string' ? path : await path()
      const approved = await approve(ben.browser, await anna.browser.send('POST', at, body()))
      expect(approved.body.answer).toEqual({ status: 201, body: null })
    })

    it('is not collected by who asked once they have other rights, nor after a day', async () => {
      const [anna, ben] = [await admin('Anna'), await admin('Ben')]
      const asking = () =>
        anna.browser.send('POST', '/admin/people/!invite', { name: named('New'), role: 'VIEWER' })
      const collect = async (requested: Answer) => {
        const browser = await freshly(anna)
        return statusOf(browser.send('POST', `/admin/approvals/${idIn(requested)}/!collect`))
      }
      const [late, narrowed] = [await asking(), await asking()]
      await approve(ben.browser, late)
      await gateway.deps.jump(24 * 3_600_000)
      await anna.browser.signIn(anna.authenticator)
      expect(await collect(late)).toEqual([409, 'APPROVAL_COLLECTED'])
      await ben.browser.signIn(ben.authenticator)
      await approve(ben.browser, narrowed)
      // As an operator she collects what she asked for; as another one than she was she does not.
      await gateway.database.run({ name: '', text: 'update operator set revision = $2 where id = $1' }, [
        anna.id,
        anna.id,
      ])
      expect(await collect(narrowed)).toEqual(FOUR_EYES)
    })
  })

  it('a link is not asked for by mail where none is set up', async () => {
    const body = { name: named('Mail'), role: 'VIEWER', mail: 'somebody@gateway.example' }
    const refused = await vera.send('POST', '/admin/people/!invite', body)
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: '/mail', code: 'NOT_ALLOWED' }] } })
  })

  describe('whoever came by a link', () => {
    it('is no second person for who invited and approved them, nor these for them, until a third has confirmed them', async () => {
      const [anna, ben, carla] = [await admin('Anna'), await admin('Ben'), await admin('Carla')]
      const eve = await joinBy(await linkFor(anna.browser, 'ADMIN', named('Eve'), ben.browser))
      await gateway.doze(1)
      const tried = async (asker: Browser, approver: Browser) => statusOf(approve(approver, await ask(asker)))
      expect(await tried(anna.browser, eve.browser)).toEqual(FOUR_EYES)
      expect(await tried(eve.browser, anna.browser)).toEqual(FOUR_EYES)
      expect(await tried(ben.browser, eve.browser)).toEqual(FOUR_EYES)
      expect(await tried(carla.browser, eve.browser)).toEqual([200, undefined])
      for (const each of [anna, ben, eve]) expect(await confirm(each.browser, eve.id)).toEqual(FOUR_EYES)
      expect(await confirm(carla.browser, eve.id)).toEqual([200, undefined])
      expect(await confirm(carla.browser, eve.id)).toEqual([409, 'INVALID_STATE'])
      expect(await tried(anna.browser, eve.browser)).toEqual([200, undefined])
      expect(await tried(eve.browser, ben.browser)).toEqual([200, undefined])
    })

    it('brings nobody who would be a second person for who is behind them', async () => {
      const [anna, ben, carla] = [await admin('Anna'), await admin('Ben'), await admin('Carla')]
      const puppet = await joinBy(await linkFor(anna.browser, 'ADMIN', named('Puppet'), ben.browser))
      const second = await joinBy(await linkFor(puppet.browser, 'ADMIN', named('Second'), carla.browser))
      await gateway.doze(1)
      expect(await statusOf(approve(second.browser, await ask(anna.browser)))).toEqual(FOUR_EYES)
      expect(await statusOf(approve(second.browser, await ask(puppet.browser)))).toEqual(FOUR_EYES)
    })

    it('of two whom the same one brought is neither the other’s second person', async () => {
      const [anna, ben, carla] = [await admin('Anna'), await admin('Ben'), await admin('Carla')]
      const one = await joinBy(await linkFor(anna.browser, 'ADMIN', named('One'), ben.browser))
      const two = await joinBy(await linkFor(anna.browser, 'ADMIN', named('Two'), carla.browser))
      await gateway.doze(1)
      expect(await statusOf(approve(two.browser, await ask(one.browser)))).toEqual(FOUR_EYES)
      expect(await confirm(one.browser, two.id)).toEqual(FOUR_EYES)
    })

    it('stays theirs where one of them comes back as another operator', async () => {
      const [anna, ben, carla] = [await admin('Anna'), await admin('Ben'), await admin('Carla')]
      const puppet = await joinBy(await linkFor(anna.browser, 'ADMIN', named('Puppet'), ben.browser))
      const requested = await carla.browser.send('POST', `/admin/people/${anna.id}/!recover`)
      await approve(elder, requested)
      const { body } = await carla.browser.send('POST', `/admin/approvals/${idIn(requested)}/!collect`)
      const back = await joinBy(linkIn(body.body?.link))
      await confirmEverybodyBut(puppet.id)
      await gateway.doze(1)
      expect(await statusOf(approve(puppet.browser, await ask(back.browser)))).toEqual(FOUR_EYES)
    })
    const confirmEverybodyBut = (id: string) =>
      gateway.database.run(
        {
          name: '',
          text: 'update operator set confirmed_at = created_at where id <> $1 and confirmed_at is null',
        },
        [id],
      )

    it('is confirmed by the first operator of all, also where these brought them, and not by the token of the installation', async () => {
      const link = await linkFor(vera, 'ADMIN', named('Known'))
      const known = await joinBy(link)
      const byToken = await gateway.admin('POST', `/admin/operators/${known.id}/!confirm`)
      expect([byToken.status, byToken.body.code]).toEqual(FOUR_EYES)
      expect(await confirm(vera, known.id)).toEqual([200, undefined])
    })

    it('is nobody’s second person once somebody behind them has left: who has left may be back under another name', async () => {
      const [anna, ben, carla] = [await admin('Anna'), await admin('Ben'), await admin('Carla')]
      const puppet = await joinBy(await linkFor(anna.browser, 'ADMIN', named('Puppet'), ben.browser))
      await gateway.doze(1)
      expect((await anna.browser.send('DELETE', `/admin/people/${anna.id}`)).status).toBe(204)
      expect(await statusOf(approve(puppet.browser, await ask(carla.browser)))).toEqual(FOUR_EYES)
    })

    it('is not confirmed by an ADMIN who is narrowed', async () => {
      const [anna, ben, carla] = [await admin('Anna'), await admin('Ben'), await admin('Carla')]
      const eve = await joinBy(await linkFor(anna.browser, 'ADMIN', named('Eve'), ben.browser))
      const limits = [{ currencyCode: 'THB', amount: '1' }]
      await approve(elder, await vera.send('PATCH', `/admin/people/${carla.id}`, { rights: { limits } }))
      expect(await confirm(carla.browser, eve.id)).toEqual(FOUR_EYES)
    })

    it('is said to be unconfirmed where people are listed, and named where an approval waits for them', async () => {
      const [anna, ben] = [await admin('Anna'), await admin('Ben')]
      const name = named('Unknown')
      const eve = await joinBy(await linkFor(anna.browser, 'ADMIN', name, ben.browser))
      await gateway.doze(1)
      const { body } = await vera.send('GET', '/admin/people')
      expect(body.data).toContainEqual(expect.objectContaining({ id: eve.id, isConfirmed: false }))
      const requested = await ask(anna.browser)
      const shown = (await anna.browser.send('GET', `/admin/approvals/${idIn(requested)}`)).body
      expect(shown.unconfirmed).toContain(name)
      expect(shown.approvers).not.toContain(name)
    })
  })

  it('what somebody asked for is not approved once they have other rights', async () => {
    const [anna, ben] = [await admin('Anna'), await admin('Ben')]
    const requested = await ask(anna.browser)
    const change = await ben.browser.send('PATCH', `/admin/people/${anna.id}`, {
      rights: { merchants: [shop] },
    })
    await approve(vera, change)
    expect(await statusOf(approve(ben.browser, requested))).toEqual(FOUR_EYES)
  })
})
