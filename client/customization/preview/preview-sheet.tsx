import { Button, CloseButton, Drawer, Portal } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useState, useSyncExternalStore } from 'react'
import { LuSmartphone } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'

/** Where there is no room beside the fields, the preview is a sheet over them. */
export function PreviewSheet({ children }: { children: ReactNode }) {
  const t = useText('editor')
  const ui = useText('ui')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <LuSmartphone aria-hidden />
        {t('showPreview')}
      </Button>
      <Drawer.Root
        open={open}
        onOpenChange={(change) => setOpen(change.open)}
        placement="bottom"
        size="full"
        lazyMount
        unmountOnExit
      >
        <Portal>
          <Drawer.Backdrop />
          <Drawer.Positioner>
            <Drawer.Content>
              <Drawer.Header>
                <Drawer.Title>{t('preview')}</Drawer.Title>
              </Drawer.Header>
              <Drawer.Body>{children}</Drawer.Body>
              <Drawer.CloseTrigger asChild>
                <CloseButton size="sm" aria-label={ui('close')} />
              </Drawer.CloseTrigger>
            </Drawer.Content>
          </Drawer.Positioner>
        </Portal>
      </Drawer.Root>
    </>
  )
}

const wideScreenQuery = '(min-width: 64em)'

/** Whether the preview has its place beside the fields. */
export function useIsWideScreen(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(wideScreenQuery)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(wideScreenQuery).matches,
  )
}
