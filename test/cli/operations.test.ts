/**
 * The command and the operators' API: every operation has a command, and what a command does not say itself it has from the operation.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Option } from 'commander'
import { OPERATIONS, type OperationName } from 'sluice/admin-operations.ts'
import type { SluiceCommand } from 'sluice/context.ts'
import { operationsText } from 'sluice/operations-file.ts'
import { addOperations, type OperatorCommand } from 'sluice/operator-command.ts'
import { sluice } from 'sluice/program.ts'
import { run } from 'sluice/run.ts'
import { describe, expect, it } from 'vitest'
import { commandsByOperation } from '../../tools/docs/operator-endpoints.ts'
import { surroundingsIn } from './in-process.ts'

/** For programs, which do not type: those who type read the same by other commands. */
const FOR_PROGRAMS: readonly string[] = [
  'POST /admin/bank-feeds/{account}/entries',
  'GET /admin/fx-rate-pairs',
  'GET /admin/live',
]

describe('the operations of the operators’ API', () => {
  it('are known to the command as the endpoints declare them (npm run check writes them down)', () => {
    expect(JSON.stringify(OPERATIONS) === operationsText()).toBe(true)
  })

  it('each have a command, or are named here as for programs alone', () => {
    const commands = commandsByOperation()
    const without = Object.keys(OPERATIONS).filter((name) => !commands.has(name))
    expect(without.sort()).toEqual([...FOR_PROGRAMS].sort())
  })
})

describe('a command that is declared by its row', () => {
  /** A server that writes down what it is asked, and answers this. */
  function requested(row: OperatorCommand, args: readonly string[], answer: object = {}, status = 200) {
    const received: { readonly line: string; readonly body: unknown }[] = []
    const answering: typeof fetch = async (input, init) => {
      const { pathname, search } = new URL(String(input))
      received.push({ line: `${init?.method} ${pathname}${search}`, body: init?.body })
      return Response.json(answer, { status })
    }
    const noun = (program: SluiceCommand) =>
      addOperations(program.command('noun').description('a noun'), [row])
    const { surroundings, said } = surroundingsIn(
      '.',
      { SLUICE_ADMIN_TOKEN: 'op_test' },
      { fetch: answering, readInput: () => new TextEncoder().encode('{"id":"kbank"}') },
    )
    return run(['noun', row.name, ...args], [noun], surroundings).then((code) => ({
      code,
      received,
      ...said,
    }))
  }

  it('has its words, arguments and options from the operation', () => {
    const row: OperatorCommand = { name: 'payouts', sends: 'GET /admin/bank-files/{id}/payouts' }
    const program = sluice([(it) => addOperations(it, [row])], surroundingsIn('.', {}).surroundings)
    const help = program.commands[0]?.helpInformation()
    expect(help).toMatch(/^Usage: sluice payouts \[options\] <id>$/m)
    expect(help).toContain('list the payouts in a bank file')
    expect(help).toMatch(/--limit <number>/)
  })

  it('sends what was typed where the operation has it', async () => {
    const row: OperatorCommand = { name: 'list', sends: 'GET /admin/payments' }
    const { code, received } = await requested(row, ['--merchant', 'SHOP', '--kind', 'payin', '--limit', '5'])
    expect(code).toBe(0)
    expect(received).toEqual([
      { line: 'GET /admin/payments?merchantCode=SHOP&kind=payin&limit=5', body: undefined },
    ])
  })

  it('keeps what stands in a path within its place', async () => {
    const row: OperatorCommand = { name: 'show', sends: 'GET /admin/accounts/{id}' }
    const { received } = await requested(row, ['../merchants?x'])
    expect(received[0]?.line).toBe('GET /admin/accounts/..%2Fmerchants%3Fx')
  })

  it.each(['', '.', '..'])('sends nothing to what %j would lead to', async (id) => {
    const row: OperatorCommand = { name: 'remove', sends: 'DELETE /admin/connectors/{name}/secrets/{id}' }
    expect(await requested(row, ['test-a', id])).toMatchObject({ code: 2, received: [] })
  })

  it('names the merchant by --merchant where a path has one', async () => {
    const row: OperatorCommand = { name: 'show', sends: 'GET /admin/balances/{merchantCode}' }
    expect((await requested(row, ['--merchant', 'A/B'])).received[0]?.line).toBe('GET /admin/balances/A%2FB')
    expect(await requested(row, [])).toMatchObject({ code: 2, received: [] })
  })

  it('takes words and numbers of a body as options, and asks for what is mandatory', async () => {
    const row: OperatorCommand = { name: 'create', sends: 'POST /admin/operators' }
    const { received } = await requested(row, ['--name', 'alice', '--role', 'VIEWER'])
    expect(received).toEqual([{ line: 'POST /admin/operators', body: '{"name":"alice","role":"VIEWER"}' }])
    expect(await requested(row, ['--role', 'VIEWER'])).toMatchObject({ code: 2, received: [] })
    expect(await requested(row, ['--name', 'alice', '--role', 'KING'])).toMatchObject({
      code: 2,
      received: [],
    })
  })

  it('asks for what is mandatory by the words of the row, too', async () => {
    const row: OperatorCommand = {
      name: 'create',
      sends: 'POST /admin/operators',
      options: { name: new Option('--called <text>', 'who it is') },
    }
    const { received } = await requested(row, ['--called', 'alice', '--role', 'VIEWER'])
    expect(received).toEqual([{ line: 'POST /admin/operators', body: '{"name":"alice","role":"VIEWER"}' }])
    expect(await requested(row, ['--role', 'VIEWER'])).toMatchObject({
      code: 2,
      received: [],
      stderr: expect.stringContaining("sluice: required option '--called <text>' not specified"),
    })
  })

  it('says which option a refusal is about, where that has a name of its own', async () => {
    const row: OperatorCommand = {
      name: 'create',
      sends: 'POST /admin/operators',
      options: { name: new Option('--called <text>', 'who it is') },
    }
    const faults = ['/name', '/role'].map((path) => ({ path, code: 'INVALID_FORMAT', message: 'is wrong' }))
    const refusal = { code: 'VALIDATION_FAILED', title: 'The request is invalid', errors: faults }
    const { code, stderr } = await requested(row, ['--called', 'x', '--role', 'VIEWER'], refusal, 400)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^ {2}\/name {2}is wrong\n {2}\/role {2}is wrong\n\(\/name is --called\)\n$/m)
  })

  it('takes a body that is more than that as a file of JSON', async () => {
    const row: OperatorCommand = { name: 'add', sends: 'POST /admin/accounts' }
    expect((await requested(row, ['-'])).received).toEqual([
      { line: 'POST /admin/accounts', body: '{"id":"kbank"}' },
    ])
    expect(await requested(row, ['no-such-file.json'])).toMatchObject({ code: 2, received: [] })
  })

  it('shows what an answer lists as a table, and says where the next page is', async () => {
    const row: OperatorCommand = { name: 'list', sends: 'GET /admin/merchants' }
    const answer = { data: [{ merchantCode: 'SHOP', isTest: true }], nextCursor: 'abc' }
    const { stdout, stderr } = await requested(row, [], answer)
    expect(stdout).toBe('MERCHANT CODE  IS TEST\nSHOP           true\n')
    expect(stderr).toBe('more results: --cursor abc\n')
  })

  it.each(Object.keys(OPERATIONS) as OperationName[])(
    'is possible for %s without a word of its own',
    (sends) => {
      const row: OperatorCommand = { name: 'it', sends }
      const program = sluice([(it) => addOperations(it, [row])], surroundingsIn('.', {}).surroundings)
      const [made] = program.commands
      const described = [...(made?.options ?? []), ...(made?.registeredArguments ?? [])]
      expect(described.filter(({ description }) => description === '')).toEqual([])
      expect(made?.description()).not.toBe('')
    },
  )
})

it('the command loads nothing of the server to show its help', () => {
  const main = readFileSync(join(import.meta.dirname, '../../packages/cli/src/operator-command.ts'), 'utf8')
  expect(main).not.toMatch(/from '\.\.\/admin\//)
})
