import { languages } from '#shared/core/i18n/language.ts'
import { themes } from '#shared/core/theme.ts'
import { type PageParams, pageHref, type Say } from './model.ts'

const names = { enUS: 'English', ruRU: 'Русский' } as const

export function Footer({ model, say }: { model: PageParams; say: Say }) {
  return (
    <footer>
      <p>
        {say('poweredBy')} <a href="/">Assay</a>
      </p>
      <nav aria-label={say('language')}>
        {languages.map((language) => (
          <a
            key={language}
            href={pageHref(model, { language })}
            lang={language.slice(0, 2)}
            aria-current={language === model.language ? 'true' : undefined}
          >
            {names[language]}
          </a>
        ))}
      </nav>
      <nav aria-label={say('theme')}>
        {themes.map((theme) => (
          <a key={theme} href={pageHref(model, { theme })} aria-current={theme === model.theme ? 'true' : undefined}>
            {say(theme)}
          </a>
        ))}
      </nav>
      <p>
        <a href="/privacy">{say('privacy')}</a>
      </p>
    </footer>
  )
}
