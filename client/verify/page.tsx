import { languages } from '#shared/core/language.ts'
import { AfterCheck, VerdictBand } from './band.tsx'
import { DeliveryAlert } from './delivery-alert.tsx'
import { type PageModel, pageHref, type Say, sayIn, themes } from './model.ts'
import { Result } from './result.tsx'
import { Seal } from './seal.tsx'

export function Page({ model }: { model: PageModel }) {
  const say = sayIn(model.language)
  return (
    <>
      {!model.isPreview && <Preloader say={say} />}
      <main>
        {model.said?.band && <VerdictBand band={model.said.band} />}
        {model.answer.verified ? <Result model={model} say={say} /> : <Oops model={model} say={say} />}
        {!model.isPreview && model.code && (
          <AfterCheck {...model} labels={{ report: say('report'), paper: say('paper') }} />
        )}
      </main>
      <DeliveryAlert model={model} say={say} />
      {!model.isPreview && <Footer model={model} say={say} />}
    </>
  )
}

/**
 * Runs over the painted result in style sheets alone: 1.3 s in steps of 9.5 ms, and the words change at half. A slow
 * or missing script holds nothing back.
 */
function Preloader({ say }: { say: Say }) {
  return (
    <div className="preloader" aria-hidden="true">
      <div className="bar" />
      <span className="first">{say('fetching')}</span>
      <span className="second">{say('verifying')}</span>
    </div>
  )
}

const hints = { expired: 'expiredHint', not_active: 'not_activeHint', unknown: 'unknownHint' } as const

function Oops({ model, say }: { model: PageModel; say: Say }) {
  const { verdict } = model.answer
  const word = verdict === 'genuine' ? 'unknown' : verdict
  return (
    <article className="card oops">
      <header className="verdict">
        <Seal code={model.code} tone={word === 'unknown' ? 'fail' : 'wait'} />
        <p className="oops-word">{say('oops')}</p>
        <h1>{say(word)}</h1>
        <p className="lead">{say(hints[word])}</p>
      </header>
      <form action="/verify" method="get">
        <label htmlFor="code">{say('codeLabel')}</label>
        <div className="row">
          <input
            id="code"
            name="a"
            defaultValue={model.code + model.secret}
            autoComplete="off"
            autoCapitalize="characters"
            required
          />
          <button type="submit">{say('check')}</button>
        </div>
        <input type="hidden" name="lang" value={model.language.slice(0, 2)} />
        {model.theme && <input type="hidden" name="theme" value={model.theme} />}
      </form>
    </article>
  )
}

const names = { enUS: 'English', ruRU: 'Русский' } as const

function Footer({ model, say }: { model: PageModel; say: Say }) {
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
      <p className="credit">
        <a href="https://db-ip.com" rel="noopener">
          {say('place')}
        </a>
      </p>
    </footer>
  )
}
