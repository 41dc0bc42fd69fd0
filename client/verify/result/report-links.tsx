type LinkedPage = Record<'code' | 'secret' | 'language', string>
type ReportLinksProps = LinkedPage & { labels: { report: string | undefined; paper: string } }

const queryOf = ({ code, secret, language }: LinkedPage) =>
  new URLSearchParams({ a: code, ...(secret && { p: secret }), lang: language.slice(0, 2) })

export const reportHref = (page: LinkedPage): string => `/verify/report?${queryOf(page)}`

/** Actions after a check: plain links, on every page with a known code. */
export function ReportLinks({ labels, ...page }: ReportLinksProps) {
  return (
    <p className="report">
      {labels.report && <a href={reportHref(page)}>{labels.report}</a>}
      <a href={`/verify/paper?${queryOf(page)}`} download>
        {labels.paper}
      </a>
    </p>
  )
}
