/** The frame of all pages for payers: merchant, language, and the test notice. */
import { inkOn } from '@sluice/ui-kit/colour.ts'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { useWords } from '../i18n.tsx'
import type { Shop } from '../payin.ts'
import { LanguagePicker } from './language-picker.tsx'
import { Mark } from './marks.tsx'

interface FrameProps {
  readonly shop: Shop['channelInfo'] | undefined
  readonly merchantName: string
  readonly isTest: boolean
  readonly children: ComponentChildren
}

export function Frame({ shop, merchantName, isTest, children }: FrameProps) {
  const { t } = useWords()
  useColour(shop?.colour)
  return (
    <div class="page">
      <header class="top">
        <div class="merchant">
          {shop?.logo ? <img class="logo" src={shop.logo} alt="" /> : <Mark name={merchantName} />}
          <span class="merchant-name">{merchantName}</span>
        </div>
        <LanguagePicker />
      </header>
      <main class="card">
        {isTest && <p class="test">{t('testMode')}</p>}
        {children}
      </main>
      <footer class="foot">
        <svg class="lock" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M4 7V5a4 4 0 0 1 8 0v2h1v8H3V7zm2 0h4V5a2 2 0 0 0-4 0z" />
        </svg>
        {t('secure')}
      </footer>
    </div>
  )
}

/** The merchant's colour, with text on it in a readable colour. */
function useColour(colour: string | undefined): void {
  useEffect(() => {
    if (!colour) return
    const { style } = document.documentElement
    style.setProperty('--accent', colour)
    style.setProperty('--on-accent', inkOn(colour))
  }, [colour])
}
