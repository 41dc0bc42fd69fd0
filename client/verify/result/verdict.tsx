import type { PageModel, PageText } from '#client/verify/model.ts'
import type { Headline } from '#shared/verify/result/headline.ts'
import { NextSteps } from './next-steps.tsx'
import { ProductHead } from './product/product-head.tsx'
import { Reasons } from './reasons.tsx'
import { RecallMessage } from './recall-message.tsx'
import { Seal } from './seal.tsx'

type Props = { model: PageModel; headline: Headline; t: PageText }

/** The result of the check: the first element of the page, in words and an icon, not only in color. */
export function Verdict({ model, headline, t }: Props) {
  const { answer, code } = model
  const { clean, tone, sign, lead, history } = headline
  const isErrorResult = !answer.verified && headline.standing !== 'recalled'
  return (
    <header className={`verdict ${tone}`}>
      <Seal code={code} tone={tone} sign={sign} />
      {isErrorResult && <p className="oops-word">{t('oops')}</p>}
      <h1>{headline.headline}</h1>
      <p className="lead">{lead}</p>
      {history && <p className="history">{history}</p>}
      {tone !== 'pass' && (
        <div className="explained">
          {headline.recall && <RecallMessage {...headline.recall} t={t} />}
          <NextSteps model={model} headline={headline} t={t} />
        </div>
      )}
      <ProductHead model={model} isPictured={!clean} t={t} />
      {!clean && <Reasons reasons={headline.reasons} t={t} />}
    </header>
  )
}
