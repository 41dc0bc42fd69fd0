import { Button, SimpleGrid } from '@chakra-ui/react'
import { Link } from 'react-router'
import { menuOf } from '#client/app/shell/menu.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { Page } from '#client/ui/layout/page.tsx'

/** The start page of field workers, who see no statistics: their screens as large buttons. */
export function Component() {
  const t = useText('app')
  const viewer = useViewer()
  const items = viewer ? menuOf(viewer).flatMap((group) => group.items) : []
  return (
    <Page title={t('dashboard')}>
      <SimpleGrid columns={{ base: 1, sm: 2, lg: 3 }} gap="3">
        {items
          .filter(({ to }) => to !== '/')
          .map(({ to, label, icon: Icon }) => (
            <Button key={to} asChild variant="outline" size="xl" height="20" justifyContent="start">
              <Link to={to}>
                <Icon aria-hidden />
                {t(label)}
              </Link>
            </Button>
          ))}
      </SimpleGrid>
    </Page>
  )
}
