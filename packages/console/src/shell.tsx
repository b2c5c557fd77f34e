/** The console's frame: navigation, search, and the signed-in person. */
import { listenLive } from '@sluice/ui-kit/live.ts'
import { Shell } from '@sluice/ui-kit/shell.tsx'
import { say } from '@sluice/ui-kit/texts.ts'
import { ZonePicker } from '@sluice/ui-kit/zone-picker.tsx'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { find } from './finding.ts'
import { navigation } from './nav.ts'
import { placeOf } from './places.ts'
import { type Session, signIn } from './sign-in.ts'

const ROLE_NAMES = { VIEWER: 'Viewer', OPERATOR: 'Operator', ADMIN: 'Administrator' } as const
const KEYS = [
  ['1 … 9', 'select a possible payment of a case'],
  ['a', 'assign the money of the case to the selected payment'],
  ['x', 'select the row for a bulk action'],
  ['c', 'copy the ID of the open item'],
] as const

interface ConsoleShellProps {
  readonly session: Session
  readonly children: ComponentChildren
}

export function ConsoleShell({ session, children }: ConsoleShellProps) {
  const groups = useMemo(navigation, [session])
  useEffect(() => listenLive('/admin/live'), [session.person.id])
  return (
    <Shell
      at={signIn}
      session={session}
      home={placeOf.today}
      name="Sluice"
      groups={groups}
      find={find}
      tools={<ZonePicker />}
      warning={session.gateway.isTrial ? 'Test mode. Test merchants move no real money.' : undefined}
      role={ROLE_NAMES[session.role]}
      own={<a href={placeOf.settings}>{say('yourSignIn')}</a>}
      keys={KEYS}
    >
      {children}
    </Shell>
  )
}
