/** How sessions, people and rights are shown. */
import { currency } from '@sluice/core/catalogue/currencies.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { amountText, type CurrencyCode, type Minor, minorFromText } from '@sluice/core/foundation/money.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { Static } from 'typebox'
import { capabilitiesHeld, type Rights } from '../operators/rights.ts'
import type { Passkey } from './passkeys.ts'
import type { ListedSessionSchema, OwnSchema, RightsSchema, SessionSchema } from './protocol.ts'
import type { Signer } from './realm.ts'
import { IDLE_MS, type PersonSession, provedUntil } from './sessions.ts'

type RightsBody = Static<typeof RightsSchema>

export const rightsBody = ({ capabilities, merchants, limits }: Rights): RightsBody => ({
  ...(capabilities && { capabilities: [...capabilities] }),
  ...(merchants && { merchants: [...merchants] }),
  ...(limits && {
    limits: Array.from(limits, ([currencyCode, limitMinor]) => ({
      currencyCode,
      amount: amountText(limitMinor, currency(currencyCode)?.ledgerDigits ?? 0),
    })),
  }),
})

const AMOUNT = /^\d{1,15}(?:\.\d{1,6})?$/

/** @returns which limit is wrong */
export function rightsOfBody({ limits, ...rest }: RightsBody): Result<Rights, string> {
  if (!limits) return succeed(rest)
  const read = new Map<CurrencyCode, Minor>()
  for (const [at, { currencyCode, amount }] of limits.entries()) {
    const known = currency(currencyCode)
    const decimals = amount.split('.')[1]?.length ?? 0
    if (!known || read.has(known.code)) return fail(`/limits/${at}/currencyCode`)
    if (!AMOUNT.test(amount) || decimals > known.ledgerDigits) return fail(`/limits/${at}/amount`)
    read.set(known.code, minorFromText(amount, known.ledgerDigits))
  }
  return succeed({ ...rest, limits: read })
}

/** How someone signed in, and how long that is valid. */
export function sessionTimes<Who extends Signer>(session: PersonSession<Who>) {
  const { signInMethod, signedInAt, seenAt, endsAt } = session
  const proved = provedUntil(session)
  return {
    signInMethod,
    signedInAt: isoTime(signedInAt),
    idleEndsAt: isoTime(Math.min(seenAt + IDLE_MS, endsAt)),
    endsAt: isoTime(endsAt),
    ...(proved !== undefined && { provedUntil: isoTime(proved) }),
  }
}

export function sessionBody(session: PersonSession, isTrial: boolean): Static<typeof SessionSchema> {
  const { operator } = session
  return {
    person: { id: operator.id, name: operator.name },
    role: operator.role,
    rights: rightsBody(operator.rights),
    capabilities: [...capabilitiesHeld(operator)],
    ...sessionTimes(session),
    gateway: { isTrial },
  }
}

export const listedSession = (
  { id, signInMethod, device, signedInAt, seenAt, endsAt }: Omit<PersonSession, 'operator'>,
  own: string | undefined,
): Static<typeof ListedSessionSchema> => ({
  id,
  signInMethod,
  device,
  signedInAt: isoTime(signedInAt),
  seenAt: isoTime(seenAt),
  endsAt: isoTime(endsAt),
  isThis: id === own,
})

const timeIn = (at: Instant | undefined) => (at === undefined ? {} : { lastUsedAt: isoTime(at) })

export const ownBody = (
  own: Pick<PersonSession, 'id'>,
  held: {
    readonly sessions: readonly Omit<PersonSession, 'operator'>[]
    readonly passkeys: readonly Passkey[]
    readonly hasTotp: boolean
    readonly recoveryCodesLeft: number
    readonly vouchedBy: string | undefined
  },
): Static<typeof OwnSchema> => ({
  sessions: held.sessions.map((session) => listedSession(session, own.id)),
  passkeys: held.passkeys.map(({ id, label, isSynced, createdAt, lastUsedAt }) => ({
    id,
    label,
    isSynced,
    createdAt: isoTime(createdAt),
    ...timeIn(lastUsedAt),
  })),
  hasTotp: held.hasTotp,
  recoveryCodesLeft: held.recoveryCodesLeft,
  ...(held.vouchedBy !== undefined && { vouchedBy: held.vouchedBy }),
})
