import { Alert, Link as ChakraLink, CloseButton, Stack } from '@chakra-ui/react'
import { useEffect } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { create } from 'zustand'
import { useRead } from '#client/core/http/query-client.ts'
import { useRefreshOnEvent } from '#client/core/http/use-refresh-on-event.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { type Announcement, announcementContract } from '#shared/announcement/contract.ts'
import { hasHadCredit, warningTextKey } from '#shared/billing/rules.ts'

/** Announcements that the user dismissed, by their text. Cleared with the session. */
const dismissedAnnouncements = create<{ words: readonly string[] }>()(() => ({ words: [] }))

const dismissAnnouncement = (words: string) =>
  dismissedAnnouncements.setState((state) => ({ words: [...state.words, words] }))
const resetDismissed = () => dismissedAnnouncements.setState({ words: [] })

/**
 * Announcements as alerts that stay dismissed until the next sign-in. The address `/announcements` shows them again and
 * redirects to the root.
 */
export function Component({ isDemo }: { isDemo: boolean }) {
  const ui = useText('ui')
  // Warnings of credit depend on the balance, and on the approval of the business.
  useRefreshOnEvent('balance progress', announcementContract.list)
  const { data = [] } = useRead(announcementContract.list, {}, { quiet: true, enabled: !isDemo })
  const wordsOf = useAnnouncementText()
  const dismissed = dismissedAnnouncements((state) => state.words)
  useEffect(() => resetDismissed, [])
  const isAskedFor = useLocation().pathname === '/announcements'
  useEffect(() => {
    if (isAskedFor) resetDismissed()
  }, [isAskedFor])
  if (isAskedFor) return <Navigate to="/" replace />
  const shown = data.map((one) => ({ one, words: wordsOf(one) })).filter(({ words }) => !dismissed.includes(words))
  if (shown.length === 0) return null
  return (
    <Stack gap="0" data-testid="announcements">
      {shown.map(({ one, words }) => (
        <Alert.Root key={words} status={statusOfAnnouncement(one)} borderRadius="0" alignItems="center">
          <Alert.Indicator />
          <Alert.Title flex="1">
            {one.kind === 'notice' ? (
              words
            ) : (
              <ChakraLink asChild color="inherit" textDecoration="underline">
                <Link to="/settings/credit">{words}</Link>
              </ChakraLink>
            )}
          </Alert.Title>
          <CloseButton
            size="sm"
            color="inherit"
            aria-label={`${ui('dismiss')}: ${words}`}
            onClick={() => dismissAnnouncement(words)}
          />
        </Alert.Root>
      ))}
    </Stack>
  )
}

function useAnnouncementText(): (announcement: Announcement) => string {
  const t = useText('billing')
  return (announcement) =>
    announcement.kind === 'notice'
      ? announcement.text
      : t(warningTextKey(announcement.balance), { count: announcement.balance.remainingDays })
}

function statusOfAnnouncement(announcement: Announcement): 'info' | 'warning' | 'error' {
  if (announcement.kind === 'notice') return 'info'
  const { balance } = announcement
  // Without credit so far, nothing has expired.
  if (!hasHadCredit(balance)) return 'info'
  return balance.remainingDays > 0 ? 'warning' : 'error'
}
