import { Button, Text } from '@chakra-ui/react'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { LuClipboardCheck, LuTable } from 'react-icons/lu'
import { Link, useSearchParams } from 'react-router'
import { useText } from '#client/core/i18n/i18n.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { useIsPhone } from '#client/ui/layout/use-is-phone.ts'

type Props = {
  title: string
  description: string
  /** The number of waiting items. */
  waiting: number | undefined
  desk: ComponentType
  actions?: ReactNode
  children: ReactNode
}

/** A table of items under review. `?review` opens the desk, where they are decided one by one. */
export function ReviewPage({ title, description, waiting, desk: Desk, actions, children }: Props) {
  const t = useText('review')
  const [search] = useSearchParams()
  const isDesk = search.has('review')
  // A phone has no keys for shortcuts.
  const isPhone = useIsPhone()
  return (
    <Page
      title={title}
      description={isDesk && !isPhone ? t('deskHint') : description}
      actions={
        isDesk ? (
          <Button asChild variant="outline">
            <Link to="?">
              <LuTable aria-hidden />
              {t('toTable')}
            </Link>
          </Button>
        ) : (
          <>
            {actions}
            <OpenDesk waiting={waiting} />
          </>
        )
      }
    >
      {isDesk ? (
        <Suspense>
          <Desk />
        </Suspense>
      ) : (
        children
      )}
    </Page>
  )
}

/** The button that opens the desk. Without waiting documents, a text replaces the button. */
function OpenDesk({ waiting }: Pick<Props, 'waiting'>) {
  const t = useText('review')
  if (waiting === 0) {
    return (
      <Text color="fg.muted" alignSelf="center">
        {t('noReview')}
      </Text>
    )
  }
  return (
    <Button asChild>
      <Link to="?review">
        <LuClipboardCheck aria-hidden />
        {waiting === undefined ? t('reviewAll') : t('reviewWaiting', { count: waiting })}
      </Link>
    </Button>
  )
}
