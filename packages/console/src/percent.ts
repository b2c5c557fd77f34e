/** Shares as percentages, computed on digits so that no float rounds them. */

const SHARE = /^(\d+)(?:\.(\d+))?$/

/** `0.075` becomes `7.5 %`. @returns undefined if it is no share */
export function percentText(share: string): string | undefined {
  const [, whole, fraction = ''] = SHARE.exec(share) ?? []
  if (whole === undefined) return undefined
  const digits = fraction.padEnd(2, '0')
  const units = `${whole}${digits.slice(0, 2)}`.replace(/^0+(?=\d)/, '')
  const rest = digits.slice(2).replace(/0+$/, '')
  return `${units}${rest === '' ? '' : `.${rest}`} %`
}
