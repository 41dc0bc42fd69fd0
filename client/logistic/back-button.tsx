import { Button } from '@chakra-ui/react'
import { LuArrowLeft } from 'react-icons/lu'
import { Link } from 'react-router'
import { useText } from '#client/core/i18n/i18n.ts'

/** A link back to the list of shipments. */
export function BackButton() {
  const t = useText('logistic')
  return (
    <Button asChild variant="outline">
      <Link to="/logistic">
        <LuArrowLeft aria-hidden />
        {t('back')}
      </Link>
    </Button>
  )
}
