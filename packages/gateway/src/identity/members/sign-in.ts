/** The routes of `/dashboard/sign-in`: those of `people/` for merchants' own people, and joining a further merchant. */
import type { Failures } from '../../http/failures.ts'
import { type Problem, ProblemError } from '../../http/problems.ts'
import type { Server } from '../../http/server.ts'
import type { NotifyOwners } from '../../merchants/owner-notices.ts'
import type { PeopleContext } from '../people/context.ts'
import { needsProof, sessionOver, stepUpNeeded } from '../people/guard.ts'
import { peopleProblem } from '../people/problems.ts'
import { bodyOf, type SignInRoutes, sending, signedIn } from '../people/requests.ts'
import { registerSignIn } from '../people/routes.ts'
import { acceptInvitation, membersJoining, type NotAccepted } from './joining.ts'
import type { MerchantPerson } from './member.ts'
import { AcceptLink } from './protocol.ts'
import { memberSessionBody, type ReportedMerchants } from './views.ts'

export interface MemberSignIn extends PeopleContext<MerchantPerson>, ReportedMerchants {
  readonly failures: Failures
  readonly notifyOwners: NotifyOwners
}

export function registerMemberSignIn(app: Server, context: MemberSignIn): void {
  const routes: SignInRoutes<MerchantPerson> = {
    ...context,
    joining: membersJoining(context),
    // An operator invites a merchant's first person; the start prints no link.
    isFirst: async () => false,
    shown: (session) => memberSessionBody(context, session),
  }
  app.register(
    async (scope) => {
      registerSignIn(scope, routes)
      scope.post('/sign-in/link/accept', sending(), async (request, reply) => {
        const { session } = await signedIn(routes, request, reply)
        // It changes who has access, like every change of a team.
        if (needsProof(session, context.deps.clock.now())) throw new ProblemError(stepUpNeeded())
        const accepted = await acceptInvitation(context, session, bodyOf(AcceptLink, request).link)
        if (!accepted.ok) throw new ProblemError(refusalOf(context, accepted.failure, request.ip))
        const now = await signedIn(routes, request, reply)
        return reply.code(201).send(await memberSessionBody(context, now.session))
      })
    },
    { prefix: '/dashboard' },
  )
}

function refusalOf({ failures }: Pick<MemberSignIn, 'failures'>, why: NotAccepted, ip: string): Problem {
  switch (why) {
    case 'ALREADY_THERE':
      return peopleProblem('NAME_TAKEN', 'you are already in the team of this merchant')
    case 'SESSION_OVER':
      return sessionOver()
    case 'LINK_OVER': {
      const over = peopleProblem('LINK_OVER', 'ask the person who gave it to you for a new one')
      return failures.failed('sign-in', ip, over)
    }
  }
}
