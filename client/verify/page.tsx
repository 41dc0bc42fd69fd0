import { headlineOf } from '#shared/verify/result/headline.ts'
import { CodeForm } from './entry/code-form.tsx'
import { Footer } from './footer.tsx'
import { DeliveryAlert } from './journey/delivery-alert.tsx'
import { type PageModel, type Say, sayIn } from './model.ts'
import { ReportLinks } from './result/report-links.tsx'
import { Doubtful, Genuine } from './result/result.tsx'

export function ResultPage({ model }: { model: PageModel }) {
  const say = sayIn(model.language)
  const headline = headlineOf(model.answer, model.language)
  const Result = headline.clean ? Genuine : Doubtful
  return (
    <>
      {!model.isPreview && <Preloader say={say} />}
      <main>
        <Result model={model} headline={headline} say={say} />
        {!model.answer.verified && (
          <section className="card again">
            <CodeForm given={model} mistake={model.answer.verdict === 'unknown'} say={say} />
          </section>
        )}
        {!model.isPreview && model.code && (
          <ReportLinks
            {...model}
            labels={{ report: say('report'), paper: model.answer.verdict === 'unknown' ? undefined : say('paper') }}
          />
        )}
      </main>
      {headline.tone !== 'fail' && <DeliveryAlert model={model} say={say} />}
      {!model.isPreview && <Footer model={model} say={say} />}
    </>
  )
}

/**
 * A CSS animation over the rendered result: 1.3 s in steps of 9.5 ms; the text changes halfway. A slow or missing
 * script delays nothing.
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
