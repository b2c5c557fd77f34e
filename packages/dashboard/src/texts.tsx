/** Small components for the gateway's codes in words. */
import { toneOf } from '@sluice/ui-kit/codes.ts'
import { Download } from '@sluice/ui-kit/download.tsx'
import { exactly } from '@sluice/ui-kit/exact.ts'
import type { Filter } from '@sluice/ui-kit/filters.tsx'
import { Badge, Copy, Notice } from '@sluice/ui-kit/small.tsx'
import { say } from '@sluice/ui-kit/texts.ts'
import { zone } from '@sluice/ui-kit/time.tsx'
import { t, wordOf } from './language.ts'
import { useView, type View, viewOf } from './places.ts'

export { methodName } from '@sluice/ui-kit/codes.ts'

const OWN_TONES = { OPEN: 'good', USED_UP: 'plain', CLOSED: 'plain', AWAITING_PAYEE: 'warn' } as const
const isOwn = (status: string): status is keyof typeof OWN_TONES => Object.hasOwn(OWN_TONES, status)

export function Status({ status }: { readonly status: string }) {
  return <Badge tone={isOwn(status) ? OWN_TONES[status] : toneOf(status)}>{wordOf(status)}</Badge>
}

/** The list of the screen with its filters, as files. @param view defaults to that of the address */
export function Exports({ path, view: given }: { readonly path: string; readonly view?: View }) {
  const { view } = useView()
  const { cursor: _, open: __, ...filters } = given ?? view
  const href = (format: string): string => viewOf(path, { ...filters, format, zone: zone.value })
  return (
    <span class="exports">
      <Download href={href('xlsx')} words={say('exportAs', { format: 'XLSX' })} isExport />
      <Download href={href('csv')} words="CSV" />
    </span>
  )
}

export const daysFilter = (): readonly Filter[] => [
  { name: 'from', label: t('from'), type: 'date' },
  { name: 'to', label: t('before'), type: 'date' },
]

/** @param codes the values to choose from */
export const choiceFilter = (name: string, label: string, codes: readonly string[]): Filter => ({
  name,
  label,
  choices: [['', t('all')] as const, ...codes.map((code) => [code, wordOf(code)] as const)],
})

/** A unique ID, so that a request sent twice is done once. */
export function newId(beginning: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6))
  return `${beginning}-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** The claim link of a refund whose payee names the account. */
export function Claim({ url }: { readonly url: string }) {
  return (
    <Notice tone="warn">
      {t('claimLink')}
      <span class="command-line">
        <code>{url}</code>
        <Copy text={url} />
      </span>
    </Notice>
  )
}

/** The form of a typed amount; anything else is reported at its field. */
const TYPED = /^\d{1,30}(?:\.\d{1,18})?$/

/** @returns undefined if it is no amount */
export const amountOf = (text: string) => (TYPED.test(text.trim()) ? exactly(text.trim()) : undefined)
