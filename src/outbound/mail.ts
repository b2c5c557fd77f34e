/**
 * Mail by any SMTP server: one message at a time over a connection of its own.
 *
 * Promises: what went wrong is a value, in words that say what to look at; no password is in it, nor in a log, and nobody's address,
 * though servers like to repeat both; nothing is read from files
 * or addresses for a message; an exchange ends within a quarter of a minute. The server's certificate is checked wherever there is TLS.
 */
import { readFile } from 'node:fs/promises'
import { fail, type Result, succeed } from '../foundation/result.ts'

export interface Mail {
  /** The same at every attempt: it becomes the Message-ID. */
  readonly id: string
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
}

/** One address, with nothing around it: no name, no group, no comment, no second one, no line. What is shown is where a mail goes. */
export const isMailAddress = (text: string): boolean =>
  /^[^\s@<>,;:"()[\]\\\p{Cc}]{1,64}@[A-Za-z0-9.-]{1,253}$/u.test(text)

export interface Mailer {
  /** Never throws. */
  send(mail: Mail): Promise<Result<undefined, string>>
}

/** How the connection is protected: from its beginning, from its first words on, or not at all. */
export const SMTP_TLS = ['tls', 'starttls', 'none'] as const
export type SmtpTls = (typeof SMTP_TLS)[number]

export interface SmtpServer {
  readonly host: string
  readonly port: number
  readonly tls: SmtpTls
  readonly user: string | undefined
  readonly password: string | undefined
  /** Where it stands instead; read for each mail, so that a new one needs no start. */
  readonly passwordFile: string | undefined
}

const TIMEOUT_MS = 15_000
const SHOWN_ANSWER = 200

export function smtpMailer(server: SmtpServer): Mailer {
  return {
    async send({ id, from, to, subject, text }) {
      const password = await passwordOf(server)
      if (!password.ok) return password
      // Loaded with the first mail: most starts send none.
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({
        host: server.host,
        port: server.port,
        secure: server.tls === 'tls',
        requireTLS: server.tls === 'starttls',
        ignoreTLS: server.tls === 'none',
        ...(server.user !== undefined && { auth: { user: server.user, pass: password.value } }),
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      try {
        const domain =
          from
            .split('@')
            .at(-1)
            ?.replace(/[^\w.-]/g, '') ?? 'localhost'
        await transport.sendMail({ from, to: [...to], subject, text, messageId: `<${id}@${domain}>` })
        return succeed(undefined)
      } catch (error) {
        return fail(wordsOf(error, server, password.value, [from, ...to]))
      } finally {
        transport.close()
      }
    },
  }
}

const CAUSES: Readonly<Record<string, (at: string) => string>> = {
  EDNS: (at) => `the name of the mail server ${at} leads nowhere: look at SLUICE_SMTP_HOST`,
  ECONNECTION: (at) =>
    `the mail server ${at} cannot be reached: look at host, port and this machine's way out`,
  ESOCKET: (at) =>
    `the mail server ${at} cannot be reached, or speaks otherwise: look at host, port and SLUICE_SMTP_TLS`,
  ETIMEDOUT: (at) => `the mail server ${at} does not answer: look at host, port and firewalls`,
  ETLS: (at) =>
    `the mail server ${at} does not offer what SLUICE_SMTP_TLS asks for, or its certificate does not hold`,
  EAUTH: (at) =>
    `the mail server ${at} refuses user or password: look at SLUICE_SMTP_USER and SLUICE_SMTP_PASSWORD`,
  EENVELOPE: (at) => `the mail server ${at} refuses the sender or a recipient`,
  EMESSAGE: (at) => `the mail server ${at} refuses the message`,
}

async function passwordOf({ password, passwordFile }: SmtpServer): Promise<Result<string, string>> {
  if (passwordFile === undefined) return succeed(password ?? '')
  try {
    return succeed((await readFile(passwordFile, 'utf8')).trim())
  } catch {
    return fail('the file that SLUICE_SMTP_PASSWORD_FILE names cannot be read')
  }
}

function wordsOf(
  error: unknown,
  { host, port }: SmtpServer,
  password: string,
  addresses: readonly string[],
): string {
  const at = `${host}:${port}`
  const { code, response } = typeof error === 'object' && error !== null ? (error as MailTrouble) : {}
  const cause = CAUSES[String(code)]?.(at) ?? `the mail could not be handed to ${at}`
  const said = typeof response === 'string' ? plain(withoutAddresses(response, addresses)) : ''
  const isSafe = said !== '' && (password === '' || !said.includes(password))
  return isSafe ? `${cause} (it said: ${said})` : cause
}

/** What the library puts on its errors. */
interface MailTrouble {
  readonly code?: unknown
  readonly response?: unknown
}

/** Looked for in so much of an answer: a reply of one line has 512 characters. */
const MOST_ANSWERED = 4_096

/** An address in any writing, and what stands before the @ of ours alone, as in `<jane.doe>: user unknown`. */
function withoutAddresses(answer: string, addresses: readonly string[]): string {
  let text = answer.slice(0, MOST_ANSWERED).replace(/[^\s<>()[\]"',;:]*@[^\s<>()[\]"',;]*/gu, ADDRESS)
  for (const address of addresses) {
    const [local = ''] = address.split('@')
    // Not within a word: of `a@b.example` every a would go.
    const named = new RegExp(`(?<![\\p{L}\\p{N}])${plainPattern(local)}(?![\\p{L}\\p{N}])`, 'giu')
    if (local !== '') text = text.replace(named, ADDRESS)
  }
  return text
}
const ADDRESS = 'an address'
const plainPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

const plain = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').slice(0, SHOWN_ANSWER)
