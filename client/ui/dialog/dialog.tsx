import { Dialog as Chakra, CloseButton, Portal } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { useUnsaved } from '#client/core/drafts/unsaved-changes.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { DialogProvider } from './dialog-context.ts'
import { footerOnPhone, sheetContent, sheetPlacement } from './sheet-on-phone.ts'
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
  /** There is unsaved input, so closing needs a confirmation. */
  dirty?: boolean
  /** What closing discards, where it is not simply unsaved, such as a draft on the device. */
  discarded?: string | undefined
}

/** A focus change after opening, such as from the closing menu, does not close the dialog. */
const preventClose = (event: Event) => event.preventDefault()

/** A modal dialog, full screen on a phone; a short one (`sm`) is a sheet at its bottom. Escape and the close button close it, with confirmation while `dirty`. */
export function Dialog(props: Props) {
  const { isMounted, open } = useMountOnOpen(props.open)
  return isMounted && <MountedDialog {...props} open={open} />
}

function MountedDialog({ open, onClose, title, children, footer, size = 'md', dirty = false, discarded }: Props) {
  const t = useText('ui')
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const [footerSlot, setFooterSlot] = useState<HTMLElement | null>(null)
  const isShort = size === 'sm'
  // While closing needs confirmation, the page is not reloaded automatically either.
  useUnsaved(open && dirty)
  const close = () => (dirty ? setConfirmOpen(true) : onClose?.())
  return (
    <Chakra.Root
      role={onClose ? 'dialog' : 'alertdialog'}
      open={open}
      onOpenChange={(change) => !change.open && close()}
      closeOnEscape={onClose !== undefined}
      size={isShort ? 'sm' : { mdDown: 'full', md: size }}
      placement={isShort ? sheetPlacement : 'center'}
      scrollBehavior="inside"
      closeOnInteractOutside={onClose !== undefined && !dirty}
      onFocusOutside={preventClose}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Chakra.Backdrop />
        <Chakra.Positioner>
          <Chakra.Content {...(isShort && sheetContent)}>
            <Chakra.Header paddingInlineEnd="14">
              <Chakra.Title fontFamily="heading" textStyle="xl" minWidth="0" overflowWrap="anywhere">
                {title}
              </Chakra.Title>
            </Chakra.Header>
            <Chakra.Body paddingBottom="6">
              <DialogProvider value={{ footer: footerSlot, close: onClose && close }}>{children}</DialogProvider>
            </Chakra.Body>
            <Chakra.Footer
              ref={setFooterSlot}
              borderTopWidth="1px"
              paddingBlock="3"
              _empty={{ display: 'none' }}
              {...footerOnPhone}
            >
              {footer}
            </Chakra.Footer>
            {onClose && (
              <Chakra.CloseTrigger asChild>
                <CloseButton size="sm" aria-label={t('close')} />
              </Chakra.CloseTrigger>
            )}
          </Chakra.Content>
        </Chakra.Positioner>
      </Portal>
      <UnsavedDialog
        open={isConfirmOpen}
        body={discarded}
        onStay={() => setConfirmOpen(false)}
        onDiscard={() => {
          setConfirmOpen(false)
          onClose?.()
        }}
      />
    </Chakra.Root>
  )
}
