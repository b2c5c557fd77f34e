/** The routes for using a link: opening it, and creating the person. */
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ProblemError, validationFailed } from '../../http/problems.ts'
import type { Server } from '../../http/server.ts'
import type { SignInAddress } from './address.ts'
import { offerApp } from './authenticator-app.ts'
import { type Joined, joinByApp, joinByPasskey, type NotJoined } from './joining.ts'
import { creationOptions } from './passkeys.ts'
import { peopleProblem } from './problems.ts'
import { LinkWithPasskey, LinkWithTotp, OpenLink } from './protocol.ts'
import type { Signer } from './realm.ts'
import { bodyOf, giveCookie, ownPage, type SignInRoutes, sending, visitorOf } from './requests.ts'

export function registerLinks<Who extends Signer>(app: Server, context: SignInRoutes<Who>): void {
  const { failures, joining } = context
  const opening = async (request: FastifyRequest, reply: FastifyReply) => {
    const address = ownPage(context, request, reply)
    const flood = failures.flood('sign-in', request.ip)
    if (flood) throw new ProblemError(flood)
    return address
  }
  const refused = (request: FastifyRequest, why: NotJoined) =>
    new ProblemError(
      why === 'LINK_OVER' ? failures.failed('sign-in', request.ip, problemOf(why)) : problemOf(why),
    )
  const joined = async (
    reply: FastifyReply,
    address: SignInAddress,
    { begun, recoveryCodes }: Joined<Who>,
  ) => {
    giveCookie(reply, address, begun)
    return reply.code(201).send({ session: await context.shown(begun.session), recoveryCodes })
  }

  app.post('/sign-in/link', sending(), async (request, reply) => {
    const address = await opening(request, reply)
    const { link: secret, name: said } = bodyOf(OpenLink, request)
    const link = await joining.open(secret, said)
    if (!link.ok) throw refused(request, link.failure)
    const { makes, name, expiresAt, hash, person } = link.value
    const shown = name ?? 'Sluice'
    const { passkeysFor } = address
    return {
      ...makes,
      ...(name !== undefined && { name }),
      expiresAt: isoTime(expiresAt),
      ...(passkeysFor !== undefined && {
        passkey: creationOptions(context, passkeysFor, `link:${hash}`, { id: person, name: shown }),
      }),
      totp: offerApp(context, hash, shown),
    }
  })
  app.post('/sign-in/link/passkey', sending(), async (request, reply) => {
    const address = await opening(request, reply)
    const done = await joinByPasskey(
      context,
      joining,
      bodyOf(LinkWithPasskey, request),
      visitorOf(address, request),
    )
    if (!done.ok) throw refused(request, done.failure)
    return joined(reply, address, done.value)
  })
  app.post('/sign-in/link/totp', sending(), async (request, reply) => {
    const address = await opening(request, reply)
    const done = await joinByApp(context, joining, bodyOf(LinkWithTotp, request), visitorOf(address, request))
    if (!done.ok) throw refused(request, done.failure)
    return joined(reply, address, done.value)
  })
}

function problemOf(why: NotJoined) {
  switch (why) {
    case 'LINK_OVER':
      return peopleProblem('LINK_OVER', 'ask the person who gave it to you for a new one')
    case 'NAME_TAKEN':
      return peopleProblem('NAME_TAKEN', 'this name is taken; choose another')
    case 'NAME_WRONG':
      return validationFailed([
        {
          path: '/name',
          code: 'INVALID_FORMAT',
          message:
            'must be 1 to 64 letters, digits, spaces and . _ @ -, and begin and end with a letter or digit',
        },
      ])
    case 'NOT_PROVED':
      return validationFailed([
        {
          path: '',
          code: 'INVALID_FORMAT',
          message: 'the passkey or code does not match this request; start again',
        },
      ])
  }
}
