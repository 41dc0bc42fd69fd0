import { Link as ChakraLink, Flex } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useText } from '#client/core/i18n/i18n.ts'

/** The footer of public pages. */
export function LegalLinks({ children }: { children?: ReactNode }) {
  const t = useText('app')
  return (
    <Flex
      as="footer"
      columnGap="6"
      rowGap="3"
      wrap="wrap"
      justify="center"
      padding="5"
      color="fg.muted"
      textStyle="sm"
      position="relative"
    >
      {children}
      <ChakraLink asChild color="inherit">
        <Link to="/terms-of-service">{t('terms')}</Link>
      </ChakraLink>
      <ChakraLink asChild color="inherit">
        <Link to="/privacy">{t('privacy')}</Link>
      </ChakraLink>
    </Flex>
  )
}
