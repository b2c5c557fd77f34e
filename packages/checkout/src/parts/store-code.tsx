/** The code for the till, as text for the kiosk's keys and as a barcode for the scanner. */
import { barsOf } from '../code128.ts'
import { useWords } from '../i18n.tsx'
import { CopyButton } from './small.tsx'

const QUIET = 10

export function StoreCode({ code }: { readonly code: string }) {
  const { t } = useWords()
  const { widths, total } = barsOf(code)
  let x = QUIET
  let path = ''
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) path += `M${x} 0h${width}v50H${x}z`
    x += width
  }
  return (
    <section class="panel centre">
      <h1 tabIndex={-1}>{t('storeCode')}</h1>
      <svg
        class="barcode"
        viewBox={`0 0 ${total + 2 * QUIET} 50`}
        preserveAspectRatio="none"
        role="img"
        aria-label={code}
      >
        <rect width={total + 2 * QUIET} height="50" fill="#fff" />
        <path d={path} fill="#000" shape-rendering="crispEdges" />
      </svg>
      <p class="store-code exactly" translate={false}>
        {code}
      </p>
      <CopyButton text={code} what={t('reference')} />
    </section>
  )
}
