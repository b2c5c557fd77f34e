/** @jsxImportSource preact */
/**
 * Where somebody is signed in, as people say it: `Chrome 141, macOS`, and on demand the whole text by which the browser calls itself.
 *
 * Browsers tell less than they seem to: the system's version is frozen in many of them, so it is not said. What calls itself by no name that
 * is known is shown as it came. The names are a library's, which is loaded when somebody first looks at a session.
 */
import { signal } from '@preact/signals'

/** What is read of a browser's own text; empty where it is not known. */
export interface ReadBrowser {
  readonly browser: { readonly name?: string; readonly version?: string }
  readonly os: { readonly name?: string }
}

/** @returns undefined where no name is known */
export function wordsOf({ browser, os }: ReadBrowser): string | undefined {
  if (!browser.name) return undefined
  const major = /^\d+/.exec(browser.version ?? '')?.[0]
  const named = major === undefined ? browser.name : `${browser.name} ${major}`
  return os.name ? `${named}, ${os.name}` : named
}

const read = signal<((text: string) => ReadBrowser) | undefined>(undefined)
let isRequested = false

/** As people say it, once that is known; until then, and of others, the text itself. */
export function deviceWords(text: string): string {
  if (!isRequested) {
    isRequested = true
    // Without it the text itself is still better than none.
    void import('bowser').then(
      ({ default: bowser }) => {
        read.value = (agent) => bowser.parse(agent)
      },
      () => {
        isRequested = false
      },
    )
  }
  return (text === '' ? undefined : read.value && wordsOf(read.value(text))) ?? text
}

export function Device({ text }: { readonly text: string }) {
  const words = deviceWords(text)
  if (words === text) return <span class="breaks">{text}</span>
  return (
    <details class="device">
      <summary>{words}</summary>
      <span class="breaks quiet">{text}</span>
    </details>
  )
}
