/** The QR code, drawn as a sharp vector; it can be saved as a picture, or opened in the app if the payer is on the phone. */
import { useMemo } from 'preact/hooks'
import { encode } from 'uqr'
import { useWords } from '../i18n.tsx'
import { appLinkOf, type Payin, toPay } from '../payin.ts'
import { ExactAmount } from './exact-amount.tsx'
import { target } from './redirect-panel.tsx'
import { SandboxLink } from './sandbox-link.tsx'
import { CopyButton } from './small.tsx'

/** The quiet zone that readers need, in modules. */
const BORDER = 4
const PICTURE_PIXELS = 960

export interface Modules {
  readonly size: number
  readonly data: readonly (readonly boolean[])[]
}

/** Medium error correction: a code on a screen is never damaged, and fewer modules can be read from further away. */
export const modulesOf = (text: string): Modules => encode(text, { ecc: 'M', border: BORDER })

/** One path with a line for each run of dark modules. */
export function pathOf({ data }: Modules): string {
  let path = ''
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue
      const start = x
      while (row[x + 1]) x++
      path += `M${start} ${y}h${x - start + 1}v1H${start}z`
    }
  }
  return path
}

export function QrPanel({ payin }: { readonly payin: Payin }) {
  const { t, money } = useWords()
  const { paymentMethodResponse: response } = payin
  const text = response.qrCode ?? ''
  const modules = useMemo(() => modulesOf(text), [text])
  const amount = money(toPay(response))
  const link = appLinkOf(response)
  return (
    <section class="panel centre">
      <h1 tabIndex={-1}>{t('scan')}</h1>
      {response.qrName && <p class="qr-name">{response.qrName}</p>}
      <svg
        class="qr"
        viewBox={`0 0 ${modules.size} ${modules.size}`}
        role="img"
        aria-label={t('qrAlt', { amount })}
        shape-rendering="crispEdges"
      >
        <rect width={modules.size} height={modules.size} fill="#fff" />
        <path d={pathOf(modules)} fill="#000" />
      </svg>
      {response.moneyRequired && <ExactAmount response={response} />}
      <div class="buttons">
        {link !== undefined && (
          <a
            class="secondary on-phone"
            href={link}
            target={link === response.redirectUrl ? target() : undefined}
          >
            {t('openApp')}
          </a>
        )}
        <button type="button" class="secondary" onClick={() => save(modules, `${response.idPayin}.png`)}>
          {t('saveQr')}
        </button>
        <SandboxLink payin={payin} />
      </div>
      {link === undefined && (
        <details class="as-text">
          <summary>{t('codeAsText')}</summary>
          <p class="long exactly" translate={false}>
            {text}
          </p>
          <CopyButton text={text} what={t('codeAsText')} />
        </details>
      )}
    </section>
  )
}

/** Saves a picture, because many apps read codes from the phone's photos. */
function save(modules: Modules, name: string): void {
  const scale = Math.ceil(PICTURE_PIXELS / modules.size)
  const canvas = document.createElement('canvas')
  canvas.width = modules.size * scale
  canvas.height = modules.size * scale
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = '#000'
  for (const [y, row] of modules.data.entries())
    for (const [x, isDark] of row.entries()) if (isDark) pen.fillRect(x * scale, y * scale, scale, scale)
  canvas.toBlob((blob) => {
    if (!blob) return
    const link = document.createElement('a')
    link.href = URL.createObjectURL(blob)
    link.download = name
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  })
}
