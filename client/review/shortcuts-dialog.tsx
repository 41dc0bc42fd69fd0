import { Flex, Kbd } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { DescriptionList } from '#client/ui/layout/description-list.tsx'
import { type ReviewCommand, reviewShortcuts } from './shortcuts.ts'

type Props = { open: boolean; commands: readonly ReviewCommand[]; onClose: () => void }

/** Lists the keyboard shortcuts. */
export function ShortcutsDialog({ open, commands, onClose }: Props) {
  const t = useText('review')
  const facts = reviewShortcuts
    .filter(({ command }) => commands.includes(command))
    .map(({ command, keys }) => {
      const caps = keys.map((key) => <Kbd key={key}>{key}</Kbd>)
      return [
        t(command),
        <Flex key={command} gap="2">
          {caps}
        </Flex>,
      ] as const
    })
  return (
    <Dialog open={open} onClose={onClose} title={t('keys')} size="sm">
      <DescriptionList facts={facts} />
    </Dialog>
  )
}
