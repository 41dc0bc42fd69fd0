import { Flex } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useDialogControls } from './dialog-context.ts'

/** Renders buttons of a dialog's content into its footer, which stays visible while the content scrolls. Outside of a dialog, in place. */
export function DialogFooter({ children }: { children: ReactNode }) {
  const dialog = useDialogControls()
  if (!dialog) return <Flex gap="3">{children}</Flex>
  return dialog.footer && createPortal(children, dialog.footer)
}
