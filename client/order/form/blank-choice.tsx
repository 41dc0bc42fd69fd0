import { useText } from '#client/core/i18n/i18n.ts'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { LabelledCheckbox } from '#client/ui/form/labelled-checkbox.tsx'
import { usePrintedHost } from './use-printed-host.ts'

type Props = { isBlank: boolean; onChange: (isBlank: boolean) => void }

/** Orders codes without a product. */
export function BlankChoice({ isBlank, onChange }: Props) {
  const t = useText('order')
  const printed = usePrintedHost()
  return (
    <FieldFrame hint={isBlank && printed ? `${t('blankHint')} ${printed}` : t('blankHint')}>
      <LabelledCheckbox checked={isBlank} onChange={onChange} alignItems="start">
        {t('blankChoice')}
      </LabelledCheckbox>
    </FieldFrame>
  )
}
