/** `sluice bank-files …`: payouts gathered into files for the bank, as operators. */

import { Option } from 'commander'
import type { Answer } from '../../client/src/main.ts'
import { asOperator, report } from './client.ts'
import type { SluiceCommand } from './context.ts'
import { fileBytes, writeNewFile } from './files.ts'
import { at, facts, leaves, listAt, table } from './output.ts'
import { addPageOptions, noteNextPage, type PagingOptions, pathWith } from './pages.ts'

const PATH = '/admin/bank-files'
const one = (id: string): string => `${PATH}/${encodeURIComponent(id)}`
const ID = 'as bank-files list shows it'

export function addBankFiles(program: SluiceCommand): void {
  const files = program.command('bank-files').description('payouts in files for the bank (operators)')
  addReading(files)
  addMaking(files)
  addExchange(files)
  addDoubt(files)
}

const show = (command: SluiceCommand, answer: Answer) =>
  report(command.context, answer, (body) => facts(leaves(body)))

function addReading(files: SluiceCommand): void {
  addPageOptions(files.command('list', { isDefault: true }).description('bank files, the newest first'))
    .addOption(new Option('--status <status>', 'only those').choices(['PREPARED', 'RELEASED', 'CANCELLED']))
    .action(async (options: PagingOptions & { status?: string }, command: SluiceCommand) => {
      const { context } = command
      const answer = await asOperator(context, { method: 'GET', path: pathWith(PATH, { ...options }) })
      report(context, answer, (body) => {
        const rows = listAt(body, 'data').map((row) => [
          ...['id', 'status', 'format', 'payments', 'preparedBy', 'releasedBy', 'downloads'].map((name) =>
            at(row, name),
          ),
        ])
        const heads = ['ID', 'STATUS', 'FORMAT', 'PAYMENTS', 'PREPARED BY', 'RELEASED BY', 'DOWNLOADS']
        return table(heads, rows, 'there are none')
      })
      noteNextPage(context, answer)
    })
  files
    .command('waiting')
    .description('how much waits for a file')
    .action(async (_options: object, command: SluiceCommand) => {
      const { context } = command
      report(context, await asOperator(context, { method: 'GET', path: `${PATH}/waiting` }), (body) => {
        const rows = listAt(body, 'data').map((row) => [
          at(row, 'total', 'currencyCode'),
          at(row, 'total', 'amount'),
          at(row, 'payments'),
          at(row, 'since'),
          at(row, 'isTest'),
        ])
        return table(['CURRENCY', 'TOTAL', 'PAYOUTS', 'SINCE', 'TEST'], rows, 'nothing waits')
      })
    })
  files
    .command('show')
    .description('a file, without its content')
    .argument('<id>', ID)
    .action(async (id: string, _options: object, command: SluiceCommand) =>
      show(command, await asOperator(command.context, { method: 'GET', path: one(id) })),
    )
  addPageOptions(files.command('payouts').description('the payouts in a file').argument('<id>', ID)).action(
    async (id: string, options: PagingOptions, command: SluiceCommand) => {
      const { context } = command
      const path = pathWith(`${one(id)}/payouts`, { ...options })
      const answer = await asOperator(context, { method: 'GET', path })
      report(context, answer, (body) => {
        const names = ['line', 'merchantCode', 'idPayout', 'money', 'payeeName', 'bankCode', 'accountNumber']
        const rows = listAt(body, 'data').map((row) =>
          [...names, 'status', 'bankStatus', 'bankReason'].map((name) => at(row, name)),
        )
        const heads = [
          'LINE',
          'MERCHANT',
          'PAYOUT',
          'AMOUNT',
          'PAYEE',
          'BANK',
          'ACCOUNT',
          'STATUS',
          'ANSWER',
          'REASON',
        ]
        return table(heads, rows, 'there are none')
      })
      noteNextPage(context, answer)
    },
  )
}

function addMaking(files: SluiceCommand): void {
  files
    .command('prepare')
    .description('make a file of the payouts that wait; another operator must release it')
    .argument('<accounts...>', 'debtor accounts of one bank')
    .option('--format <format>', "otherwise the first account's usual one")
    .action(async (accounts: readonly string[], { format }: { format?: string }, command: SluiceCommand) => {
      const body = { accounts, ...(format !== undefined && { format }) }
      show(command, await asOperator(command.context, { method: 'POST', path: `${PATH}/!prepare`, body }))
    })
  files
    .command('release')
    .description('release a file that another operator has prepared')
    .argument('<id>', ID)
    .option('--sha256 <hash>', 'of the content that was looked at')
    .action(async (id: string, { sha256 }: { sha256?: string }, command: SluiceCommand) => {
      const body = sha256 === undefined ? {} : { sha256 }
      const path = `${one(id)}/!release`
      show(command, await asOperator(command.context, { method: 'POST', path, body }))
    })
  files
    .command('cancel')
    .description('cancel a file that nobody has downloaded; its payouts wait again')
    .argument('<id>', ID)
    .action(async (id: string, _options: object, command: SluiceCommand) =>
      show(command, await asOperator(command.context, { method: 'POST', path: `${one(id)}/!cancel` })),
    )
}

function addExchange(files: SluiceCommand): void {
  files
    .command('download')
    .description('write a released file for the bank; every download is in the audit log')
    .argument('<id>', ID)
    .argument('<file>', 'where to write it; never over a file that is there')
    .action(async (id: string, file: string, _options: object, command: SluiceCommand) => {
      const { context } = command
      const answer = await asOperator(context, { method: 'GET', path: `${one(id)}/content` })
      writeNewFile(context, file, answer.bytes)
      context.note(`written: ${file} (${answer.bytes.length} bytes)`)
    })
  files
    .command('read-answer')
    .description("read the bank's answer to a file: a pain.002")
    .argument('<file>', 'as the bank gave it; - reads standard input')
    .action(async (file: string, _options: object, command: SluiceCommand) => {
      const call = {
        method: 'POST',
        path: `${PATH}/!readAnswer`,
        body: fileBytes(command.context, file),
      } as const
      show(command, await asOperator(command.context, call))
    })
  files
    .command('confirm')
    .description('say that the bank has executed a file, where it answers none')
    .argument('<id>', ID)
    .option('--rejected <reference:reason...>', 'what the bank has rejected: S0123456789ABC:AC01')
    .action(
      async (id: string, { rejected = [] }: { rejected?: readonly string[] }, command: SluiceCommand) => {
        const body = {
          rejected: rejected.map((text) => {
            const [reference, reason] = text.split(':')
            return { reference, ...(reason !== undefined && { reason }) }
          }),
        }
        const path = `${one(id)}/!confirm`
        show(command, await asOperator(command.context, { method: 'POST', path, body }))
      },
    )
}

function addDoubt(files: SluiceCommand): void {
  addPageOptions(
    files
      .command('in-doubt')
      .description('payouts that the bank may have been asked for since the backup that was restored'),
  ).action(async (options: PagingOptions, command: SluiceCommand) => {
    const { context } = command
    const answer = await asOperator(context, {
      method: 'GET',
      path: pathWith(`${PATH}/in-doubt`, { ...options }),
    })
    report(context, answer, (body) => {
      const names = ['reference', 'merchantCode', 'idPayout', 'money', 'fileId']
      const rows = listAt(body, 'data').map((row) => names.map((name) => at(row, name)))
      return table(['REFERENCE', 'MERCHANT', 'PAYOUT', 'AMOUNT', 'FILE'], rows, 'there are none')
    })
    noteNextPage(context, answer)
  })
  files
    .command('clear')
    .description('say that payouts in doubt were looked up at the bank: they may go into files again')
    .argument('<references...>', 'as bank-files in-doubt shows them')
    .action(async (references: readonly string[], _options: object, command: SluiceCommand) => {
      const call = { method: 'POST', path: `${PATH}/in-doubt/!clear`, body: { references } } as const
      show(command, await asOperator(command.context, call))
    })
}
