import { Alert, Button, Link as ChakraLink, chakra } from '@chakra-ui/react'
import { Suspense } from 'react'
import { LuEye } from 'react-icons/lu'
import { Link, useLocation, useNavigate } from 'react-router'
import { installPrompt } from '#client/app/service-worker/install-prompt.ts'
import { clockError } from '#client/core/clock/server-clock.ts'
import { formatDuration, formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { offline } from '#client/core/offline/read/queries.ts'
import { offlineStatus } from '#client/core/offline/read/status.ts'
import { dispatch } from '#client/core/session/session-effects.ts'
import { exitDemo, session } from '#client/core/session/session-state.ts'
import type { Viewer } from '#client/core/session/use-viewer.ts'
import { useSupportEmail } from '#client/support/use-support-email.ts'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { lazyComponent } from '#client/ui/layout/lazy-component.ts'
import { useBalance } from './account-queries.ts'

const Announcements = lazyComponent(() => import('#client/announcement/alerts.tsx'))
const StorageAlert = lazyComponent(() => import('#client/sync/storage-alert.tsx'))
const LateWorkAlert = lazyComponent(() => import('#client/sync/late-work-alert.tsx'))
const HomeScreenFirst = lazyComponent(() => import('./home-screen-first.tsx'))
const LostRecordsDialog = lazyComponent(() => import('#client/sync/lost-records-dialog.tsx'))

const dayMs = 86_400_000

/** The screens on which work is saved on the device. */
const capturePaths = ['/activatecode', '/submission', '/logistic', '/packages']

/** Banners about the state of the whole console. */
export function Banners({ viewer }: { viewer: Viewer }) {
  const balance = useBalance(viewer)
  const failedOwner = offline((state) => state.failedOwner)
  const hasStorageProblem = offlineStatus(({ full, outdated }) => full || outdated)
  const lost = offlineStatus((state) => state.lost)
  const hasWaiting = offlineStatus(({ waiting }) => waiting > 0)
  const isUninstalled = installPrompt(({ method }) => method === 'tip')
  const { pathname } = useLocation()
  const isCapturing = !viewer.isAdmin && !viewer.demo && capturePaths.includes(pathname)
  const ended = session(({ status }) => status === 'ended')
  const deactivated = !viewer.isAdmin && !balance.isLoading && balance.data?.isActive === false
  return (
    <>
      {viewer.demo && <DemoBanner />}
      {ended && !viewer.demo && <SessionEndedBanner />}
      {deactivated && <DeactivatedBanner />}
      {!viewer.demo && <ClockBanner />}
      <Suspense>
        <Announcements isDemo={viewer.demo} />
      </Suspense>
      {(failedOwner || hasStorageProblem) && (
        <Suspense>
          <StorageAlert />
        </Suspense>
      )}
      {hasWaiting && (
        <Suspense>
          <LateWorkAlert />
        </Suspense>
      )}
      {isUninstalled && isCapturing && (
        <Suspense>
          <HomeScreenFirst />
        </Suspense>
      )}
      {lost && (
        <Suspense>
          <LostRecordsDialog lost={lost} />
        </Suspense>
      )}
    </>
  )
}

/** The clock of this device is wrong. Records get the server's time. */
function ClockBanner() {
  const t = useText('app')
  const aheadMs = clockError(({ aheadMs }) => aheadMs)
  if (aheadMs === 0) return null
  const [seconds, days] = [Math.abs(aheadMs) / 1000, Math.round(Math.abs(aheadMs) / dayMs)]
  const inDays = () => formatNumber(days, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  const time = days > 1 ? inDays() : formatDuration(seconds)
  return (
    <InlineAlert status="warning" data-testid="clock-wrong">
      {t(aheadMs > 0 ? 'clockAhead' : 'clockBehind', { time })}
    </InlineAlert>
  )
}

function DemoBanner() {
  const t = useText('app')
  const navigate = useNavigate()
  const leave = () => {
    exitDemo()
    void navigate('/')
  }
  return (
    <Button
      variant="solid"
      colorPalette="orange"
      borderRadius="0"
      height="auto"
      minHeight="10"
      paddingBlock="2"
      whiteSpace="normal"
      onClick={leave}
    >
      <LuEye aria-hidden />
      <span>{t('demoBanner')}</span>
      <chakra.span textDecoration="underline" whiteSpace="nowrap">
        {t('demoExit')}
      </chakra.span>
    </Button>
  )
}

/** After the end of a session the user can still work; only sync waits for a sign-in. */
function SessionEndedBanner() {
  const t = useText('app')
  const count = offlineStatus(({ waiting, attention }) => waiting + attention)
  return (
    <Alert.Root status="warning" borderRadius="0" flexWrap="wrap" data-testid="session-ended">
      <Alert.Indicator />
      <Alert.Title flex="1 1 16rem">{count > 0 ? t('ended', { count }) : t('endedNone')}</Alert.Title>
      <Button size="sm" onClick={() => dispatch({ type: 'signInAsked' })}>
        {t('endedSignIn')}
      </Button>
    </Alert.Root>
  )
}

function DeactivatedBanner() {
  const t = useText('app')
  const email = useSupportEmail()
  return (
    <InlineAlert status="error" borderRadius="0">
      <ChakraLink asChild color="inherit">
        <Link to="/settings/credit">{t('deactivatedBanner', { email })}</Link>
      </ChakraLink>
    </InlineAlert>
  )
}
