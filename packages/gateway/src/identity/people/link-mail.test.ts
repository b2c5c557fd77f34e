import { fail, succeed } from '@sluice/core/foundation/result.ts'
import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Opened } from '@sluice/database/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { START } from '../../../../../test/harness.ts'
import { bothEngines } from '../../../../../test/setup/shared.ts'
import type { Mail } from '../../outbound/mail.ts'
import { masterKeyFrom } from '../access/secrets.ts'
import { linkMails, writeLinkMail } from './link-mail.ts'
import { MailQueue } from './mail-queue.ts'

const KEY = masterKeyFrom(new Uint8Array(32).fill(7))
const LINK = {
  ...{ to: 'anna@shop.example', url: 'https://gateway.example/console/sign-in#secret', name: 'Anna' },
  ...{ makes: 'an operator', by: 'vera', expiresAt: START },
}

describe.each(bothEngines)('a link that is mailed, on $name', ({ open }) => {
  let opened: Opened
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened?.close())

  it('is tried again later under the same ID where it was not taken, and forgotten once it was', async () => {
    const { database } = opened
    const deps = simulatedDeps(1, { startAt: START })
    const mails: Mail[] = []
    const mailer = {
      async send(mail: Mail) {
        mails.push(mail)
        return mails.length === 1 ? fail('the server is away') : succeed(undefined)
      },
    }
    const signInMethod = { mailer, from: 'gateway@gateway.example' }
    const queue = new MailQueue({ database, deps, signInMethod, kind: linkMails(KEY) })
    await database.batch([writeLinkMail(deps, KEY, LINK)])
    await queue.round()
    await queue.round()
    expect(mails).toHaveLength(1)
    await deps.jump(60 * 60_000)
    await queue.round()
    await queue.round()
    expect(mails.map(({ id, to, text }) => [id, to, text.includes(LINK.url)])).toEqual(
      Array(2).fill([mails[0]?.id, [LINK.to], true]),
    )
    expect(JSON.stringify(deps.logged)).not.toContain('secret')
  })
})
