import { Button } from '@chakra-ui/react'
import { LuArrowLeft } from 'react-icons/lu'
import { Link } from 'react-router'
import { useText } from '#client/core/i18n/i18n.ts'

/** A link back to the list of packages. */
export function BackToPacks() {
  const t = useText('pack')
  return (
    <Button asChild variant="outline">
      <Link to="/packages">
        <LuArrowLeft aria-hidden />
        {t('back')}
      </Link>
    </Button>
  )
}
