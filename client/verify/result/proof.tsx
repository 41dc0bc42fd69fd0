import { useState } from 'react'
import type { PageModel, PageText } from '#client/verify/model.ts'
import { Chains, chainGlyph } from './chains.tsx'
import { Recomputation } from './recomputation.tsx'

type Props = { model: PageModel; t: PageText; isRecord?: boolean }

/**
 * Chains, hashes and the transaction, folded below one line. Below a warning they are already folded with the facts. An
 * invalid proof is not folded.
 */
export function FoldedProof({ model, t, isRecord = false }: Props) {
  const [isValid, setValid] = useState(true)
  const content = (
    <>
      <p>{t('proofMeans')}</p>
      <Chains model={model} t={t} isRecord={isRecord} />
      {!model.isPreview && <Recomputation model={model} t={t} onRecomputed={setValid} />}
      <section aria-labelledby="transaction">
        <h2 id="transaction">{t('transaction')}</h2>
        <p className="mono">{model.answer.transaction?.transactionInfo.id ?? t('transactionPending')}</p>
      </section>
    </>
  )
  if (isRecord) return content
  const { catapult, bitcoin } = model.answer.verifyStatus
  return (
    <details className="folded" open={!isValid || undefined}>
      <summary>
        {t('proof')}
        <span className="at-a-glance">
          {chainGlyph(catapult.state)} {t('catapult')} {chainGlyph(bitcoin.state)} {t('bitcoin')}
        </span>
      </summary>
      {content}
    </details>
  )
}
