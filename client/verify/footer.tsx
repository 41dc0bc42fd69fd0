import { languages } from '#shared/core/i18n/language.ts'
import { themes } from '#shared/core/theme.ts'
import { type PageParams, type PageText, pageHref } from './model.ts'

const names = { enUS: 'English', ruRU: 'Русский' } as const

/** `host`: the official one. It is said on every page, because a look-alike page cannot be the one of the browser's address line. */
export function Footer({ model, host, t }: { model: PageParams; host: string; t: PageText }) {
  return (
    <footer>
      <p>
        {t('poweredBy')} <a href="/">Assay</a>
      </p>
      <nav aria-label={t('language')}>
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
      <nav aria-label={t('theme')}>
        {themes.map((theme) => (
          <a key={theme} href={pageHref(model, { theme })} aria-current={theme === model.theme ? 'true' : undefined}>
            {t(theme)}
          </a>
        ))}
      </nav>
      <p>
        <a href="/privacy">{t('privacy')}</a>
      </p>
      <p className="official">{t('official', { host })}</p>
    </footer>
  )
}
