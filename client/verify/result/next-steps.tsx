import { type PageModel, payloadOf, type Say } from '#client/verify/model.ts'
import type { Headline } from '#shared/verify/result/headline.ts'
import { payloadFiles } from '#shared/verify/rules.ts'
import { reportHref } from './report-links.tsx'

type Props = { model: PageModel; headline: Headline; say: Say }

/** Whether the page of a result shows the photos of the product openly, to compare the item with. */
export const isCompared = ({ standing }: Headline): boolean => standing === 'caution' || standing === 'suspected_copy'

/** The advice of a result, and links to all actions on this page. The reasons follow below. */
export function NextSteps({ model, headline, say }: Props) {
  const { answer } = model
  const hasPhotos = isCompared(headline) && payloadFiles(payloadOf(answer), 'imgs', 'file').length > 0
  const canReport = !model.isPreview && model.code !== '' && answer.verdict !== 'unknown'
  return (
    <section aria-labelledby="to-do">
      <h2 id="to-do">{say('whatToDo')}</h2>
      <p>{headline.next}</p>
      <p className="to-do">
        {hasPhotos && <a href="#photos">{say('toPhotos')}</a>}
        {answer.contact && <a href="#contact">{say('contact')}</a>}
        {canReport && <a href={reportHref(model)}>{say('report')}</a>}
      </p>
    </section>
  )
}
