import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { OutboundNetwork } from '@sluice/core/foundation/deps.ts'
import { realClock, realTimers } from '@sluice/core/foundation/real-deps.ts'
import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Database } from '@sluice/database/port.ts'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { START } from '../../../../test/harness.ts'
import { openTestDatabase } from '../../../../test/setup/shared.ts'
import { addressPolicy } from '../outbound/guard.ts'
import { smtpMailer } from '../outbound/mail.ts'
import { realNetwork } from '../outbound/network.ts'
import { openMailbox } from './alerts.fixture.ts'
import { Alerts } from './alerts.ts'
import { type AlertChannel, mailChannel, webhookChannel } from './channels.ts'
import { ALERT_RULE_NAMES, type AlertRuleName, type Measures, usualRule, type Wrong } from './rules.ts'
import { putRuleCall, readAlerts } from './store.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const MINUTE_MS = 60_000

let database: Database
let deps: SimulatedDeps
let wrong: Partial<Record<AlertRuleName, readonly Wrong[]>>
const closing: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  database = await openTestDatabase(START)
  deps = simulatedDeps(1, { startAt: START })
  wrong = {}
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await database.close()
})

const measures = Object.fromEntries(
  ALERT_RULE_NAMES.map((rule) => [rule, async () => wrong[rule] ?? []]),
) as unknown as Measures

const alertsWith = (...channels: readonly AlertChannel[]) =>
  new Alerts({ database, deps, measures, channels })

const ILL: Wrong = { subject: 'kbank', detail: 'unhealthy since noon' }

/** A round after each of so many minutes. */
async function pass(minutes: number, ...nodes: readonly Alerts[]): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    await deps.advance(MINUTE_MS)
    for (const node of nodes) await node.round()
  }
}

const mailbox = () => openMailbox(closing)

const mailTo = (port: number, password = 'open sesame') =>
  mailChannel(
    smtpMailer({ host: '127.0.0.1', port, tls: 'none', user: 'ops', password, passwordFile: undefined }),
    { from: 'sluice@example.com', to: ['a@example.com', 'b@example.com'], base: () => 'https://pay.example' },
  )

interface Received {
  readonly headers: Record<string, string>
  readonly body: string
}

/** A server of the operator's, with what it answers. */
async function receiver(): Promise<{ url: string; received: Received[]; status: { code: number } }> {
  const received: Received[] = []
  const status = { code: 204 }
  const server: Server = createServer(async (request, response) => {
    received.push({ headers: request.headers as Record<string, string>, body: await text(request) })
    response.writeHead(status.code).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(resolve)))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received, status }
}

function network(): OutboundNetwork {
  const real = realNetwork({ clock: realClock, timers: realTimers })
  closing.push(() => real.close())
  return real
}

const hookTo = (url: string, policy = addressPolicy({ allow: ['127.0.0.0/8'], loopback: true })) =>
  webhookChannel({ network: network(), clock: realClock }, { url, secret: SECRET, policy })

describe('an alert', () => {
  it('is told once when it begins and once when it has ended, by mail and by a signed webhook', async () => {
    const box = await mailbox()
    const hook = await receiver()
    const alerts = alertsWith(mailTo(box.port), hookTo(hook.url))
    wrong['processor-ill'] = [ILL]
    await pass(10, alerts)
    wrong['processor-ill'] = []
    await pass(10, alerts)
    expect(box.mails).toHaveLength(2)
    expect(box.mails[0]).toContain('Subject: [Sluice] processor-ill began: kbank')
    expect(box.mails[0]).toContain('unhealthy since noon')
    expect(box.mails[1]).toContain('processor-ill ended: kbank')
    const events = hook.received.map(({ body, headers }) => new Webhook(SECRET).verify(body, headers))
    expect(events).toMatchObject([
      { type: 'alert.began', data: { rule: 'processor-ill', subject: 'kbank', detail: ILL.detail } },
      { type: 'alert.ended', data: { subject: 'kbank', endedAt: expect.any(String) } },
    ])
  })

  it('that flickers is one alert', async () => {
    const box = await mailbox()
    const alerts = alertsWith(mailTo(box.port))
    for (let time = 0; time < 10; time++) {
      wrong['processor-ill'] = [ILL]
      await pass(1, alerts)
      wrong['processor-ill'] = []
      await pass(3, alerts)
    }
    expect(box.mails).toHaveLength(1)
  })

  it('is told once by several nodes, and not again after a restart', async () => {
    const hook = await receiver()
    wrong['case-old'] = [{ subject: 'open cases', detail: '3 cases' }]
    const channel = hookTo(hook.url)
    await pass(3, alertsWith(channel), alertsWith(channel))
    await pass(3, alertsWith(channel))
    expect(hook.received).toHaveLength(1)
  })

  it('is told once when it begins and once when it has stayed away for five minutes, whatever comes, goes and dies', async () => {
    const reported: string[] = []
    const channel: AlertChannel = {
      name: 'mail',
      to: 'ops',
      async send({ alert: { subject }, notice }) {
        reported.push(`${subject} ${notice}`)
        return { ok: true, value: undefined }
      },
    }
    const nodes = [alertsWith(channel), alertsWith(channel)]
    const minute = fc.record({
      wrong: fc.boolean(),
      passed: fc.integer({ min: 1, max: 4 }),
      node: fc.constantFrom(0, 1),
      restarts: fc.boolean(),
    })
    let runs = 0
    await fc.assert(
      fc.asyncProperty(fc.array(minute, { maxLength: 16 }), async (minutes) => {
        runs += 1
        const subject = `run-${runs}`
        const [expected, at] = [[] as string[], deps.clock.now()]
        let isOpen = false
        let absentSince: number | undefined
        // At the end it stays away for good.
        const quiet = { wrong: false, passed: 6, node: 0, restarts: false }
        for (const { wrong: isWrong, passed, node, restarts } of [...minutes, quiet, quiet]) {
          wrong['processor-ill'] = isWrong ? [{ subject, detail: `since ${at}` }] : []
          await deps.jump(passed * MINUTE_MS)
          if (restarts) nodes[node] = alertsWith(channel)
          await nodes[node]?.round()
          const now = deps.clock.now()
          absentSince = isWrong ? undefined : (absentSince ?? now)
          if (isWrong && !isOpen) expected.push(`${subject} BEGAN`)
          const isOver: boolean = isOpen && absentSince !== undefined && now - absentSince >= 5 * MINUTE_MS
          if (isOver) expected.push(`${subject} ENDED`)
          isOpen = isWrong || (isOpen && !isOver)
        }
        expect(reported.splice(0)).toEqual(expected)
      }),
      { numRuns: 10 },
    )
  })

  it('is told of each subject alone', async () => {
    const hook = await receiver()
    wrong['callbacks-failing'] = ['A', 'B', 'A'].map((subject) => ({ subject, detail: 'not taken' }))
    await pass(2, alertsWith(hookTo(hook.url)))
    expect(hook.received.map(({ body }) => JSON.parse(body).data.subject).sort()).toEqual(['A', 'B'])
  })

  it('that stands is told to a way that was set up later', async () => {
    wrong['processor-ill'] = [ILL]
    await pass(2, alertsWith())
    const hook = await receiver()
    await pass(2, alertsWith(hookTo(hook.url)))
    expect(hook.received).toHaveLength(1)
  })

  it('ends when its rule is switched off', async () => {
    const alerts = alertsWith()
    wrong['processor-ill'] = [ILL]
    await pass(1, alerts)
    await database.batch([putRuleCall({ ...usualRule('processor-ill'), enabled: false }, START)])
    await pass(1, alerts)
    const listed = await readAlerts(database, {
      open: true,
      from: undefined,
      to: undefined,
      after: undefined,
      limit: 9,
    })
    expect(listed).toEqual([])
  })

  it('stays as it is where its measure fails, and the other rules go on', async () => {
    const hook = await receiver()
    const failing: Measures = {
      ...measures,
      'processor-ill': async () => {
        throw new Error('the database is gone')
      },
    }
    const channel = hookTo(hook.url)
    wrong['processor-ill'] = [ILL]
    await pass(1, alertsWith(channel))
    wrong['case-old'] = [{ subject: 'open cases', detail: 'one' }]
    await pass(10, new Alerts({ database, deps, measures: failing, channels: [channel] }))
    expect(hook.received.map(({ body }) => JSON.parse(body).type)).toEqual(['alert.began', 'alert.began'])
  })
})

describe('a message that is not taken', () => {
  it('is sent again under the same ID, later and later, also by a node that was started anew', async () => {
    const hook = await receiver()
    const channel = hookTo(hook.url)
    hook.status.code = 500
    wrong['processor-ill'] = [ILL]
    await pass(4, alertsWith(channel))
    const before = hook.received.length
    expect(before).toBeGreaterThan(1)
    expect(before).toBeLessThan(5)
    hook.status.code = 200
    await pass(30, alertsWith(channel))
    expect(hook.received).toHaveLength(before + 1)
    expect(new Set(hook.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  it('is given up after three days, and its end is told all the same', async () => {
    const hook = await receiver()
    hook.status.code = 410
    const alerts = alertsWith(hookTo(hook.url))
    wrong['processor-ill'] = [ILL]
    await pass(1, alerts)
    for (let hour = 0; hour < 80; hour++) {
      await deps.advance(60 * MINUTE_MS)
      await alerts.round()
    }
    const requested = { open: undefined, from: undefined, to: undefined, after: undefined, limit: 9 }
    const [listed] = await readAlerts(database, requested)
    expect(listed?.messages).toEqual([
      expect.objectContaining({
        notice: 'BEGAN',
        state: 'ABANDONED',
        failure: expect.stringContaining('410'),
      }),
    ])
    const given = hook.received.length
    hook.status.code = 200
    wrong['processor-ill'] = []
    await pass(10, alerts)
    expect(hook.received.slice(given).map(({ body }) => JSON.parse(body).type)).toEqual(['alert.ended'])
  })
})

describe('a test of the ways', () => {
  it('says of each whether it was taken', async () => {
    const box = await mailbox()
    const hook = await receiver()
    hook.status.code = 404
    const outcomes = await alertsWith(mailTo(box.port), hookTo(hook.url)).test()
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      { ok: true, value: undefined },
      { ok: false, failure: 'the receiver answered 404; it must answer 2xx' },
    ])
    expect(box.mails[0]).toContain('To: a@example.com, b@example.com')
  })

  it('tells a wrong password without showing it, even if the server repeats it', async () => {
    const box = await mailbox()
    const [tested] = await alertsWith(mailTo(box.port, 'tr0ub4dor')).test()
    const said = JSON.stringify(tested?.outcome)
    expect(said).toContain('refuses user or password')
    expect(said).not.toContain('tr0ub4dor')
  })

  it('tells a server that is not there, one that has no TLS, and one that refuses the mail', async () => {
    const box = await mailbox()
    box.refusing = 'mailbox full'
    const mailBy = (port: number, tls: 'none' | 'starttls') =>
      mailChannel(
        smtpMailer({
          host: '127.0.0.1',
          port,
          tls,
          user: 'ops',
          password: 'open sesame',
          passwordFile: undefined,
        }),
        { from: 'sluice@example.com', to: ['a@example.com'], base: () => 'https://pay.example' },
      )
    const said = async (channel: AlertChannel) =>
      JSON.stringify((await alertsWith(channel).test())[0]?.outcome)
    expect(await said(mailBy(1, 'none'))).toContain('cannot be reached')
    expect(await said(mailBy(box.port, 'starttls'))).toContain('SLUICE_SMTP_TLS')
    expect(await said(mailBy(box.port, 'none'))).toContain('mailbox full')
  })

  it('repeats nobody’s address, however the server that refuses a mail writes it', async () => {
    const box = await mailbox()
    box.refusing =
      '<Jane.Doe@Example.com>: user jane.doe, list bounce+jane.doe=example.com@sluice.example: over quota'
    const server = { host: '127.0.0.1', port: box.port, tls: 'none', user: 'ops' } as const
    const mailer = smtpMailer({ ...server, password: 'open sesame', passwordFile: undefined })
    const mail = {
      id: 'x',
      from: 'sluice@example.com',
      to: ['jane.doe@example.com'],
      subject: 's',
      text: 't',
    }
    const sent = await mailer.send(mail)
    const failure = sent.ok ? '' : sent.failure
    expect(failure).toContain('over quota')
    expect(failure).not.toMatch(/jane|doe|@/i)
  })

  it('tells a password file that cannot be read', async () => {
    const server = { host: '127.0.0.1', port: 1, tls: 'none', user: 'ops', password: undefined } as const
    const mailer = smtpMailer({ ...server, passwordFile: '/nowhere/smtp-password' })
    const mail = { id: 'x', from: 'a@example.com', to: ['b@example.com'], subject: 's', text: 't' }
    expect(await mailer.send(mail)).toEqual({
      ok: false,
      failure: 'the file that SLUICE_SMTP_PASSWORD_FILE names cannot be read',
    })
  })

  it('tells an address that the policy keeps closed', async () => {
    const hook = await receiver()
    const [tested] = await alertsWith(hookTo(hook.url, addressPolicy({ allow: [], loopback: false }))).test()
    expect(JSON.stringify(tested?.outcome)).toContain('REFUSED_ADDRESS')
    expect(hook.received).toEqual([])
  })
})
