import { useEffect, useState } from 'react'
import type { Attestation, Chip } from '#shared/anchoring/contract.ts'
import type { PageModel, Say } from './model.ts'
import { type Recomputed, recomputeProof } from './proof.ts'

const glyphs: Record<Attestation, string> = { SUCCESS: '✓', PENDING: '…', FAILED: '✕', UNKNOWN: '?' }

export function Chains({ model, say }: { model: PageModel; say: Say }) {
  const { catapult, bitcoin } = model.answer.verifyStatus
  return (
    <section aria-labelledby="chains">
      <h2 id="chains">{say('chains')}</h2>
      <ul className="chips">
        <ChainChip name={say('catapult')} chip={catapult} say={say} />
        <ChainChip name={say('bitcoin')} chip={bitcoin} say={say} />
      </ul>
      {!model.isPreview && <Recomputation model={model} say={say} />}
    </section>
  )
}

function ChainChip({ name, chip, say }: { name: string; chip: Chip; say: Say }) {
  return (
    <li className={`chip ${chip.state.toLowerCase()}`}>
      <span className="glyph" aria-hidden="true">
        {glyphs[chip.state]}
      </span>
      <span>
        <strong>{name}</strong>
        {chip.network && <span className="network"> {chip.network}</span>}
        <br />
        <span className="state">{say(chip.state)}</span>
      </span>
    </li>
  )
}

/** The shopper's own device walks from the payload to the root; what our server says about itself is not enough. */
function Recomputation({ model, say }: { model: PageModel; say: Say }) {
  const [result, setResult] = useState<Recomputed | 'running' | 'missing'>()
  const code = model.code
  const payload = model.answer.transaction?.message.payload
  useEffect(() => {
    if (payload === undefined) return
    setResult('running')
    const abort = new AbortController()
    recomputeProof(code, payload, abort.signal).then(setResult, () => {
      if (!abort.signal.aborted) setResult('missing')
    })
    return () => abort.abort()
  }, [code, payload])
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
      <a href={`/api/proof/${encodeURIComponent(code)}.ots`} download>
        {say('proofDownload')}
      </a>
    </div>
  )
}
