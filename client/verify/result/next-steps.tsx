import { isFound, type PageModel, type PageText } from '#client/verify/model.ts'
import type { Headline } from '#shared/verify/result/headline.ts'
import { reportHref } from './report-links.tsx'

type Props = { model: PageModel; headline: Headline; t: PageText }

/** Whether the page of a result shows the photos of the product openly, to compare the item with. */
export const isCompared = ({ standing }: Headline): boolean => standing === 'caution' || standing === 'suspected_copy'

/** The advice of a result, and links to all actions on this page. The reasons follow below. */
export function NextSteps({ model, headline, t }: Props) {
  const { answer } = model
  const hasPhotos = isCompared(headline) && answer.hasPhotos
  const canReport = !model.isPreview && model.code !== '' && isFound(answer)
  return (
    <section aria-labelledby="to-do">
      <h2 id="to-do">{t('whatToDo')}</h2>
      <p>{headline.next}</p>
      <p className="to-do">
        {hasPhotos && <a href="#photos">{t('toPhotos')}</a>}
        {canReport && <a href={reportHref(model)}>{t('report')}</a>}
      </p>
    </section>
  )
}
