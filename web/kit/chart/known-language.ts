/**
 * Gives `navigator.language` a language that `Intl` knows, where the browser names one that it does not, such as `en-US@posix`: uPlot asks
 * for a format in it while it is loaded, and would not load at all. Imported before it, for that alone.
 */
export function knownLanguage(wanted: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(wanted)[0] ?? 'en'
  } catch {
    // No tag of a language at all.
    return 'en'
  }
}

const { language } = navigator
const known = knownLanguage(language)
if (known !== language) Object.defineProperty(navigator, 'language', { value: known, configurable: true })
