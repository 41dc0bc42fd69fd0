import { mailto } from '#client/core/format/mailto.ts'
import { isFound, type PageModel, type PageText, pageHref } from '#client/verify/model.ts'
import type { Headline } from '#shared/verify/result/headline.ts'
import { phoneLink } from './contact.tsx'
import { reportHref } from './report-links.tsx'

type Props = { model: PageModel; headline: Headline; t: PageText }

/** Whether the page of a result shows the photos of the product openly, to compare the item with. */
export const isCompared = ({ standing }: Headline): boolean => standing === 'caution' || standing === 'suspected_copy'

/** What a shopper can do, above everything else: the advice, and its actions in the order in which they help. */
export function NextSteps({ model, headline, t }: Props) {
  const { answer } = model
  const isKnown = isFound(answer)
  const hasPhotos = isCompared(headline) && answer.hasPhotos
  const isScanned = !model.isPreview && model.code !== ''
  const contact = answer.contact && contactHref(answer.contact)
  return (
    <section aria-labelledby="to-do">
      <h2 id="to-do">{t('whatToDo')}</h2>
      <p>{headline.next}</p>
      <p className="to-do">
        {hasPhotos && <a href="#photos">{t('toPhotos')}</a>}
        {answer.scratch && <a href="#scratch">{t('toScratch')}</a>}
        {headline.standing === 'unassessed' && isScanned && <a href={pageHref(model)}>{t('recheck')}</a>}
        {!isKnown && <a href="#again">{t('toForm')}</a>}
        {contact && <a href={contact}>{t('askBrand')}</a>}
        {isScanned && isKnown && <a href={reportHref(model)}>{t('report')}</a>}
      </p>
    </section>
  )
}

const contactHref = ({ email, phone }: { email: string; phone: string }): string | undefined =>
  email ? mailto(email) : phone ? phoneLink(phone) : undefined
