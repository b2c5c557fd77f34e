import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../tools/docs.ts'
import { temporaryFolder } from '../processes/gateway.ts'
import { type GatewayHere, serveCopyHere } from '../processes/served-here.ts'
import { sluiceIn } from './in-process.ts'

const HEADS = 'date,amount,text,reference,end-to-end id,utr,sender,sender account,sender bank'
const accountOf = (id: string) => ({
  id,
  name: 'KBank',
  kind: 'BANK_ACCOUNT',
  currencyCode: 'THB',
  isTest: true,
  timeZone: 'Asia/Bangkok',
  methods: [
    {
      code: 'OFFLINE',
      receiving: {
        accountName: 'Siam Shop Co',
        accountNumber: '1234567890',
        bankCode: '004',
        bankName: 'KBank',
      },
    },
  ],
})

describe('sluice feed', () => {
  const folder = temporaryFolder()
  let gateway: GatewayHere
  const run = (line: string) => sluiceIn(folder.path, line.split(' '), {})
  const write = (name: string, text: string) => writeFileSync(join(folder.path, name), text)

  beforeAll(async () => {
    gateway = await serveCopyHere(folder.path)
    write(
      'statement.csv',
      `${HEADS}\n2026-11-21,500.00,hello,BR-1,,,Somchai,,\n2026-11-21,-12.5,Fee,BR-2,,,,,\n`,
    )
  })
  afterAll(async () => {
    await gateway.stop()
    folder.remove()
  })
  const done = async (line: string): Promise<void> => {
    const { code, stderr } = await run(line)
    if (code !== 0) throw new Error(stderr)
  }
  const addAccount = async (id: string): Promise<void> => {
    write('account.json', JSON.stringify(accountOf(id)))
    await done('accounts add account.json')
  }

  it('imports a statement: tried out, taken in, and known the second time', async () => {
    await addAccount('kbank')
    expect((await run('feed import statement.csv --account kbank')).stderr).toContain('no CSV mapping')
    const mapping = await run('feed mapping --account kbank --like plain')
    expect(mapping).toMatchObject({ code: 0, stdout: expect.stringContaining('"dateFormat": "YYYY-MM-DD"') })
    const tried = await run('feed import statement.csv --account kbank --dry-run')
    expect(tried.stdout).toMatch(/^new +2$/m)
    expect(tried.stdout).toMatch(/2026-11-21 +500.00 THB +BR-1 +Somchai +NEW +CASE +UNKNOWN_CREDIT/)
    expect(tried.stdout).toMatch(/2026-11-21 +-12.50 THB +BR-2 +- +NEW +IGNORED/)
    expect(tried.stdout).toMatch(/This was a dry run: nothing was stored.*\n$/)
    expect((await run('feed entries --account kbank')).stdout).toBe('none\n')
    const taken = await run('feed import statement.csv --account kbank')
    expect(taken).toMatchObject({ code: 0, stdout: expect.stringMatching(/^CASE +1$/m) })
    expect(taken.stdout).toMatch(/^IGNORED +1$/m)
    const again = await run('feed import statement.csv --account kbank')
    expect(again.stdout).toMatch(/^already imported +2$/m)
    write(
      'longer.csv',
      `${HEADS}\n2026-11-21,500.00,hello,BR-1,,,Somchai,,\n2026-11-21,-12.5,Fee,BR-2,,,,,\n2026-11-21,3,x,BR-3,,,,,\n`,
    )
    const longer = await run('feed import longer.csv --account kbank --dry-run')
    expect(longer.stdout).toMatch(/^already imported +2$/m)
    expect(longer.stdout).toMatch(/^CASE +1$/m)
    expect(longer.stdout).toMatch(/BR-1 +Somchai +KNOWN/)
    expect(longer.stdout).not.toMatch(/^IGNORED +1$/m)
    const listed = await run('feed entries --account kbank --outcome CASE')
    expect(listed.stdout).toMatch(/2026-11-21 +BR-1 +CREDIT +500.00 THB +CASE +UNKNOWN_CREDIT/)
    expect((await run('cases list --open')).stdout).toContain('UNKNOWN_CREDIT')
    expect((await run('feed mappings')).stdout).toContain('scb-th')
  })

  it('tries the sample of the documents out, with no bank', async () => {
    const sample = join(ROOT, 'docs/operators/samples/camt.053.001.12.xml')
    await addAccount('sampled')
    const tried = await run(`feed import ${sample} --account sampled --dry-run`)
    expect(tried).toMatchObject({ code: 0, stdout: expect.stringMatching(/^new +6$/m) })
    expect(tried.stdout).toMatch(/500.00 THB +BR-0001 +Somchai Jaidee & Sons +NEW +CASE/)
    expect(tried.stdout).toContain('This was a dry run: nothing was stored')
  })

  it('shows how to settle its case, and does not write money off before somebody says so', async () => {
    await addAccount('settled')
    await done('feed mapping --account settled --like plain')
    await done('feed import statement.csv --account settled')
    const { data }: { data: { id: string; detail: { entry?: { account: string } } }[] } = JSON.parse(
      (await run('cases list --open --json')).stdout,
    )
    const id = data.find(({ detail }) => detail.entry?.account === 'settled')?.id
    const text = (await run(`cases show ${id}`)).stdout
    expect(text).toMatch(/^came +500.00 THB$/m)
    expect(text).toContain(`npx sluice cases write-off ${id} --note 'why' --part 1`)
    const refused = await run(`cases write-off ${id} --note test`)
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/book 500.00 THB .* gain.*--yes/),
    })
    expect((await run(`cases show ${id}`)).stdout).not.toContain('closedAt')
    expect(await run(`cases write-off ${id} --note test --yes`)).toMatchObject({ code: 0 })
    expect((await run(`cases show ${id}`)).stdout).toMatch(/^left +0.00 THB$/m)
  })

  it('tells where a file is wrong, and takes nothing of it', async () => {
    await addAccount('untouched')
    await done('feed mapping --account untouched --like plain')
    write('wrong.csv', `${HEADS}\n2026-11-21,5.00,a,W-1,,,,,\n21.11.2026,6.00,b,W-2,,,,,\n`)
    const refused = await run('feed import wrong.csv --account untouched')
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('line 3, column 1') })
    expect((await run('feed entries --account untouched')).stdout).not.toContain('W-1')
    expect(await run('feed import nowhere.csv --account untouched')).toMatchObject({ code: 2 })
  })
})
