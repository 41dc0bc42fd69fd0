import { useEffect, useState } from 'react'
import { type PageModel, type PageText, proofHref } from '#client/verify/model.ts'
import { type Recomputed, recomputeProof } from './recompute-proof.ts'

type Props = { model: PageModel; t: PageText; onRecomputed: (holds: boolean) => void }

/** The shopper's device computes the path from the payload to the root, so that the server need not be trusted. */
export function Recomputation({ model, t, onRecomputed }: Props) {
  const [result, setResult] = useState<Recomputed | 'running' | 'missing'>()
  const message = model.answer.transaction?.message
  useEffect(() => {
    if (message === undefined) return
    setResult('running')
    const abort = new AbortController()
    const show = (recomputed: Recomputed) => {
      setResult(recomputed)
      onRecomputed(recomputed.holds)
    }
    recomputeProof(model, message, abort.signal).then(show, () => {
      if (!abort.signal.aborted) setResult('missing')
    })
    return () => abort.abort()
  }, [model, message, onRecomputed])
  return (
    <div className="proof">
      {result === 'running' && <p role="status">{t('proofChecking')}</p>}
      {result === 'missing' && <p role="status">{t('proofMissing')}</p>}
      {typeof result === 'object' && (
        <p role="status" className={result.holds ? 'good' : 'bad'}>
          {t(result.holds ? 'proofHolds' : 'proofBroken')}
          {result.holds && <code>{result.root}</code>}
        </p>
      )}
      <p className="proof-files">
        <a href={proofHref(model, '.zip', model.language)} download>
          {t('proofArchive')}
        </a>
        <a href={`/verify.html?lang=${model.language}`}>{t('proofChecker')}</a>
        <a href={proofHref(model, '.ots')} download>
          {t('proofDownload')}
        </a>
      </p>
    </div>
  )
}
