import { useEffect, useState } from 'react'
import { type PageModel, proofHref, type Say } from '#client/verify/model.ts'
import { type Recomputed, recomputeProof } from './recompute-proof.ts'

type Props = { model: PageModel; say: Say; onRecomputed: (holds: boolean) => void }

/** The shopper's device computes the path from the payload to the root, so that the server need not be trusted. */
export function Recomputation({ model, say, onRecomputed }: Props) {
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
      {result === 'running' && <p role="status">{say('proofChecking')}</p>}
      {result === 'missing' && <p role="status">{say('proofMissing')}</p>}
      {typeof result === 'object' && (
        <p role="status" className={result.holds ? 'good' : 'bad'}>
          {say(result.holds ? 'proofHolds' : 'proofBroken')}
          {result.holds && <code>{result.root}</code>}
        </p>
      )}
      <p className="proof-files">
        <a href={proofHref(model, '.zip', model.language)} download>
          {say('proofArchive')}
        </a>
        <a href={`/verify.html?lang=${model.language}`}>{say('proofChecker')}</a>
        <a href={proofHref(model, '.ots')} download>
          {say('proofDownload')}
        </a>
      </p>
    </div>
  )
}
