/**
 * `--export <file>`: a whole list as CSV or XLSX, by the file's name. The file is written as the data arrives. If the
 * gateway breaks off it is deleted, because half a list looks like a whole one.
 */
import { createWriteStream, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { problemText, SluiceProblem } from '@sluice/client/main.ts'
import { Option } from 'commander'
import type { Context } from './context.ts'
import { CliFailure } from './failure.ts'
import { whyNotWritten } from './files.ts'
import { pathWith } from './pages.ts'

export const exportOptions = (): readonly Option[] => [
  new Option('--export <file>', 'export all rows to a new .csv or .xlsx file instead'),
  new Option(
    '--zone <zone>',
    'with --export: the time zone of its times, such as Asia/Bangkok; otherwise UTC',
  ),
]

/** @throws CliFailure */
export async function exportTo(
  context: Context,
  requested: { readonly path: string; readonly token: string; readonly file: string; readonly zone?: string },
): Promise<void> {
  const [, format] = /\.(csv|xlsx)$/i.exec(requested.file) ?? []
  if (format === undefined) throw new CliFailure('usage', '--export takes a file that ends in .csv or .xlsx')
  const wanted = pathWith('', { format: format.toLowerCase(), zone: requested.zone }).slice(1)
  const path = `${requested.path}${requested.path.includes('?') ? '&' : '?'}${wanted}`
  const answer = await opened(context, path, requested.token)
  const file = context.locate(requested.file)
  const out = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  await new Promise<void>((resolve, reject) => {
    out.once('open', () => resolve())
    out.once('error', (error) =>
      reject(new CliFailure('usage', `the file ${requested.file} ${whyNotWritten(error)}`)),
    )
  })
  try {
    await pipeline(Readable.fromWeb(answer), out)
  } catch {
    rmSync(file, { force: true })
    throw new CliFailure(
      'refused',
      'the connection was lost before the end of the list, so no file was saved; try again',
    )
  }
  context.note(`written: ${requested.file} (${out.bytesWritten} bytes)`)
}

/** Without a timeout: an export may take minutes. */
async function opened({ fetch, url }: Context, path: string, token: string): Promise<ReadableStream> {
  const headers = { 'x-api-version': '2', authorization: `Bearer ${token}` }
  let answer: Response
  try {
    answer = await fetch(url + path, { headers, redirect: 'error' })
  } catch {
    throw new CliFailure('unreachable', `the gateway at ${url} cannot be reached: is it running?`)
  }
  if (answer.ok && answer.body !== null) return answer.body
  const text = await answer.text()
  throw new CliFailure('refused', problemText(new SluiceProblem(answer.status, parsed(text), undefined)))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
