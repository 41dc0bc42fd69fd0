import { type Headline, headlineOf } from '#shared/verify/result/headline.ts'
import { CodeForm } from './entry/code-form.tsx'
import { TypedCode } from './entry/typed-code.tsx'
import { typingMistake } from './entry/typing-mistake.ts'
import { Footer } from './footer.tsx'
import { DeliveryAlert } from './journey/delivery-alert.tsx'
import { isFound, type PageModel, type PageText, pageTextIn } from './model.ts'
import { ReportLinks } from './result/report-links.tsx'
import { Doubtful, Genuine } from './result/result.tsx'

export function ResultPage({ model }: { model: PageModel }) {
  const t = pageTextIn(model.language)
  const mistake = typingMistake(model, t)
  const headline = withMistake(headlineOf(model.answer, model.language), mistake, t)
  const Result = headline.clean ? Genuine : Doubtful
  const isKnown = isFound(model.answer)
  const letters = model.code + model.secret
  return (
    <>
      {!model.isPreview && <Preloader t={t} />}
      <main>
        <Result model={model} headline={headline} t={t} />
        {!model.answer.verified && (
          <section className="card again" id="again">
            {!isKnown && isWholeCode(letters) && <TypedCode letters={letters} typo={model.typo} />}
            <CodeForm given={model} mistake={mistake} t={t} />
          </section>
        )}
        {!model.isPreview && model.code && isKnown && (
          <ReportLinks
            {...model}
            labels={{ report: headline.tone === 'pass' ? t('report') : undefined, paper: t('paper') }}
          />
        )}
      </main>
      {headline.tone !== 'fail' && <DeliveryAlert model={model} t={t} />}
      {!model.isPreview && <Footer model={model} host={model.answer.officialHost} t={t} />}
    </>
  )
}

const isWholeCode = (letters: string): boolean => /^[0-9a-z]{42}$/i.test(letters)

/** A shopper can correct a typing error, so it is not shown like a code that was never issued. */
function withMistake(headline: Headline, mistake: string | undefined, t: PageText): Headline {
  if (!mistake || headline.standing === 'damaged') return headline
  return { ...headline, tone: 'wait', lead: t('mistypedLead'), next: t('mistypedNext') }
}

/**
 * A CSS animation beside the rendered result: 1.3 s in steps of 9.5 ms. It is a bar without visible words, because the
 * result is already shown. A slow or missing script delays nothing.
 */
function Preloader({ t }: { t: PageText }) {
  return (
    <div className="preloader" role="progressbar" aria-label={t('fetching')} aria-valuetext={t('verifying')}>
      <div className="bar" />
    </div>
  )
}
