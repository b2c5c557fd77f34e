/**
 * Replaces `navigator.language` if `Intl` does not know it, such as `en-US@posix`: uPlot formats with it while it
 * loads, and would fail to load. Imported before uPlot for this effect.
 */
export function knownLanguage(wanted: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(wanted)[0] ?? 'en'
  } catch {
    // It is no language tag at all.
    return 'en'
  }
}

const { language } = navigator
const known = knownLanguage(language)
if (known !== language) Object.defineProperty(navigator, 'language', { value: known, configurable: true })
