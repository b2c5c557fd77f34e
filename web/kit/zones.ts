/**
 * The time zones that a choice offers. A browser lists many of them by names that are no longer in use (`Asia/Calcutta`), though it knows
 * today's: those are offered instead, and a name that is stored already is always among them.
 */

/** Today's name of each zone that browsers list by an earlier one. */
const TODAYS: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/**
 * UTC first, then all others by name, each once.
 * @param stored what is chosen already, by whatever name: offered under just that name
 */
export function zonesWith(
  stored?: string,
  listed: readonly string[] = Intl.supportedValuesOf('timeZone'),
): readonly string[] {
  const names = new Set(listed.map((name) => TODAYS[name] ?? name))
  if (stored !== undefined && stored !== '') names.add(stored)
  names.delete('UTC')
  return ['UTC', ...[...names].sort()]
}
