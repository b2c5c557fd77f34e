/** The frame of every screen: menu, search, time zone, user, and important warnings. */
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { isAsleep } from './awake.ts'
import { Drawer } from './drawer.tsx'
import { handleKeys } from './keys.ts'
import { type NavGroup, placeAt } from './nav.ts'
import { type Find, Palette } from './palette.tsx'
import { isConnected, nextTryAt, tryNow } from './query.ts'
import type { AnySession } from './sign-in/protocol.ts'
import type { SignIn } from './sign-in/sign-in.ts'
import { StepUp } from './sign-in/step-up.tsx'
import { TextButton } from './small.tsx'
import { say } from './texts.ts'

interface ShellProps<Session extends AnySession> {
  readonly at: SignIn<Session>
  readonly session: Session
  /** The application's start page, and its name beside the logo. */
  readonly home: string
  readonly name: string
  readonly groups: readonly NavGroup[]
  readonly find: Find
  /** Settings of all screens in the top bar, such as the time zone. */
  readonly tools: ComponentChildren
  /** Important warnings, below the bar. */
  readonly warning?: ComponentChildren
  /** The user's role, below their name. */
  readonly role: string
  /** In the user's menu, besides signing out. */
  readonly own: ComponentChildren
  /** Keys of single screens, for the help. */
  readonly keys?: readonly (readonly [keys: string, does: string])[]
  readonly children: ComponentChildren
}

export function Shell<Session extends AnySession>(props: ShellProps<Session>) {
  const { at, session, home, name, groups, find, tools, warning, role, own, keys = [], children } = props
  const { path, url, route } = useLocation()
  const isMenuOpen = useSignal(false)
  const isSearching = useSignal(false)
  const isHelping = useSignal(false)
  // With the rendering: the user may type immediately, and what follows `/` belongs to the field.
  useLayoutEffect(() => {
    const search = () => (isSearching.value = true)
    const places = groups.flatMap(({ items }) =>
      items.map(({ key, href }) => [`g ${key}`, () => route(href)] as const),
    )
    return handleKeys({
      ...Object.fromEntries(places),
      '/': search,
      'mod+k': search,
      '?': () => (isHelping.value = true),
      e: () => document.querySelector<HTMLElement>('[data-export]')?.click(),
    })
  }, [route, groups])
  // Another place starts at its top, and closes the menu.
  useEffect(() => {
    isMenuOpen.value = false
    scrollTo(0, 0)
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [path])
  return (
    <div class="shell">
      <a class="skip" href="#main">
        {say('skip')}
      </a>
      <header>
        <div class="top">
          <button
            type="button"
            class="menu-button"
            aria-expanded={isMenuOpen.value}
            aria-controls="menu"
            onClick={() => (isMenuOpen.value = !isMenuOpen.value)}
          >
            {say('menu')}
          </button>
          <a class="brand" href={home}>
            <span class="brand-mark" aria-hidden="true" />
            <span class="brand-name">{name}</span>
          </a>
          <button type="button" class="search-button" onClick={() => (isSearching.value = true)}>
            <span>{say('searchOrPaste')}</span>
            <kbd>/</kbd>
          </button>
          {tools}
          <Person key={path} at={at} session={session} role={role}>
            {own}
          </Person>
        </div>
        {warning !== undefined && <div class="trial">{warning}</div>}
        {isAsleep.value && (
          <p class="trial" role="status">
            {say('asleep')}
          </p>
        )}
        {!isConnected.value && <CutOff />}
      </header>
      <div class="body">
        <nav id="menu" class={isMenuOpen.value ? 'menu open' : 'menu'} aria-label={say('main')}>
          {groups.map(({ group, items }) => (
            <div class="menu-group" key={group}>
              <p>{group}</p>
              <ul>
                {items.map(({ name, href }) => (
                  <li key={href}>
                    <a href={href} aria-current={href === placeAt(groups, url) ? 'page' : undefined}>
                      <span class="brand-name">{name}</span>
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <main id="main" class="main">
          {children}
        </main>
      </div>
      {isSearching.value && (
        <Palette find={find} groups={groups} onClose={() => (isSearching.value = false)} />
      )}
      {isHelping.value && <KeysHelp groups={groups} keys={keys} onClose={() => (isHelping.value = false)} />}
      <StepUp at={at} />
    </div>
  )
}

interface PersonProps<Session extends AnySession> {
  readonly at: SignIn<Session>
  readonly session: Session
  readonly role: string
  readonly children: ComponentChildren
}

function Person<Session extends AnySession>({ at, session, role, children }: PersonProps<Session>) {
  return (
    <details class="person">
      <summary>{session.person.name}</summary>
      <div class="person-menu">
        <p>
          <strong>{session.person.name}</strong>
          <br />
          <span class="quiet">{role}</span>
        </p>
        {children}
        <TextButton onClick={() => void at.signOut()}>{say('signOut')}</TextButton>
      </div>
    </details>
  )
}

const KEYS = [
  ['/', 'keySearch'],
  ['j k', 'keyRows'],
  ['Enter', 'keyOpen'],
  ['e', 'keyExport'],
  ['?', 'keyHelp'],
] as const

interface KeysHelpProps {
  readonly groups: readonly NavGroup[]
  readonly keys: readonly (readonly [keys: string, does: string])[]
  readonly onClose: () => void
}

function KeysHelp({ groups, keys: own, onClose }: KeysHelpProps) {
  const everywhere = KEYS.map(([keys, does]) => [keys, say(does)] as const)
  const places = groups.flatMap(({ items }) => items.map(({ key, name }) => [`g ${key}`, name] as const))
  return (
    <Drawer title={say('keys')} kind="question" onClose={onClose}>
      <dl class="keys">
        {[...everywhere, ...own, ...places].map(([keys, does]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Drawer>
  )
}

const TICK_MS = 250

/** Screen readers read the sentence once; the seconds are only visible. */
function CutOff() {
  const now = useSignal(Date.now())
  useEffect(() => {
    const timer = setInterval(() => {
      now.value = Date.now()
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [now])
  const at = nextTryAt.value
  const secs = at === undefined ? 0 : Math.max(0, Math.ceil((at - now.value) / 1_000))
  return (
    <div class="offline">
      <span role="status">{say('cutOff')}</span>{' '}
      <span role="timer" aria-live="off">
        {secs > 0 ? say('againIn', { secs: String(secs) }) : say('requestedAgain')}
      </span>{' '}
      <TextButton onClick={tryNow}>{say('tryAgain')}</TextButton>
    </div>
  )
}
