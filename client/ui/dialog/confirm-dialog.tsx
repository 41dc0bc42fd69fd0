import { Button, Dialog as Chakra, Portal } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import { footerOnPhone, sheetContent, sheetPlacement } from './sheet-on-phone.ts'
import { useMountOnOpen } from './use-mount-on-open.ts'

type Props = {
  open: boolean
  title: string
  children?: ReactNode
  /** The action as a verb. */
  confirm: string
  /** Cancel by default. */
  cancel?: string
  danger?: boolean
  /** The confirmed action is running. */
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks for confirmation of an action. */
export function ConfirmDialog(props: Props) {
  const { isMounted, open } = useMountOnOpen(props.open)
  return isMounted && <MountedConfirmDialog {...props} open={open} />
}

function MountedConfirmDialog({ open, title, children, confirm, cancel, danger, busy, onConfirm, onCancel }: Props) {
  const t = useText('ui')
  return (
    <Chakra.Root
      role="alertdialog"
      open={open}
      onOpenChange={(change) => !change.open && onCancel()}
      placement={sheetPlacement}
      size="sm"
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Chakra.Backdrop />
        <Chakra.Positioner>
          <Chakra.Content {...sheetContent}>
            <Chakra.Header>
              <Chakra.Title fontFamily="heading" textStyle="xl" minWidth="0" overflowWrap="anywhere">
                {title}
              </Chakra.Title>
            </Chakra.Header>
            {children && <Chakra.Body>{children}</Chakra.Body>}
            <Chakra.Footer {...footerOnPhone}>
              <Button variant="outline" onClick={onCancel}>
                {cancel ?? t('cancel')}
              </Button>
              <Button colorPalette={danger ? 'red' : 'primary'} onClick={onConfirm} loading={busy ?? false}>
                {confirm}
              </Button>
            </Chakra.Footer>
          </Chakra.Content>
        </Chakra.Positioner>
      </Portal>
    </Chakra.Root>
  )
}
