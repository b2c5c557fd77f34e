/**
 * Sends mail through any SMTP server: one message at a time, over a new connection.
 *
 * Errors are values whose text says what to check. Neither they nor the log contain a password or anyone's address, although
 * servers like to repeat both. A message never reads files or URLs. An exchange ends within 15 seconds. With TLS, the server's
 * certificate is always checked.
 */
import { readFile } from 'node:fs/promises'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'

export interface Mail {
  /** The same for every attempt; it becomes the Message-ID. */
  readonly id: string
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
}

/**
 * A single plain address: no name, group, comment, second address or line break. So the address that is shown is where a mail
 * goes.
 */
export const isMailAddress = (text: string): boolean =>
  /^[^\s@<>,;:"()[\]\\\p{Cc}]{1,64}@[A-Za-z0-9.-]{1,253}$/u.test(text)

export interface Mailer {
  /** Never throws. */
  send(mail: Mail): Promise<Result<undefined, string>>
}

/** How the connection is protected: TLS from the start, STARTTLS, or not at all. */
export const SMTP_TLS = ['tls', 'starttls', 'none'] as const
export type SmtpTls = (typeof SMTP_TLS)[number]

export interface SmtpServer {
  readonly host: string
  readonly port: number
  readonly tls: SmtpTls
  readonly user: string | undefined
  readonly password: string | undefined
  /** A file with the password instead. It is read for each mail, so a new password needs no restart. */
  readonly passwordFile: string | undefined
}

const TIMEOUT_MS = 15_000
const SHOWN_ANSWER = 200

export function smtpMailer(server: SmtpServer): Mailer {
  return {
    async send({ id, from, to, subject, text }) {
      const password = await passwordOf(server)
      if (!password.ok) return password
      // Loaded with the first mail, because most gateways send none.
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
  EDNS: (at) => `the name of the mail server ${at} does not resolve: check SLUICE_SMTP_HOST`,
  ECONNECTION: (at) =>
    `the mail server ${at} cannot be reached: check host, port and this machine's outgoing connections`,
  ESOCKET: (at) =>
    `the mail server ${at} cannot be reached or uses another protocol: check host, port and SLUICE_SMTP_TLS`,
  ETIMEDOUT: (at) => `the mail server ${at} does not answer: check host, port and firewalls`,
  ETLS: (at) =>
    `the mail server ${at} does not offer what SLUICE_SMTP_TLS requires, or its certificate is not valid`,
  EAUTH: (at) =>
    `the mail server ${at} refuses user or password: check SLUICE_SMTP_USER and SLUICE_SMTP_PASSWORD`,
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
  const cause = CAUSES[String(code)]?.(at) ?? `the mail could not be delivered to ${at}`
  const said = typeof response === 'string' ? plain(withoutAddresses(response, addresses)) : ''
  const isSafe = said !== '' && (password === '' || !said.includes(password))
  return isSafe ? `${cause} (it said: ${said})` : cause
}

/** What the library adds to its errors. */
interface MailTrouble {
  readonly code?: unknown
  readonly response?: unknown
}

/** How much of an answer is searched. A one-line reply has at most 512 characters. */
const MOST_ANSWERED = 4_096

/** Removes addresses in any form, and also the part before the @ of ours, as in `<jane.doe>: user unknown`. */
function withoutAddresses(answer: string, addresses: readonly string[]): string {
  let text = answer.slice(0, MOST_ANSWERED).replace(/[^\s<>()[\]"',;:]*@[^\s<>()[\]"',;]*/gu, ADDRESS)
  for (const address of addresses) {
    const [local = ''] = address.split('@')
    // Only whole words: for `a@b.example`, every letter a would be removed.
    const named = new RegExp(`(?<![\\p{L}\\p{N}])${plainPattern(local)}(?![\\p{L}\\p{N}])`, 'giu')
    if (local !== '') text = text.replace(named, ADDRESS)
  }
  return text
}
const ADDRESS = 'an address'
const plainPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

const plain = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').slice(0, SHOWN_ANSWER)
