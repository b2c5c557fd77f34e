/** Screens that few people open: their code is loaded when they are first opened, not with the first screen. */
import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { Page } from './page.tsx'
import { Failed, Loading } from './states.tsx'

/** @param title shown while it loads */
export function loadedLater(title: string, load: () => Promise<ComponentType>): ComponentType {
  const loaded = signal<{ readonly screen: ComponentType } | 'failed' | undefined>(undefined)
  const begin = (): void =>
    void load().then(
      (screen) => {
        loaded.value = { screen }
      },
      () => {
        loaded.value = 'failed'
      },
    )
  return function Later() {
    useEffect(() => {
      if (typeof loaded.peek() !== 'object') begin()
    }, [])
    const now = loaded.value
    if (typeof now === 'object') return <now.screen />
    return (
      <Page title={title}>
        {now === 'failed' ? <Failed refusal={{ kind: 'offline' }} again={begin} /> : <Loading rows={6} />}
      </Page>
    )
  }
}
