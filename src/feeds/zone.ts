/** Time zones by their IANA names. Pure: the table of zones is the runtime's. */
import type { Instant } from '../foundation/deps.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** How far clocks of this zone are ahead of UTC at that time; undefined for a zone that nobody knows. */
export function zoneOffsetMs(timeZone: string, at: Instant): number | undefined {
  try {
    const known = formats.get(timeZone)
    const format = known ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    if (!known) formats.set(timeZone, format)
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const match = /^GMT(?:([+-])(\d{2}):(\d{2}))?$/.exec(name)
    if (!match) return undefined
    const minutes = Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0)
    return (match[1] === '-' ? -1 : 1) * minutes * 60_000
  } catch {
    return undefined
  }
}
