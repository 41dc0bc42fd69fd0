type ReportLinksProps = Record<'code' | 'secret' | 'language', string> & {
  labels: { report: string; paper: string | undefined }
}

/** Actions after a check: plain links, on every page with a code. */
export function ReportLinks({ code, secret, language, labels }: ReportLinksProps) {
  const query = new URLSearchParams({ a: code, ...(secret && { p: secret }), lang: language.slice(0, 2) })
  return (
    <p className="report">
      <a href={`/verify/report?${query}`}>{labels.report}</a>
      {labels.paper && (
        <a href={`/verify/paper?${query}`} download>
          {labels.paper}
        </a>
      )}
    </p>
  )
}
