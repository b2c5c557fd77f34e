/**
 * The doctor: answers "is everything all right, and if not, what do I do?".
 *
 * Promises: every check says in a sentence what it found, and what to do unless it is fine. A database that does not
 * answer is a finding, not a failure. Read-only: nothing is written, no other system is called, no name is resolved.
 * Shows no secret and no payer data, only codes of merchants and names of settings.
 */
import { DatabaseFailure } from '@sluice/database/port.ts'
import { Type } from 'typebox'

import { endpoint } from '../endpoint.ts'
import { choice } from '../fields.ts'
import { accounts, openAddresses } from './accounts.ts'
import { alerts } from './alerts.ts'
import { backups } from './backups.ts'
import { broken, type DoctorCheck, type DoctorContext, type Look, STATES, worstOf } from './check.ts'
import { claims } from './claims.ts'
import * as kept from './database.ts'
import * as feeds from './feeds.ts'
import { providers } from './providers.ts'
import * as settings from './settings.ts'
import * as work from './work.ts'

const LOOKS: readonly (readonly [name: string, look: Look])[] = [
  ['database', kept.database],
  ['migrations', kept.migrations],
  ['clock', kept.clock],
  ['signing-keys', kept.signingKeys],
  ['master-key', kept.masterKey],
  ['backups', backups],
  ['processors', work.processors],
  ['providers', providers],
  ['queue', work.queue],
  ['callbacks', work.callbacks],
  ['callback-receivers', work.callbackReceivers],
  ['callback-addresses', work.callbackAddresses],
  ['steps', work.steps],
  ['reports', work.reports],
  ['cases', work.cases],
  ['claims', claims],
  ['alerts', alerts],
  ['accounts', accounts],
  ['statements', feeds.statements],
  ['open-addresses', openAddresses],
  ['public-url', settings.publicUrl],
  ['office', settings.separateOperatorAddress],
  ['sandbox-delay', settings.sandboxDelay],
  ['open-networks', settings.openNetworks],
  ['loopback', settings.loopback],
  ['variables', settings.variables],
  ['pages', settings.pages],
]

async function checked(context: DoctorContext, name: string, look: Look): Promise<DoctorCheck> {
  try {
    return { name, ...(await look(context)) }
  } catch (error) {
    if (!(error instanceof DatabaseFailure)) throw error
    const remedy = 'check that the database runs and can be reached, and read the log of this node'
    return { name, ...broken(`the database did not answer (${error.kind})`, remedy) }
  }
}

/** @param forwarded the request came with X-Forwarded-For */
export async function examine(context: DoctorContext, forwarded: boolean): Promise<readonly DoctorCheck[]> {
  const proxy: Look = () =>
    settings.proxyFinding(
      new URL(context.settings.baseUrl()),
      context.settings.trustProxy !== false,
      forwarded,
    )
  const checks: DoctorCheck[] = []
  // One after the other, so that the doctor does not overload the database.
  for (const [name, look] of [...LOOKS, ['proxy', proxy] as const])
    checks.push(await checked(context, name, look))
  return checks
}

export const DOCTOR_ENDPOINT = endpoint({
  route: 'GET /admin/doctor',
  role: 'VIEWER',
  summary: 'Check this node, its database and its settings, and list what to do',
  answers: {
    200: Type.Object({
      state: choice(STATES, { description: 'The worst result of all checks.' }),
      checks: Type.Array(
        Type.Object({
          name: Type.String(),
          state: choice(STATES),
          detail: Type.String({ description: 'What was found.' }),
          remedy: Type.Optional(Type.String({ description: 'What to do if the check is not fine.' })),
        }),
      ),
    }),
  },
  async handle({ backOffice: { gateway, examined }, headers }) {
    const checks = await examine({ gateway, ...examined }, headers['x-forwarded-for'] !== undefined)
    return { state: worstOf(checks), checks }
  },
})
