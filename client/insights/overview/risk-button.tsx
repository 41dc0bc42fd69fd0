import { Button } from '@chakra-ui/react'
import { useState } from 'react'
import { LuShieldAlert } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { RiskDialog } from '#client/insights/map/risk-dialog.tsx'
import type { Insights } from '#shared/insights/contract.ts'

/** Opens the list of the cases of the range. */
export function RiskButton({ risk }: { risk: Insights['risk'] }) {
  const t = useText('insightsMap')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" alignSelf="start" onClick={() => setOpen(true)}>
        <LuShieldAlert aria-hidden />
        {t('risk')}
      </Button>
      <RiskDialog risk={risk} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
