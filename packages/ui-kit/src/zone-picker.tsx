/** Chooses the time zone in which times are shown. */
import { say } from './texts.ts'
import { zone } from './time.tsx'
import { zonesWith } from './zones.ts'

export function ZonePicker() {
  return (
    <label class="zone">
      <span class="hidden">{say('timesIn')}</span>
      <select
        value={zone.value}
        onChange={({ currentTarget }) => {
          zone.value = currentTarget.value
        }}
      >
        {zonesWith(zone.value).map((name) => (
          <option key={name} value={name} selected={name === zone.value}>
            {name.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
    </label>
  )
}
