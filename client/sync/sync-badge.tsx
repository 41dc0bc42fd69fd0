import { Button, Text } from '@chakra-ui/react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { LuCircleCheck, LuCloudAlert, LuCloudOff, LuCloudUpload } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import { offline } from '#client/core/offline/read/queries.ts'
import { badgeOf, offlineStatus, type SyncBadgeKind } from '#client/core/offline/read/status.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { Loading } from '#client/ui/feedback/loading.tsx'
import { lazyComponent, usePreloadWhenIdle } from '#client/ui/layout/lazy-component.ts'

const Unsent = lazyComponent(() => import('#client/sync/unsent-panel.tsx'))
/** Loaded in advance, because there may be no network when the user opens the list. */
const preloaded = [Unsent]

const badgeStyles = {
  sent: { Icon: LuCircleCheck, palette: 'green' },
  waiting: { Icon: LuCloudUpload, palette: 'orange' },
  attention: { Icon: LuCloudAlert, palette: 'red' },
  signIn: { Icon: LuCloudOff, palette: 'red' },
  confirm: { Icon: LuCloudOff, palette: 'red' },
  update: { Icon: LuCloudAlert, palette: 'red' },
  atRisk: { Icon: LuCloudAlert, palette: 'red' },
  lost: { Icon: LuCloudAlert, palette: 'red' },
} as const satisfies Record<SyncBadgeKind, unknown>

/** Shows how many local changes are unsent, and opens their list. */
export function SyncBadge() {
  const t = useText('sync')
  const engine = offline((state) => state.engine)
  const status = offlineStatus()
  const [isOpen, setOpen] = useState(false)
  usePreloadWhenIdle(preloaded)
  useConflictNotice(setOpen)
  const badge = badgeOf(status)
  if (!engine || !badge) return null
  const count = badge === 'attention' ? status.attention : status.waiting
  const { Icon, palette } = badgeStyles[badge]
  return (
    <>
      <Button
        variant="ghost"
        size={{ base: 'sm', md: 'md' }}
        paddingInline="2"
        colorPalette={palette}
        aria-label={t(badge, { count })}
        title={t(badge, { count })}
        data-testid="sync-badge"
        data-state={badge}
        data-unsent={count > 0 || undefined}
        onClick={() => setOpen(true)}
      >
        <Icon aria-hidden />
        {count > 0 && (
          <Text as="span" fontWeight="600" fontVariantNumeric="tabular-nums">
            {badge === 'attention' ? `!${count}` : `↑${count}`}
          </Text>
        )}
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={t('title')} size="lg">
        <Suspense fallback={<Loading />}>
          <Unsent engine={engine} onLeave={() => setOpen(false)} />
        </Suspense>
      </Dialog>
    </>
  )
}

/** Tells the author of a value that was not kept, when it happens and at each start until they have chosen. */
function useConflictNotice(setOpen: (isOpen: boolean) => void): void {
  const t = useText('sync')
  const conflicts = offlineStatus((status) => status.conflicts)
  const known = useRef(0)
  useEffect(() => {
    const isNew = conflicts > known.current
    known.current = conflicts
    if (!isNew) return
    const action = { label: t('clashShow'), run: () => setOpen(true) }
    notify({ tone: 'warning', title: t('clashNotice', { count: conflicts }), action, ms: 20_000 })
  }, [conflicts, t, setOpen])
}
