import { Button } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { LuArrowLeft } from 'react-icons/lu'
import { Link } from 'react-router'

/** A link back to the list of a screen, among the actions of its page. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Button asChild variant="outline">
      <Link to={to}>
        <LuArrowLeft aria-hidden />
        {children}
      </Link>
    </Button>
  )
}
