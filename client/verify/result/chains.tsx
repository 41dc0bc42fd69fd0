import { useEffect, useState } from 'react'
import { type PageModel, proofHref, type Say } from '#client/verify/model.ts'
import type { AttestationStatus, ChainStatus } from '#shared/anchoring/contract.ts'
import { type Recomputed, recomputeProof } from './recompute-proof.ts'

const glyphs: Record<AttestationStatus, string> = { SUCCESS: '✓', PENDING: '…', FAILED: '✕', UNKNOWN: '?' }

type Props = { model: PageModel; say: Say; isRecord?: boolean }

/** On a page for the records, chain entries do not confirm the item: a copied code leads to the same entries. */
export function Chains({ model, say, isRecord = false }: Props) {
  const { catapult, bitcoin } = model.answer.verifyStatus
  return (
    <section aria-labelledby="chains">
      <h2 id="chains">{say('chains')}</h2>
      <ul className="chips">
        <ChainChip name={say('catapult')} chip={catapult} say={say} isRecord={isRecord} />
        <ChainChip name={say('bitcoin')} chip={bitcoin} say={say} isRecord={isRecord} />
      </ul>
      {!model.isPreview && <Recomputation model={model} say={say} />}
    </section>
  )
}

type ChipProps = Pick<Props, 'say' | 'isRecord'> & { name: string; chip: ChainStatus }

function ChainChip({ name, chip, say, isRecord }: ChipProps) {
  const isQuiet = isRecord && chip.state === 'SUCCESS'
  return (
    <li className={`chip ${isQuiet ? 'recorded' : chip.state.toLowerCase()}`}>
      <span className="glyph" aria-hidden="true">
        {isQuiet ? '•' : glyphs[chip.state]}
      </span>
      <span>
        <strong>{name}</strong>
        {chip.network && <span className="network"> {chip.network}</span>}
        <br />
        <span className="state">{say(isQuiet ? 'recorded' : chip.state)}</span>
      </span>
    </li>
  )
}

/** The shopper's device computes the path from the payload to the root, so that the server need not be trusted. */
function Recomputation({ model, say }: { model: PageModel; say: Say }) {
  const [result, setResult] = useState<Recomputed | 'running' | 'missing'>()
  const payload = model.answer.transaction?.message.payload
  useEffect(() => {
    if (payload === undefined) return
    setResult('running')
    const abort = new AbortController()
    recomputeProof(model, payload, abort.signal).then(setResult, () => {
      if (!abort.signal.aborted) setResult('missing')
    })
    return () => abort.abort()
  }, [model, payload])
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
      <a href={proofHref(model, '.ots')} download>
        {say('proofDownload')}
      </a>
    </div>
  )
}
