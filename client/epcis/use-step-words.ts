import { useCallback } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import { stepName } from '#shared/epcis/step.ts'

/** The word for the step of an event. */
export function useStepWords(): (step: string) => string {
  const t = useText('epcis')
  const tStep = useText('epcisStep')
  return useCallback(
    (step) => {
      const name = stepName(step)
      if (name) return tStep(name)
      return step === '' ? t('noStep') : t('otherStep')
    },
    [t, tStep],
  )
}
