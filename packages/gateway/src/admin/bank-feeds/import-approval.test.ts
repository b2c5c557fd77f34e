/** What is believed as money on a live account, and of whom: of the bank at once, of one person alone never. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { limitOperator } from '../../identity/operators/operators.fixture.ts'
import { type LiveFeed, liveFeed, statement } from './live-feed.fixture.ts'

const PAYIN = 600_000

let feed: LiveFeed
let account: string
let payin: string
let reference: string
let made = 0
beforeAll(async () => {
  feed = await liveFeed()
})
afterAll(() => feed.close())
beforeEach(async () => {
  made += 1
  account = `kbank-${made}`
  payin = `payin-${made}`
  for (const { id } of await accounts()) await feed.admin('POST', `/admin/accounts/${id}/!pause`)
  await feed.own(account)
  reference = await feed.payin(payin, PAYIN)
})

const accounts = async () =>
  (await feed.admin('GET', '/admin/accounts')).body.data as unknown as readonly { readonly id: string }[]
const status = () => feed.statusOf(payin)
const credit = (more: object = {}) => ({
  amount: PAYIN,
  reference: `BR-${account}`,
  text: reference,
  ...more,
})
/** Two people have believed where the account stands: the first statement follows from none. */
async function anchored(opening = 1_000): Promise<void> {
  const requested = await feed.uploaded(account, statement({ opening, day: '2026-11-20' }, []), feed.anna)
  expect(requested, requested.text).toMatchObject({ status: 202 })
  expect(await feed.approve(requested)).toMatchObject({ status: 200 })
}
async function limited(name: string, amountMinor: bigint): Promise<string> {
  const token = await feed.operator(name, 'OPERATOR')
  const operators = (await feed.admin('GET', '/admin/operators')).body.data as unknown as readonly {
    readonly id: string
    readonly name: string
  }[]
  const { id = '' } = operators.find((each) => each.name === name) ?? {}
  await limitOperator(feed.database, feed.deps, id, { THB: String(amountMinor) })
  return token
}

describe('an entry that a person types', () => {
  it('pays nothing before a second person has approved it', async () => {
    const requested = await feed.typed(account, [credit()], feed.anna)
    expect(requested).toMatchObject({ status: 202, body: { approval: { operation: 'bank-feed.import' } } })
    expect(requested.body.approval?.summary).toContain('600000.00 THB')
    expect(await status()).toBe('PENDING')
    expect(await feed.approve(requested, feed.anna)).toMatchObject({
      status: 403,
      body: { code: 'FOUR_EYES' },
    })
    expect(await feed.approve(requested)).toMatchObject({
      status: 200,
      body: { answer: { body: { summary: { new: 1, outcomes: { PAID: 1 } } } } },
    })
    expect(await status()).toBe('SUCCESS')
  })

  it('is refused to whoever may not move as much', async () => {
    const token = await limited(`one-baht-${made}`, 100n)
    expect(await feed.typed(account, [credit()], token)).toMatchObject({
      status: 403,
      body: { code: 'SCOPE_EXCEEDED' },
    })
    expect(await status()).toBe('PENDING')
  })

  it('waits where it opens a case, too: it says that there is money', async () => {
    const requested = await feed.typed(account, [credit({ text: 'of nobody' })], feed.anna)
    expect(requested.status).toBe(202)
  })
})

describe('what moves nothing', () => {
  it('waits for nobody: a dry run, what is known, and an account for tests', async () => {
    expect(await feed.typed(account, [credit()], feed.anna, '?dryRun=true')).toMatchObject({ status: 200 })
    expect((await feed.approve(await feed.typed(account, [credit()], feed.anna))).status).toBe(200)
    expect(await feed.typed(account, [credit()], feed.anna)).toMatchObject({
      status: 200,
      body: { summary: { known: 1, new: 0 } },
    })
    await feed.own(`test-${account}`, true)
    expect(await feed.typed(`test-${account}`, [credit()], feed.anna)).toMatchObject({ status: 200 })
  })
})

it('a fee that a person types waits: under its reference the bank’s own entry would be another movement', async () => {
  const fee = { amount: 30, reference: `BR-${account}`, text: 'SERVICE CHARGE', direction: 'DEBIT' } as const
  const requested = await feed.typed(account, [fee], feed.anna)
  expect(requested).toMatchObject({ status: 202, body: { approval: { operation: 'bank-feed.import' } } })
})

describe('a statement', () => {
  it('of a day that has begun nowhere yet keeps none of the bank’s own from following', async () => {
    await anchored()
    const ahead = statement({ opening: 1_000, day: '2026-11-25' }, [])
    await feed.uploaded(account, ahead, feed.anna)
    const own = statement({ opening: 1_000 }, [credit()])
    expect((await feed.uploaded(account, own, feed.anna)).status).toBe(200)
    expect(await status()).toBe('SUCCESS')
  })

  it('whose opening balance is the last closing balance is taken at once, and so is the next one', async () => {
    await anchored()
    expect(await feed.uploaded(account, statement({ opening: 1_000 }, [credit()]), feed.anna)).toMatchObject({
      status: 200,
      body: { summary: { outcomes: { PAID: 1 } }, gaps: [] },
    })
    expect(await status()).toBe('SUCCESS')
    const next = statement({ opening: 601_000, day: '2026-11-22' }, [{ amount: 5, reference: 'BR-2' }])
    expect((await feed.uploaded(account, next, feed.anna)).status).toBe(200)
  })

  it('of the same day that has grown since is taken at once, and the same file again', async () => {
    await anchored()
    const first = { amount: 20, reference: 'BR-1' }
    const early = statement({ opening: 1_000 }, [first])
    const late = statement({ opening: 1_000 }, [first, credit()])
    for (const file of [early, late, late, early])
      expect((await feed.uploaded(account, file, feed.anna)).status).toBe(200)
    expect(await status()).toBe('SUCCESS')
  })

  it.each([
    ['is the first of its account', undefined, { opening: 1_000 }],
    ['opens with another balance', 1_000, { opening: 999 }],
    ['tells of days before the last', 1_000, { opening: 1_000, day: '2026-11-19' }],
  ])('that %s waits', async (_why, before, from) => {
    if (before !== undefined) await anchored(before)
    const requested = await feed.uploaded(account, statement(from, [credit()]), feed.anna)
    expect(requested).toMatchObject({ status: 202, body: { approval: { operation: 'bank-feed.import' } } })
    expect(await status()).toBe('PENDING')
    expect((await feed.approve(requested)).status).toBe(200)
    expect(await status()).toBe('SUCCESS')
  })

  it('without balances waits: nothing proves it', async () => {
    await anchored()
    const plain = { like: 'plain', utcOffset: '+07:00' }
    const path = `/admin/bank-feeds/${account}/csv-mapping`
    expect((await feed.approve(await feed.admin('PUT', path, plain, feed.anna))).status).toBe(200)
    const head = 'date,amount,text,reference,end-to-end id,utr,sender,sender account,sender bank'
    const csv = `${head}\n2026-11-21,${PAYIN},${reference},BR-1,,,,,\n`
    expect((await feed.uploaded(account, csv, feed.anna)).status).toBe(202)
    expect(await status()).toBe('PENDING')
  })

  it('that no longer says what follows is stale when it is approved', async () => {
    await anchored()
    const tuesday = statement({ opening: 1_500, day: '2026-11-22' }, [credit()])
    const requested = await feed.uploaded(account, tuesday, feed.anna)
    expect(requested.status).toBe(202)
    const monday = statement({ opening: 1_000 }, [{ amount: 500, reference: 'BR-1' }])
    expect((await feed.uploaded(account, monday, feed.anna)).status).toBe(200)
    expect(await feed.approve(requested)).toMatchObject({ status: 409, body: { code: 'APPROVAL_STALE' } })
    expect((await feed.uploaded(account, tuesday, feed.anna)).status).toBe(200)
    expect(await status()).toBe('SUCCESS')
  })

  it('that is forged and follows is held to what its bringer may move, and ends the way of the true one', async () => {
    await anchored()
    const forged = statement({ opening: 1_000 }, [credit()])
    const token = await limited(`some-${made}`, 10_000n)
    expect(await feed.uploaded(account, forged, token)).toMatchObject({ status: 403 })
    expect(await status()).toBe('PENDING')
    const small = statement({ opening: 1_000 }, [{ amount: 99, reference: 'BR-9' }])
    expect((await feed.uploaded(account, small, token)).status).toBe(200)
    const truth = statement({ opening: 1_000, day: '2026-11-22' }, [{ amount: 7, reference: 'BR-7' }])
    expect((await feed.uploaded(account, truth, feed.anna)).status).toBe(202)
    const log = (await feed.admin('GET', '/admin/audit?limit=20')).body.data
    const taken = { action: 'bank-feed.import', operator: `some-${made}` }
    expect(log).toContainEqual(
      expect.objectContaining({ ...taken, detail: expect.objectContaining({ believed: 'FOLLOWS' }) }),
    )
  })

  it('that says nothing but what the account holds waits where it does not follow: it would hide a forged one', async () => {
    await anchored()
    expect((await feed.uploaded(account, statement({ opening: 1_000 }, [credit()]), feed.anna)).status).toBe(
      200,
    )
    const back = statement({ opening: 1_000, day: '2026-11-21' }, [])
    expect((await feed.uploaded(account, back, feed.anna)).status).toBe(202)
  })

  it('of two that follow from the same one only one is taken, when they come at the same moment', async () => {
    await anchored()
    const one = statement({ opening: 1_000 }, [{ amount: 1, reference: 'A' }])
    const other = statement({ opening: 1_000 }, [{ amount: 2, reference: 'B' }])
    const both = await Promise.all([one, other].map((file) => feed.uploaded(account, file, feed.anna)))
    expect(both.filter((each) => each.status === 200).length).toBe(1)
  })
})

it('a statement as large as one may be waits, is shown whole to whoever approves it, and says the same then', async () => {
  const small = statement({ opening: 1_000 }, [credit()])
  const padding = ' '.repeat(16 * 1024 * 1024 - Buffer.byteLength(small))
  const file = small.replace('<Stmt>', `${padding}<Stmt>`)
  const requested = await feed.uploaded(account, file, feed.anna)
  expect(requested, requested.text.slice(0, 500)).toMatchObject({ status: 202 })
  const path = `/admin/approvals/${String(requested.body.approval?.id)}`
  expect((await feed.admin('GET', `${path}/content`)).text === file).toBe(true)
  const shown = (await feed.admin('GET', path)).body.request
  expect(shown).toMatchObject({ bodyBytes: 16 * 1024 * 1024 })
  expect(String(shown?.body).length).toBe(1024 * 1024)
  expect((await feed.admin('GET', '/admin/approvals?limit=200')).text.length).toBeLessThan(200_000)
  expect(await feed.approve(requested)).toMatchObject({
    status: 200,
    body: { answer: { body: { summary: { new: 1, outcomes: { PAID: 1 } } } } },
  })
  expect(await status()).toBe('SUCCESS')
})

it('a large file is refused where too many of the same asker wait, and a small one never', async () => {
  const asker = await feed.operator(`asker-${made}`, 'OPERATOR')
  const small = statement({ opening: 1_000 }, [credit()])
  const first = await feed.uploaded(account, small, asker)
  expect(first.status).toBe(202)
  const clones = {
    name: '',
    text: `insert into approval (id, body, operation, runs, target, parameters, sha256, summary, about, role, requested_by, requested_by_name, requested_at, expires_at)
      select gen_random_uuid(), repeat('A', 23000000), operation, runs, target, parameters, sha256, summary, about, role, requested_by, requested_by_name,
        requested_at, expires_at from approval, generate_series(1, 6) where id = $1`,
  }
  await feed.database.run(clones, [String(first.body.approval?.id)])
  const large = small.replace('<Stmt>', `${' '.repeat(70_000)}<Stmt>`)
  expect(await feed.uploaded(account, large, asker)).toMatchObject({ status: 429 })
  expect((await feed.uploaded(account, small.replace('BR-', 'BX-'), asker)).status).toBe(202)
  expect((await feed.uploaded(account, large, feed.anna)).status).toBe(202)
})

describe('the bank’s own connection', () => {
  const named = (name: string | null) =>
    feed.admin('PATCH', `/admin/accounts/${account}`, { bankConnection: name })

  it('is the program that the account names: what it tells is taken at once, and what all others tell waits', async () => {
    const program = await feed.operator(`bank-${made}`, 'OPERATOR')
    expect((await feed.typed(account, [credit()], program)).status).toBe(202)
    expect(await named(`bank-${made}`)).toMatchObject({ body: { bankConnection: `bank-${made}` } })
    expect((await feed.typed(account, [credit()], feed.anna)).status).toBe(202)
    expect(await feed.typed(account, [credit()], program)).toMatchObject({
      status: 200,
      body: { summary: { outcomes: { PAID: 1 } } },
    })
    expect(await status()).toBe('SUCCESS')
    expect(await named(null)).toMatchObject({ body: { bankConnection: null } })
    expect((await feed.typed(account, [{ amount: 5, reference: 'X' }], program)).status).toBe(202)
  })

  it('tells a statement that does not follow at once, and the next one follows from that', async () => {
    const program = await feed.operator(`bank-${made}`, 'OPERATOR')
    await named(`bank-${made}`)
    expect((await feed.uploaded(account, statement({ opening: 70 }, []), program)).status).toBe(200)
    const next = statement({ opening: 70, day: '2026-11-22' }, [credit()])
    expect((await feed.uploaded(account, next, feed.anna)).status).toBe(200)
  })

  it('is held to the amounts that its own rights name', async () => {
    const program = await limited(`bank-${made}`, 100n)
    await named(`bank-${made}`)
    expect((await feed.typed(account, [credit()], program)).status).toBe(403)
  })

  it('is nobody who signs in, nobody who is not there, and not the token of the installation', async () => {
    const { id } = await feed.person(`Somebody ${made}`, 'OPERATOR')
    expect(id).not.toBe('')
    for (const name of [`Somebody ${made}`, 'nobody', 'bootstrap'])
      expect(await named(name)).toMatchObject({
        status: 400,
        body: { errors: [{ path: '/bankConnection' }] },
      })
  })
})

describe('a session', () => {
  it('has to prove who it is before it says what a bank said, and not for a dry run', async () => {
    const { browser } = await feed.person(`Eve ${made}`, 'OPERATOR')
    await feed.doze(6 * 60_000)
    const bookedAt = new Date(feed.deps.clock.now()).toISOString()
    const data = [{ reference: 'BR', bookedAt, money: { amount: PAYIN, currencyCode: 'THB' } }]
    const path = `/admin/bank-feeds/${account}/entries`
    expect((await browser.send('POST', `${path}?dryRun=true`, { data })).status).toBe(200)
    expect(await browser.send('POST', path, { data })).toMatchObject({
      status: 403,
      body: { code: 'STEP_UP_NEEDED' },
    })
  })
})

describe('the sum up to which the policy lets one person type', () => {
  it('is free of the second, and counts by the day', async () => {
    const above = [{ amount: 100, currencyCode: 'THB' }]
    const rule = { data: [{ operation: 'bank-feed.import', rule: 'ABOVE', above }] }
    expect((await feed.admin('PUT', '/admin/approval-policy', rule)).status).toBe(200)
    try {
      const typed = (amount: number, name: string) =>
        feed.typed(account, [{ amount, reference: name }], feed.anna)
      expect((await typed(60, 'S-1')).status).toBe(200)
      expect((await typed(60, 'S-2')).status).toBe(202)
    } finally {
      await feed.admin('PUT', '/admin/approval-policy', { data: [] })
    }
  })
})
