import type { PageModel, PageText } from '#client/verify/model.ts'
import type { AttestationStatus, ChainStatus } from '#shared/anchoring/contract.ts'

const glyphs: Record<AttestationStatus, string> = { SUCCESS: '✓', PENDING: '…', FAILED: '✕', UNKNOWN: '?' }

export const chainGlyph = (state: AttestationStatus): string => glyphs[state]

type Props = { model: PageModel; t: PageText; isRecord?: boolean }

/** `isRecord`: below a warning. There, chain entries do not confirm the item: a copied code leads to the same entries. */
export function Chains({ model, t, isRecord = false }: Props) {
  const { catapult, bitcoin } = model.answer.verifyStatus
  return (
    <section aria-labelledby="chains">
      <h2 id="chains">{t('chains')}</h2>
      <ul className="chips">
        <ChainChip name={t('catapult')} chip={catapult} t={t} isRecord={isRecord} />
        <ChainChip name={t('bitcoin')} chip={bitcoin} t={t} isRecord={isRecord} />
      </ul>
    </section>
  )
}

type ChipProps = Pick<Props, 't' | 'isRecord'> & { name: string; chip: ChainStatus }

function ChainChip({ name, chip, t, isRecord }: ChipProps) {
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
        <span className="state">{t(isQuiet ? 'recorded' : chip.state)}</span>
      </span>
    </li>
  )
}
