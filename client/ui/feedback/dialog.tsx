import { Dialog as Chakra, CloseButton, Portal } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { useUnsaved } from '#client/core/drafts/unsaved-changes.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { UnsavedDialog } from './unsaved-dialog.tsx'
import { useMountOnOpen } from './use-mount-on-open.ts'

type Props = {
  open: boolean
  /** Without it, only the content can close the dialog, because it needs a decision. */
  onClose?: () => void
  title: string
  children: ReactNode
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'xl' | 'cover'
  /** There is unsaved input, so closing asks first. */
  dirty?: boolean
}

/** A focus change after opening, such as from the closing menu, does not close the dialog. */
const preventClose = (event: Event) => event.preventDefault()

/** A modal dialog, full screen on a phone. Escape and the close button close it, with confirmation while `dirty`. */
export function Dialog(props: Props) {
  const { isMounted, open } = useMountOnOpen(props.open)
  return isMounted && <MountedDialog {...props} open={open} />
}

function MountedDialog({ open, onClose, title, children, footer, size = 'md', dirty = false }: Props) {
  const t = useText('ui')
  const [asking, setAsking] = useState(false)
  // While closing needs confirmation, the page is not reloaded automatically either.
  useUnsaved(open && dirty)
  const close = () => (dirty ? setAsking(true) : onClose?.())
  return (
    <Chakra.Root
      role={onClose ? 'dialog' : 'alertdialog'}
      open={open}
      onOpenChange={(change) => !change.open && close()}
      closeOnEscape={onClose !== undefined}
      size={{ mdDown: 'full', md: size }}
      placement="center"
      scrollBehavior="inside"
      closeOnInteractOutside={onClose !== undefined && !dirty}
      onFocusOutside={preventClose}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Chakra.Backdrop />
        <Chakra.Positioner>
          <Chakra.Content>
            <Chakra.Header paddingInlineEnd="14">
              <Chakra.Title fontFamily="heading" textStyle="xl" minWidth="0" overflowWrap="anywhere">
                {title}
              </Chakra.Title>
            </Chakra.Header>
            <Chakra.Body paddingBottom={footer ? '2' : '6'}>{children}</Chakra.Body>
            {footer && <Chakra.Footer flexWrap="wrap">{footer}</Chakra.Footer>}
            {onClose && (
              <Chakra.CloseTrigger asChild>
                <CloseButton size="sm" aria-label={t('close')} />
              </Chakra.CloseTrigger>
            )}
          </Chakra.Content>
        </Chakra.Positioner>
      </Portal>
      <UnsavedDialog
        open={asking}
        onStay={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false)
          onClose?.()
        }}
      />
    </Chakra.Root>
  )
}
