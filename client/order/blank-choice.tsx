import { useText } from '#client/core/i18n/i18n.ts'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { LabelledCheckbox } from '#client/ui/form/labelled-checkbox.tsx'

type Props = { isBlank: boolean; onChange: (isBlank: boolean) => void }

/** Orders codes without a product. */
export function BlankChoice({ isBlank, onChange }: Props) {
  const t = useText('order')
  return (
    <FieldFrame hint={t('blankHint')}>
      <LabelledCheckbox checked={isBlank} onChange={onChange} alignItems="start">
        {t('blankChoice')}
      </LabelledCheckbox>
    </FieldFrame>
  )
}
