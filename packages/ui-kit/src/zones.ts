/**
 * The time zones offered for choice. Browsers list many under outdated names (`Asia/Calcutta`) though they know the
 * current ones, which are offered instead. A stored name is always in the list.
 */

/** The current name of each zone that browsers list under an earlier one. */
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
 * @param stored the chosen name, current or not: offered under exactly that name
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
