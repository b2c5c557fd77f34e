/** What a merchant's owners are told by mail, whoever did it. */
import { fail, succeed } from '@sluice/core/foundation/result.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { onEngines } from '../../../../../test/setup/engine.ts'
import { type Mailbox, openMailbox } from '../../alerts/alerts.fixture.ts'
import type { Mail } from '../../outbound/mail.ts'
import { MailQueue } from '../people/mail-queue.ts'
import { SoftAuthenticator } from '../people/people.fixture.ts'
import { type MembersGateway, membersGateway, type TestMember } from './members.fixture.ts'
import { ownerMails } from './owner-mail.ts'

const KIND = ownerMails(() => 'https://x')

onEngines(['memory', 'postgres'], () => {
  const closing: (() => Promise<unknown>)[] = []
  let box: Mailbox
  let gateway: MembersGateway
  let code: string
  let anna: TestMember
  /** Each test has an Anna of its own. */
  let arrived = 0
  beforeAll(async () => {
    box = await openMailbox(closing)
    const server = { host: '127.0.0.1', port: box.port, tls: 'none', passwordFile: undefined } as const
    gateway = await membersGateway({
      settings: {
        alerts: {
          mail: {
            server: { ...server, user: 'ops', password: 'open sesame' },
            from: 'sluice@acme.example',
            to: ['ops@acme.example'],
          },
          webhook: undefined,
        },
      },
    })
  })
  beforeEach(async () => {
    code = (await gateway.merchant()).code
    anna = await gateway.member(code, `Anna ${++arrived}`, 'OWNER')
    const mine = await anna.ask('PATCH', `/team/${anna.id}`, { mail: 'anna@shop.example' })
    expect([mine.status, mine.body.mail]).toEqual([200, 'anna@shop.example'])
    await round()
    box.mails.length = 0
  })
  afterAll(async () => {
    await gateway?.close()
    for (const close of closing) await close()
  })

  const round = async () => {
    for (const queue of gateway.app.mails) await queue.round()
  }
  /** Sends what is due. @returns the mails since the test began, as they were handed over, without line ends inside of a word */
  async function sent(): Promise<readonly string[]> {
    await round()
    return box.mails.map((mail) => mail.replaceAll(/=\r?\n/g, ''))
  }

  describe('an owner', () => {
    it('is told once of a key that one of their people adds, by whom it was, on however many nodes', async () => {
      const dora = await gateway.member(code, 'Dora', 'DEVELOPER')
      await sent()
      box.mails.length = 0
      const made = await dora.ask('POST', '/secrets')
      expect(made.status).toBe(201)
      const { database, deps } = gateway
      const mails: Mail[] = []
      const mailer = {
        async send(mail: Mail) {
          mails.push(mail)
          return succeed(undefined)
        },
      }
      const nodes = [1, 2].map(
        () => new MailQueue({ database, deps, signInMethod: { mailer, from: 'a@b.example' }, kind: KIND }),
      )
      await Promise.all(nodes.map((node) => node.round()))
      expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
        [['anna@shop.example'], `[Sluice] ${code}: A secret was created`],
      ])
      expect(mails[0]?.text).toContain(`By: Dora of ${code}`)
      expect(mails[0]?.text).toContain(String(made.body.id))
      expect(JSON.stringify(mails)).not.toContain(String(made.body.secret))
      expect(await sent()).toEqual([])
    })

    it('is told of what an operator does, and of who joins', async () => {
      await gateway.admin('POST', `/admin/merchants/${code}/callback-secrets`)
      await gateway.member(code, 'Fina', 'FINANCE')
      const mails = (await sent()).join('\n')
      expect(box.mails).toHaveLength(2)
      expect(mails).toMatch(/A callback secret was created[\s\S]*By: operator bootstrap/)
      expect(mails).toMatch(/A person joined the team[\s\S]*What: Fina, FINANCE/)
      expect(mails).not.toContain('whsec_')
    })

    it('is told that a key waits for an owner, that one has confirmed it, and that this was taken back', async () => {
      const doro = await gateway.member(code, 'Doro', 'DEVELOPER')
      await sent()
      box.mails.length = 0
      const { id } = (await doro.ask('POST', '/secrets')).body
      await anna.ask('POST', `/secrets/${id}/!confirm`)
      await doro.ask('POST', `/secrets/${id}/!unconfirm`)
      const mails = (await sent()).join('\n')
      expect(mails).toContain(
        `${id}: until an owner confirms it, it can do no more than the person who created it`,
      )
      expect(mails).toMatch(/A secret was confirmed and can make payouts[\s\S]*By: Anna/)
      expect(mails).toMatch(/The confirmation of a secret was withdrawn[\s\S]*By: Doro/)
      expect(box.mails).toHaveLength(3)
    })

    it('is told at the old address, too, that there is a new one', async () => {
      await anna.ask('PATCH', `/team/${anna.id}`, { mail: 'thief@evil.example' })
      const to = (await sent()).flatMap((mail) => /^To: (.*)$/m.exec(mail)?.[1]?.trim() ?? [])
      expect(to.sort()).toEqual(['anna@shop.example', 'thief@evil.example'])
      await anna.ask('PATCH', `/team/${anna.id}`, { mail: 'anna@shop.example' })
      await sent()
    })

    it('is told once that another one has a new address', async () => {
      const second = await gateway.member(code, 'Otto', 'OWNER')
      await sent()
      box.mails.length = 0
      await anna.ask('PATCH', `/team/${second.id}`, { mail: 'otto@shop.example' })
      const to = (await sent()).flatMap((mail) => /^To: (.*)$/m.exec(mail)?.[1]?.trim() ?? [])
      expect(to.sort()).toEqual(['anna@shop.example', 'otto@shop.example'])
      await anna.ask('DELETE', `/team/${second.id}`)
      await sent()
    })

    it('is told nothing of what was refused, and of another merchant', async () => {
      const other = await gateway.merchant()
      await gateway.admin('POST', `/admin/merchants/${other.code}/secrets`)
      expect((await gateway.admin('DELETE', `/admin/merchants/${code}/keys/none`)).status).toBe(404)
      expect(await sent()).toEqual([])
    })

    it('gives one address, and nothing that would be another line or a second one', async () => {
      for (const mail of [
        'nobody',
        'a@b.example, c@d.example',
        'a@b.example\nBcc: x@y.example',
        'A <a@b.example>',
      ])
        expect([mail, (await anna.ask('PATCH', `/team/${anna.id}`, { mail })).status]).toEqual([mail, 400])
    })
  })

  describe('a link', () => {
    const linkIn = (mail: string | undefined) => /sign-in#([\w-]+)/.exec(mail ?? '')?.[1] ?? ''

    it('goes to the address of whom it is for, and is shown to nobody', async () => {
      const requested = await anna.ask('POST', '/team/!invite', {
        ...{ name: 'Malee', role: 'FINANCE' },
        mail: 'malee@shop.example',
      })
      expect([requested.status, requested.body.sentTo]).toEqual([201, 'malee@shop.example'])
      expect(requested.text).not.toContain('sign-in#')
      const stored = await gateway.database.run({ name: '', text: 'select sealed from link_mail' }, [])
      expect(JSON.stringify(stored)).not.toContain('sign-in')
      const [mail] = await sent()
      expect(mail).toMatch(/^To: malee@shop\.example/m)
      expect((await gateway.dashboard().join(linkIn(mail), new SoftAuthenticator())).status).toBe(201)
    })

    it('of an operator goes there, too, and one that brings somebody back', async () => {
      const invited = await gateway.admin('POST', '/admin/people/!invite', {
        ...{ name: 'Otto', role: 'VIEWER' },
        mail: 'otto@gateway.example',
      })
      expect(invited.body).toMatchObject({ sentTo: 'otto@gateway.example' })
      const [mail] = await sent()
      const joined = await gateway.browser().join(linkIn(mail), new SoftAuthenticator())
      expect(joined.status).toBe(201)
      const path = `/admin/people/${joined.body.session?.person?.id}/!recover`
      const back = await gateway.admin('POST', path, { mail: 'otto@home.example' })
      expect([back.status, back.body.sentTo, back.body.link]).toEqual([201, 'otto@home.example', undefined])
    })

    it('is refused an address that is none', async () => {
      const body = { name: 'Otto', role: 'VIEWER', mail: 'a@b.example, c@d.example' }
      const refused = await gateway.admin('POST', '/admin/people/!invite', body)
      expect(refused.body.errors).toMatchObject([{ path: '/mail' }])
    })
  })

  describe('a mail that is not taken', () => {
    it('is tried again later under the same ID, and given up after three days', async () => {
      await gateway.admin('POST', `/admin/merchants/${code}/secrets`)
      const { database, deps } = gateway
      const ids: string[] = []
      const mailer = {
        async send({ id }: Mail) {
          ids.push(id)
          return fail('the server is away')
        },
      }
      const signInMethod = { mailer, from: 'a@b.example' }
      const node = new MailQueue({ database, deps, signInMethod, kind: KIND })
      await node.round()
      await node.round()
      expect(ids).toHaveLength(1)
      await deps.jump(73 * 3_600_000)
      await node.round()
      expect([ids.length, new Set(ids).size]).toEqual([2, 1])
      await deps.jump(24 * 3_600_000)
      await node.round()
      expect(ids).toHaveLength(2)
    })
  })

  /** The last: a week ends everybody's session. */
  it('An owner is told of everything at the old address for a week more, however often it was changed', async () => {
    const eva = await gateway.member(code, 'Eva', 'OWNER')
    const mailTo = async () =>
      [...new Set((await sent()).flatMap((mail) => /^To: (.*)$/m.exec(mail)?.[1]?.trim() ?? []))].sort()
    const change = (mail: string | null) => eva.ask('PATCH', `/team/${eva.id}`, { mail })
    await change('eva@shop.example')
    for (const mail of ['thief@evil.example', 'thief2@evil.example', null]) await change(mail)
    await sent()
    box.mails.length = 0
    const operation = () => gateway.admin('POST', `/admin/merchants/${code}/callback-secrets`)
    await operation()
    expect(await mailTo()).toEqual(['anna@shop.example', 'eva@shop.example'])
    box.mails.length = 0
    await gateway.deps.jump(7 * 24 * 3_600_000)
    await operation()
    expect(await mailTo()).toEqual(['anna@shop.example'])
    await gateway.admin('DELETE', `/admin/merchants/${code}/people/${eva.id}`)
    await sent()
  })
})
