/**
 * `sluice backup`, for operators: the running gateway backs up its embedded database into its data folder.
 *
 * On the gateway's machine, `--to` copies the backup and `--with-key-to` copies the master key. A backup never contains the key, and
 * the key cannot be copied into a folder that has backups.
 */
import { createHash } from 'node:crypto'
import { accessSync, chmodSync, constants, copyFileSync, createReadStream, existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorCode } from '@sluice/core/foundation/errors.ts'
import { fsyncPath } from '@sluice/database/fsync.ts'
import { readIfThere } from '@sluice/gateway/server/data-folder.ts'
import { InvalidArgumentError } from 'commander'
import { asOperator } from './client.ts'
import type { Context, SluiceCommand } from './context.ts'
import { CliFailure } from './failure.ts'
import { writeNewFile } from './files.ts'
import { keyPlaces } from './master-key.ts'
import { addOperations, listed } from './operator-command.ts'
import { at, facts, shown } from './output.ts'

const PATH = '/admin/backups'
const FIRST_LOOK_MS = 100
const LOOK_EVERY_MS = 1_000

interface Options {
  readonly keep?: number
  readonly to?: string
  readonly withKeyTo?: string
}

export function addBackup(program: SluiceCommand): void {
  const backup = program
    .command('backup')
    .description('back up the embedded database while the gateway runs (operators)')
  backup
    .command('make', { isDefault: true })
    .description('create a backup; it does not contain the master key')
    .option('--keep <count>', 'how many backups to keep; older ones are removed', wholeNumber)
    .option('--to <file>', "also copy it to this file on the gateway's machine")
    .option('--with-key-to <file>', 'copy the master key to this file, in a folder without backups')
    .addHelpText('after', AFTER)
    .sends('POST /admin/backups')
    .action(make)
  addOperations(backup, [
    {
      name: 'list',
      sends: 'GET /admin/backups',
      does: 'backups in the data folder of the gateway, newest first',
      shows: listed([
        ['MADE', 'madeAt'],
        ['BYTES', 'bytes'],
        ['NAME', 'name'],
      ]),
    },
  ])
}

const AFTER = `
Without the master key, the secrets in a backup cannot be decrypted and the gateway does not start. Store the key and the backups in separate places.
On PostgreSQL this is refused: use pg_basebackup or pg_dump, as docs/operators/backups.md says.
To restore a backup: sluice restore.`

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number, at least 1.')
}

async function make(options: Options, command: SluiceCommand): Promise<void> {
  const { context } = command
  checkTargets(context, options)
  const { keep } = options
  const begun = await asOperator(context, { method: 'POST', path: PATH, body: { ...(keep && { keep }) } })
  const name = String(at(begun.body, 'name'))
  context.note(`${name} is being created; the gateway keeps running`)
  const made = await outcomeOf(context, name)
  const path = join(context.folder.backups, name)
  const copy =
    options.to === undefined
      ? undefined
      : await copyOut(context, { from: path, to: options.to, sha256: String(at(made, 'sha256')) })
  if (options.withKeyTo !== undefined) copyKey(context, options.withKeyTo)
  if (context.json) return context.print(JSON.stringify(made))
  const file = existsSync(path) ? path : `${name}, in the folder backups of the gateway's data folder`
  const [bytes, sha256] = [at(made, 'bytes'), at(made, 'sha256')]
  context.print(
    facts([
      ['file', file],
      ['copied to', copy],
      ['bytes', bytes],
      ['sha256', sha256],
      ['master key', options.withKeyTo],
    ]),
  )
  if (options.withKeyTo === undefined)
    context.note(
      'The backup does not contain the master key. Keep a copy of the key elsewhere: without it, the secrets in the backup cannot be decrypted.',
    )
}

/** Checked before the backup is made. @throws CliFailure */
function checkTargets({ folder, locate }: Context, { to, withKeyTo }: Options): void {
  for (const file of [to, withKeyTo, withKeyTo && `${withKeyTo}.previous`])
    if (file !== undefined && existsSync(locate(file)))
      throw new CliFailure('usage', `${file} already exists`)
  if (to !== undefined) checkWritable(dirname(locate(to)), to)
  if (withKeyTo === undefined) return
  const beside = [folder.backups, ...(to === undefined ? [] : [dirname(locate(to))])]
  if (beside.includes(dirname(locate(withKeyTo))))
    throw new CliFailure(
      'usage',
      'do not store the master key next to a backup: choose another folder with --with-key-to',
    )
  checkWritable(dirname(locate(withKeyTo)), withKeyTo)
  if (!existsSync(folder.masterKey))
    throw new CliFailure(
      'usage',
      `there is no ${folder.masterKey}: the master key is the value of SLUICE_MASTER_KEY on the gateway`,
    )
}

/** @throws CliFailure */
function checkWritable(folder: string, file: string): void {
  try {
    accessSync(folder, constants.W_OK)
  } catch (error) {
    const why = errorCode(error) === 'ENOENT' ? 'does not exist' : `is not writable (${errorCode(error)})`
    throw new CliFailure('usage', `${file} cannot be written: the folder ${folder} ${why}`)
  }
}

/** @throws CliFailure if the backup failed */
async function outcomeOf(context: Context, name: string): Promise<unknown> {
  for (let waitMs = FIRST_LOOK_MS; ; waitMs = LOOK_EVERY_MS) {
    await context.pause(waitMs)
    const { body } = await asOperator(context, { method: 'GET', path: PATH })
    const latest = at(body, 'latest')
    if (at(latest, 'name') !== name)
      throw new CliFailure('refused', 'the gateway was restarted in the meantime: run the same command again')
    if (at(latest, 'state') === 'DONE') return latest
    if (at(latest, 'state') === 'FAILED')
      throw new CliFailure('refused', `no backup was made: ${shown(at(latest, 'why'))}`)
  }
}

/** @returns its new path @throws CliFailure */
async function copyOut(
  { locate }: Context,
  { from, to, sha256 }: Readonly<Record<'from' | 'to' | 'sha256', string>>,
): Promise<string> {
  if (!existsSync(from))
    throw new CliFailure(
      'refused',
      `the backup was made, but is not in ${dirname(from)}: copy it from the machine of the gateway`,
    )
  const copy = locate(to)
  try {
    copyFileSync(from, copy, constants.COPYFILE_EXCL)
    chmodSync(copy, 0o600)
    fsyncPath(copy)
  } catch {
    rmSync(copy, { force: true })
    throw new CliFailure('refused', `the backup was made, but could not be copied to ${to}: it is ${from}`)
  }
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(copy)) hash.update(chunk)
  if (hash.digest('hex') === sha256) return to
  rmSync(copy, { force: true })
  throw new CliFailure(
    'refused',
    `the copy in ${to} differed from the backup and was removed: the backup is ${from}`,
  )
}

/** During a rotation of the master key a restore may need both keys, so the previous one is copied to `<file>.previous`. */
function copyKey(context: Context, to: string): void {
  const [first, , previous] = keyPlaces(context.folder)
  const copies: readonly (readonly [from: string, to: string])[] = [
    [first, to],
    [previous, `${to}.previous`],
  ]
  for (const [from, copy] of copies) {
    const key = readIfThere(from)
    if (key !== undefined) writeNewFile(context, copy, new TextEncoder().encode(key))
  }
}
