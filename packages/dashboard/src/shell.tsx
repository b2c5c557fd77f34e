/** The dashboard's frame: navigation, search, whose account it is, and whether it is live. */
import { LANGUAGE_NAMES } from '@sluice/ui-kit/languages.ts'
import { listenLive } from '@sluice/ui-kit/live.ts'
import { Shell } from '@sluice/ui-kit/shell.tsx'
import { say } from '@sluice/ui-kit/texts.ts'
import { ZonePicker } from '@sluice/ui-kit/zone-picker.tsx'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { find } from './finding.ts'
import { choose, language, t, wordOf } from './language.ts'
import { LANGUAGES } from './languages.ts'
import { here } from './merchant.ts'
import { navigation } from './nav.ts'
import { homeOf, placeOf } from './places.ts'
import { type Belonging, type Session, signIn } from './sign-in.ts'

interface DashboardShellProps {
  readonly session: Session
  readonly merchant: Belonging
  readonly children: ComponentChildren
}

export function DashboardShell({ session, merchant, children }: DashboardShellProps) {
  const groups = useMemo(navigation, [here.value, language.value])
  useEffect(() => listenLive('/live'), [session.person.id, merchant.merchantCode])
  return (
    <Shell
      at={signIn}
      session={session}
      home={placeOf.home()}
      name={merchant.name}
      groups={groups}
      find={find}
      tools={
        <>
          <Switch session={session} merchant={merchant} />
          <ZonePicker />
          <LanguagePicker />
        </>
      }
      warning={merchant.isTest ? t('testMode') : session.gateway.isTrial ? t('trial') : undefined}
      role={wordOf(merchant.role)}
      own={<a href={placeOf.own()}>{say('yourSignIn')}</a>}
    >
      {children}
    </Shell>
  )
}

/** Switches between accounts: most people have a test and a live one. */
function Switch({ session, merchant }: Omit<DashboardShellProps, 'children'>) {
  const { route } = useLocation()
  const { merchants } = session
  if (merchants.length < 2) return null
  return (
    <label class="zone switch">
      <span class="hidden">{t('merchant')}</span>
      <select
        value={merchant.merchantCode}
        onChange={({ currentTarget }) => route(homeOf(currentTarget.value))}
      >
        {merchants.map(({ merchantCode, name, isTest }) => (
          <option key={merchantCode} value={merchantCode} selected={merchantCode === merchant.merchantCode}>
            {`${t(isTest ? 'test' : 'live')} · ${name}`}
          </option>
        ))}
      </select>
    </label>
  )
}

export function LanguagePicker() {
  return (
    <label class="zone">
      <span class="hidden">{t('language')}</span>
      <select value={language.value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {LANGUAGES.map((code) => (
          <option key={code} value={code} lang={code} selected={code === language.value}>
            {LANGUAGE_NAMES[code]}
          </option>
        ))}
      </select>
    </label>
  )
}
