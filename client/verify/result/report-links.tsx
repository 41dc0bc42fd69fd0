import type { PageParams } from '#client/verify/model.ts'
import { pageUrl } from '#shared/verify/page-url.ts'

type ReportLinksProps = PageParams & { labels: { report: string | undefined; paper: string } }

export const reportHref = (page: PageParams): string => pageUrl('/verify/report', page)

/** Actions after a check: plain links, on every page with a known code. */
export function ReportLinks({ labels, ...page }: ReportLinksProps) {
  return (
    <p className="report">
      {labels.report && <a href={reportHref(page)}>{labels.report}</a>}
      <a href={pageUrl('/verify/paper', page)} download>
        {labels.paper}
      </a>
    </p>
  )
}
