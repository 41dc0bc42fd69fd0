import { Footer } from '#client/verify/footer.tsx'
import { type EntryModel, type Model, sayIn } from '#client/verify/model.ts'
import { ResultPage } from '#client/verify/page.tsx'
import { CodeForm } from './code-form.tsx'

export function VerifyPage({ model }: { model: Model }) {
  return 'answer' in model ? <ResultPage model={model} /> : <Entry model={model} />
}

/** The page without a code in its address: no check has run, so it shows no result. */
function Entry({ model }: { model: EntryModel }) {
  const say = sayIn(model.language)
  return (
    <>
      <main>
        <article className="card entry">
          <h1>{say('askTitle')}</h1>
          <p className="lead">{say('askLead')}</p>
          <CodeForm given={model} say={say} />
        </article>
      </main>
      <Footer model={model} say={say} />
    </>
  )
}
