import { useWords } from '../i18n.tsx'
import { LANGUAGES } from '../languages.ts'

export function LanguagePicker() {
  const { t, code, choose } = useWords()
  return (
    <label class="language">
      <span class="hidden">{t('language')}</span>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="M10 1a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm6.3 5h-2.6a13 13 0 0 0-1.2-2.8A7 7 0 0 1 16.3 6zM10 3c.7.8 1.2 1.8 1.6 3H8.4c.4-1.2.9-2.2 1.6-3zM3.3 12a7 7 0 0 1 0-4h3a15 15 0 0 0 0 4zm.4 2h2.6c.3 1 .7 2 1.2 2.8A7 7 0 0 1 3.7 14zm2.6-8H3.7a7 7 0 0 1 3.8-2.8A13 13 0 0 0 6.3 6zM10 17c-.7-.8-1.2-1.8-1.6-3h3.2c-.4 1.2-.9 2.2-1.6 3zm2-5H8a13 13 0 0 1 0-4h4a13 13 0 0 1 0 4zm.5 4.8c.5-.8.9-1.8 1.2-2.8h2.6a7 7 0 0 1-3.8 2.8zm1.2-4.8a15 15 0 0 0 0-4h3a7 7 0 0 1 0 4z" />
      </svg>
      <select
        value={code}
        onChange={({ currentTarget }) => {
          const chosen = LANGUAGES.find((each) => each.code === currentTarget.value)
          if (chosen) choose(chosen.code)
        }}
      >
        {LANGUAGES.map((language) => (
          <option key={language.code} value={language.code} lang={language.code}>
            {language.name}
          </option>
        ))}
      </select>
    </label>
  )
}
