/**
 * `sluice listen`: a receiver of callbacks to try things with. It shows each callback and whether its signature is
 * valid. With `--forward-to` it fetches the callbacks instead and posts them to an application on this machine
 * (`forward.ts`).
 *
 * The receiver listens on this machine only. The secret comes from the data folder's merchant.json or
 * SLUICE_CALLBACK_SECRET; without one, signatures are not checked. Bodies are escaped for the terminal, because anybody
 * on this machine can post one.
 */
import { createServer, type IncomingMessage } from 'node:http'
import { verifyCallback } from '@sluice/client/main.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { LISTEN_PORT } from '@sluice/gateway/server/sandbox-files.ts'
import { Option } from 'commander'
import { addMerchantOptions, type MerchantOptions, merchantOf, type SluiceCommand } from './context.ts'
import { CliFailure } from './failure.ts'
import { type ForwardOptions, forward } from './forward.ts'
import { whenOrphaned } from './orphan.ts'
import { at, shown } from './output.ts'
import { wholeNumber } from './pages.ts'

const MAX_BODY_BYTES = 65_536

interface Options extends MerchantOptions, Partial<ForwardOptions> {
  readonly port: number
  readonly answer: number
}

export function addListen(program: SluiceCommand): void {
  addMerchantOptions(
    program
      .command('listen')
      .description('receive callbacks on this machine and show them, until it is interrupted')
      .option('--port <number>', 'port on 127.0.0.1', wholeNumber, LISTEN_PORT)
      .option('--answer <status>', 'the status to answer with, to test retries', wholeNumber, 204)
      .option(
        '--forward-to <url>',
        "instead: fetch a test merchant's callbacks as they are sent, and post them here",
      )
      .addOption(
        new Option('--kind <kind>', 'forward only those of payments of this kind').choices([
          'payin',
          'payout',
          'refund',
        ]),
      )
      .option('--status <status...>', 'forward only those of payments that became this')
      .option('--id <id...>', 'forward only those of these payments')
      .option('--replay <id...>', 'resend the latest callback of these payments'),
  ).action(listen)
}

async function listen(options: Options, command: SluiceCommand): Promise<void> {
  const { port, answer, forwardTo } = options
  const { context } = command
  whenOrphaned(() => process.exit(0))
  if (forwardTo !== undefined) {
    return forward(context, merchantOf(context, options), { ...options, forwardTo })
  }
  const { sandbox, json, env, clock } = context
  const secret = env.SLUICE_CALLBACK_SECRET || sandbox?.callbackSecret
  if (answer < 200 || answer > 599) throw new CliFailure('usage', '--answer takes a status from 200 to 599')
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    response.writeHead(body === undefined ? 413 : answer).end()
    if (body === undefined) return
    if (json) context.print(body)
    else context.print(callbackText(body, checked(secret, body, request.headers), clock.now()))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', () =>
      reject(new CliFailure('usage', `port ${port} is in use: choose another with --port`)),
    )
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  const chosen = typeof address === 'object' && address !== null ? address.port : port
  context.note(`callbacks to http://127.0.0.1:${chosen}/callbacks are shown here; Ctrl-C ends it`)
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += Buffer.from(chunk).length
    if (bytes > MAX_BODY_BYTES) return undefined
    chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks).toString('utf8')
}

function checked(secret: string | undefined, body: string, headers: IncomingMessage['headers']): string {
  if (secret === undefined) return 'signature not checked'
  try {
    verifyCallback(body, headers, secret)
    return 'signature valid'
  } catch {
    return 'SIGNATURE NOT VALID'
  }
}

function callbackText(body: string, signature: string, now: number): string {
  let parsed: unknown = body
  try {
    parsed = JSON.parse(body)
  } catch {
    // Shown as it came.
  }
  const what = at(parsed, 'type') ?? 'callback'
  const about = at(parsed, 'data') ?? parsed
  return `${isoTime(now)}  ${shown(what)}  ${shown(about)}  ${signature}`
}
