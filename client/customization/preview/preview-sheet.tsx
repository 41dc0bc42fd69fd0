import { Button, CloseButton, Drawer, Portal } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { LuSmartphone } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { useMediaQuery } from '#client/ui/layout/use-media-query.ts'

/** Shows the preview as a sheet over the fields when there is no space beside them. */
export function PreviewSheet({ children }: { children: ReactNode }) {
  const t = useText('editor')
  const ui = useText('ui')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <LuSmartphone aria-hidden />
        {t('showPreview')}
      </Button>
      <Drawer.Root
        open={isOpen}
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

/** Whether there is space for the preview beside the fields. */
export const useIsWideScreen = (): boolean => useMediaQuery('(min-width: 64em)')
