import type { PageModel, Say } from '#client/verify/model.ts'
import type { Headline } from '#shared/verify/result/headline.ts'
import { Seal } from './seal.tsx'

type Props = { model: PageModel; headline: Headline; say: Say }

/** The result of the check: the first element of the page, in words and an icon, not only in colour. */
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
      {!clean && <Explanation headline={headline} say={say} />}
    </header>
  )
}

/** The reason, and what to do. */
function Explanation({ headline: { reasons, recall, next }, say }: Pick<Props, 'headline' | 'say'>) {
  return (
    <div className="explained">
      {recall && (
        <figure className="message">
          <figcaption>{say('brandSays')}</figcaption>
          <blockquote>{recall.message}</blockquote>
          <p className="day">
            {say('recalledSince')} {recall.day}
          </p>
        </figure>
      )}
      {reasons.length > 0 && (
        <>
          <h2>{say('why')}</h2>
          <ul>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </>
      )}
      <h2>{say('whatToDo')}</h2>
      <p>{next}</p>
    </div>
  )
}
