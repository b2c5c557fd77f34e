/** The frame of every screen: where one can go, the search, the zone of its times, who is here; and what must not be overlooked. */
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { isAsleep } from '../../kit/awake.ts'
import { Drawer } from '../../kit/drawer.tsx'
import { hearKeys } from '../../kit/keys.ts'
import { isConnected } from '../../kit/query.ts'
import { zone } from '../../kit/time.tsx'
import { navigation, placeAt } from './nav.ts'
import { placeOf } from './places.ts'
import { Palette } from './search-palette.tsx'
import type { Session } from './sign-in/protocol.ts'
import { signOut } from './sign-in/session.ts'
import { StepUp } from './sign-in/step-up.tsx'

export function Shell({
  session,
  children,
}: {
  readonly session: Session
  readonly children: ComponentChildren
}) {
  const { path, url, route } = useLocation()
  const isMenuOpen = useSignal(false)
  const isSearching = useSignal(false)
  const isHelping = useSignal(false)
  useEffect(() => {
    const search = () => (isSearching.value = true)
    const places = navigation().flatMap(({ items }) =>
      items.map(({ key, href }) => [`g ${key}`, () => route(href)] as const),
    )
    return hearKeys({
      ...Object.fromEntries(places),
      '/': search,
      'mod+k': search,
      '?': () => (isHelping.value = true),
      e: () => document.querySelector<HTMLAnchorElement>('a[data-export]')?.click(),
    })
  }, [route])
  // Another place begins at its head, and the menu has done its work.
  useEffect(() => {
    isMenuOpen.value = false
    scrollTo(0, 0)
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [path])
  return (
    <div class="shell">
      <a class="skip" href="#main">
        Skip to the content
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
            Menu
          </button>
          <a class="brand" href={placeOf.today}>
            <span class="brand-mark" aria-hidden="true" />
            Sluice
          </a>
          <button type="button" class="search-button" onClick={() => (isSearching.value = true)}>
            <span>Search, or paste an ID</span>
            <kbd>/</kbd>
          </button>
          <ZonePicker />
          <Person key={path} session={session} />
        </div>
        {session.gateway.isTrial && <p class="trial">Trial: no real money moves here.</p>}
        {isAsleep.value && (
          <p class="trial" role="status">
            Nobody has touched this page for ten minutes, so it asks for nothing new. Move, and it goes on.
          </p>
        )}
        {!isConnected.value && (
          <p class="offline" role="status">
            The gateway does not answer. What you see is from before; it is asked again by itself.
          </p>
        )}
      </header>
      <div class="body">
        <nav id="menu" class={isMenuOpen.value ? 'menu open' : 'menu'} aria-label="Main">
          {navigation().map(({ group, items }) => (
            <div class="menu-group" key={group}>
              <p>{group}</p>
              <ul>
                {items.map(({ name, href }) => (
                  <li key={href}>
                    <a href={href} aria-current={href === placeAt(url) ? 'page' : undefined}>
                      {name}
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
      {isSearching.value && <Palette onClose={() => (isSearching.value = false)} />}
      {isHelping.value && <KeysHelp onClose={() => (isHelping.value = false)} />}
      <StepUp />
    </div>
  )
}

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')]

function ZonePicker() {
  return (
    <label class="zone">
      <span class="hidden">Times are shown in</span>
      <select
        value={zone.value}
        onChange={({ currentTarget }) => {
          zone.value = currentTarget.value
        }}
      >
        {ZONES.map((name) => (
          <option key={name} value={name} selected={name === zone.value}>
            {name.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
    </label>
  )
}

const ROLE_NAMES = { VIEWER: 'Viewer', OPERATOR: 'Operator', ADMIN: 'Administrator' } as const

function Person({ session }: { readonly session: Session }) {
  return (
    <details class="person">
      <summary>{session.person.name}</summary>
      <div class="person-menu">
        <p>
          <strong>{session.person.name}</strong>
          <br />
          <span class="quiet">{ROLE_NAMES[session.role]}</span>
        </p>
        <a href={placeOf.settings}>Your sign-in</a>
        <button type="button" class="as-link" onClick={() => void signOut()}>
          Sign out
        </button>
      </div>
    </details>
  )
}

const KEYS = [
  ['/', 'search; ⌘K and Ctrl+K as well'],
  ['j k', 'next and previous row'],
  ['Enter', 'open the row'],
  ['1 … 9', 'choose a candidate of a case'],
  ['e', 'export the list'],
  ['?', 'this help'],
] as const

function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  const places = navigation().flatMap(({ items }) =>
    items.map(({ key, name }) => [`g ${key}`, name] as const),
  )
  return (
    <Drawer title="Keys" kind="question" onClose={onClose}>
      <dl class="keys">
        {[...KEYS, ...places].map(([keys, does]) => (
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
