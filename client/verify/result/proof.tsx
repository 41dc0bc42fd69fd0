import { useState } from 'react'
import type { PageModel, Say } from '#client/verify/model.ts'
import { Chains, chainGlyph } from './chains.tsx'
import { Recomputation } from './recomputation.tsx'

type Props = { model: PageModel; say: Say; isRecord?: boolean }

/**
 * Chains, hashes and the transaction, folded below one line. Below a warning they are already folded with the facts. An
 * invalid proof is not folded.
 */
export function FoldedProof({ model, say, isRecord = false }: Props) {
  const [holds, setHolds] = useState(true)
  const content = (
    <>
      <p>{say('proofMeans')}</p>
      <Chains model={model} say={say} isRecord={isRecord} />
      {!model.isPreview && <Recomputation model={model} say={say} onRecomputed={setHolds} />}
      <section aria-labelledby="transaction">
        <h2 id="transaction">{say('transaction')}</h2>
        <p className="mono">{model.answer.transaction?.transactionInfo.id ?? say('transactionPending')}</p>
      </section>
    </>
  )
  if (isRecord) return content
  const { catapult, bitcoin } = model.answer.verifyStatus
  return (
    <details className="folded" open={!holds || undefined}>
      <summary>
        {say('proof')}
        <span className="at-a-glance">
          {chainGlyph(catapult.state)} {say('catapult')} {chainGlyph(bitcoin.state)} {say('bitcoin')}
        </span>
      </summary>
      {content}
    </details>
  )
}
