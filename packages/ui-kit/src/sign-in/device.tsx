/** @jsxImportSource preact */
/**
 * The device of a session as people name it: `Chrome 141, macOS`, and on demand the browser's whole user agent text.
 *
 * Many browsers freeze the system's version, so it is not shown. An unknown browser is shown by its own text. The names
 * come from a library that is loaded with the first session shown.
 */
import { signal } from '@preact/signals'

/** Parsed from a browser's text; empty if unknown. */
export interface ReadBrowser {
  readonly browser: { readonly name?: string; readonly version?: string }
  readonly os: { readonly name?: string }
}

/** @returns undefined if no name is known */
export function wordsOf({ browser, os }: ReadBrowser): string | undefined {
  if (!browser.name) return undefined
  const major = /^\d+/.exec(browser.version ?? '')?.[0]
  const named = major === undefined ? browser.name : `${browser.name} ${major}`
  return os.name ? `${named}, ${os.name}` : named
}

const read = signal<((text: string) => ReadBrowser) | undefined>(undefined)
let isRequested = false

/** The readable name once it is known; until then, and for unknown browsers, the text itself. */
export function deviceWords(text: string): string {
  if (!isRequested) {
    isRequested = true
    // If the library cannot be loaded, the text itself is shown.
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
