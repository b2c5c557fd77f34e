/** For tests: a mail server of this machine, which keeps what it is given. */
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface Mailbox {
  readonly port: number
  readonly mails: string[]
  /** What it says to who hands over a mail, instead of taking it. */
  refusing: string | undefined
}

/** It takes `ops` with the password `open sesame`. @param closing gets what ends it */
export async function openMailbox(closing: (() => Promise<unknown>)[]): Promise<Mailbox> {
  const box: Mailbox = { port: 0, mails: [], refusing: undefined }
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'ops' && password === 'open sesame'
        ? done(null, { user: 'ops' })
        : done(new Error(`no, not ${password}`)),
    onData: (stream, _session, done) => {
      text(stream).then((mail) => {
        if (box.refusing !== undefined) return done(new Error(box.refusing))
        box.mails.push(mail)
        done()
      }, done)
    },
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise<void>((resolve) => server.close(resolve)))
  return Object.assign(box, { port: (server.server.address() as AddressInfo).port })
}
