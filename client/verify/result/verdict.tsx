import type { PageModel, Say } from '#client/verify/model.ts'
import type { Headline } from '#shared/verify/result/headline.ts'
import { NextSteps } from './next-steps.tsx'
import { Seal } from './seal.tsx'

type Props = { model: PageModel; headline: Headline; say: Say }

/** The result of the check: the first element of the page, in words and an icon, not only in color. */
export function Verdict({ model, headline, say }: Props) {
  const { answer, code } = model
  const { clean, tone, sign, lead, history } = headline
  const isOops = !answer.verified && headline.standing !== 'recalled'
  return (
    <header className={`verdict ${tone}`}>
      <Seal code={code} tone={tone} sign={sign} />
      {isOops && <p className="oops-word">{say('oops')}</p>}
      <h1>{headline.headline}</h1>
      <p className="lead">{lead}</p>
      {history && <p className="history">{history}</p>}
      {clean && answer.product && <p className="product">{answer.product.name}</p>}
      {!clean && (
        <div className="explained">
          {headline.recall && <RecallMessage recall={headline.recall} say={say} />}
          <NextSteps model={model} headline={headline} say={say} />
        </div>
      )}
    </header>
  )
}

type RecallProps = { recall: NonNullable<Headline['recall']>; say: Say }

function RecallMessage({ recall: { message, day }, say }: RecallProps) {
  return (
    <figure className="message">
      <figcaption>{say('brandSays')}</figcaption>
      <blockquote>{message}</blockquote>
      <p className="day">
        {say('recalledSince')} {day}
      </p>
    </figure>
  )
}
