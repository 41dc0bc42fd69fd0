import { LuNfc } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { ButtonWithReason } from '#client/ui/feedback/button-with-reason.tsx'

/** A button that opens the dialog that reads a tag, for users who may store readings. */
export function TagButton({ onClick }: { onClick: () => void }) {
  const t = useText('sensorTag')
  return (
    <ButtonWithReason
      variant="outline"
      disabledReason={useDeniedReason('merchantOrDealer')}
      align="heading"
      onClick={onClick}
    >
      <LuNfc aria-hidden />
      {t('open')}
    </ButtonWithReason>
  )
}
