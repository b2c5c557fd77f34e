/** `sluice bank-files …`: payouts collected in files for the bank, for operators. */
import { Argument, Option } from 'commander'
import { asOperator } from './client.ts'
import type { SluiceCommand } from './context.ts'
import { writeNewFile } from './files.ts'
import { addOperations, listed, type OperatorCommand } from './operator-command.ts'

const ID = 'as bank-files list shows it'

export function addBankFiles(program: SluiceCommand): void {
  const files = program.command('bank-files').description('bank files for payouts (operators)')
  addOperations(files, [...READING, ...MAKING])
  addDownload(files)
  addOperations(files, [...EXCHANGE, ...DOUBT])
}

const READING: readonly OperatorCommand[] = [
  {
    name: 'list',
    isDefault: true,
    sends: 'GET /admin/bank-files',
    does: 'bank files, newest first',
    options: {
      status: new Option('--status <status>', 'only those').choices(['PREPARED', 'RELEASED', 'CANCELLED']),
    },
    shows: listed([
      ['ID', 'id'],
      ['STATUS', 'status'],
      ['FORMAT', 'format'],
      ['PAYMENTS', 'payments'],
      ['PREPARED BY', 'preparedBy'],
      ['RELEASED BY', 'releasedBy'],
      ['DOWNLOADS', 'downloads'],
    ]),
  },
  {
    name: 'waiting',
    sends: 'GET /admin/bank-files/waiting',
    does: 'show the payouts waiting for a file',
    shows: listed(
      [
        ['CURRENCY', 'total.currencyCode'],
        ['TOTAL', 'total.amount'],
        ['PAYOUTS', 'payments'],
        ['SINCE', 'since'],
        ['TEST', 'isTest'],
      ],
      'no payouts waiting',
    ),
  },
  {
    name: 'show',
    sends: 'GET /admin/bank-files/{id}',
    does: 'a file, without its content',
    takes: { id: ID },
  },
  {
    name: 'payouts',
    sends: 'GET /admin/bank-files/{id}/payouts',
    does: 'the payouts in a file',
    takes: { id: ID },
    shows: listed([
      ['LINE', 'line'],
      ['MERCHANT', 'merchantCode'],
      ['PAYOUT', 'idPayout'],
      ['AMOUNT', 'money'],
      ['PAYEE', 'payeeName'],
      ['BANK', 'bankCode'],
      ['ACCOUNT', 'accountNumber'],
      ['STATUS', 'status'],
      ['ANSWER', 'bankStatus'],
      ['REASON', 'bankReason'],
    ]),
  },
]

const MAKING: readonly OperatorCommand[] = [
  {
    name: 'prepare',
    sends: 'POST /admin/bank-files/!prepare',
    does: 'prepare a file of the waiting payouts; another operator must release it',
    takes: { accounts: new Argument('<accounts...>', 'debtor accounts of one bank') },
    options: { format: new Option('--format <format>', "default: the first account's format") },
  },
  {
    name: 'release',
    sends: 'POST /admin/bank-files/{id}/!release',
    does: 'release a file that another operator has prepared',
    takes: { id: ID },
    options: { sha256: new Option('--sha256 <hash>', 'of the content that you reviewed') },
  },
  {
    name: 'cancel',
    sends: 'POST /admin/bank-files/{id}/!cancel',
    does: 'cancel a file that was not downloaded; its payouts wait for another file',
    takes: { id: ID },
  },
]

function addDownload(files: SluiceCommand): void {
  files
    .command('download')
    .description('download a released file for the bank; recorded in the audit log')
    .argument('<id>', ID)
    .argument('<file>', 'the file to write; existing files are not overwritten')
    .sends('GET /admin/bank-files/{id}/content')
    .action(async (id: string, file: string, _options: object, { context }: SluiceCommand) => {
      const path = `/admin/bank-files/${encodeURIComponent(id)}/content`
      const { bytes } = await asOperator(context, { method: 'GET', path })
      writeNewFile(context, file, bytes)
      context.note(`written: ${file} (${bytes.length} bytes)`)
    })
}

const EXCHANGE: readonly OperatorCommand[] = [
  {
    name: 'read-answer',
    sends: 'POST /admin/bank-files/!readAnswer',
    does: "import the bank's answer to a file: a pain.002",
    takes: { file: 'the file from the bank; - reads standard input' },
  },
  {
    name: 'confirm',
    sends: 'POST /admin/bank-files/{id}/!confirm',
    does: 'record that the bank executed a file, for banks that send no answer',
    takes: { id: ID },
    options: {
      rejected: new Option(
        '--rejected <reference:reason...>',
        'what the bank has rejected: S0123456789ABC:AC01',
      ),
    },
    body: ({ rejected }) => ({ rejected: Array.isArray(rejected) ? rejected.map(rejectionIn) : [] }),
  },
]

function rejectionIn(text: unknown): object {
  const [reference, reason] = String(text).split(':')
  return { reference, ...(reason !== undefined && { reason }) }
}

const DOUBT: readonly OperatorCommand[] = [
  {
    name: 'in-doubt',
    sends: 'GET /admin/bank-files/in-doubt',
    does: 'list payouts that may have been sent to the bank after the restored backup',
    shows: listed([
      ['REFERENCE', 'reference'],
      ['MERCHANT', 'merchantCode'],
      ['PAYOUT', 'idPayout'],
      ['AMOUNT', 'money'],
      ['FILE', 'fileId'],
    ]),
  },
  {
    name: 'clear',
    sends: 'POST /admin/bank-files/in-doubt/!clear',
    does: 'confirm with the bank that payouts in doubt were not paid: they can go into files again',
    takes: { references: new Argument('<references...>', 'as bank-files in-doubt shows them') },
  },
]
