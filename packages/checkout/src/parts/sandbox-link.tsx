import { useWords } from '../i18n.tsx'
import { isSafeLink, type Payin } from '../payin.ts'

/** A link to the sandbox page that plays the payer's phone. */
export function SandboxLink({ payin }: { readonly payin: Payin }) {
  const { t } = useWords()
  if (!isSafeLink(payin.sandboxUrl)) return null
  return (
    <a class="secondary test-link" href={payin.sandboxUrl} target="_blank" rel="noopener">
      {t('openTest')}
    </a>
  )
}
