import { Button, Flex, Stack, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import type { SaveProgress } from '#client/customization/draft/save.ts'
import type { CustomizationState } from '#shared/customization/contract.ts'
import { canBeDraft } from '#shared/customization/rules.ts'
import type { ConfirmKind } from './confirm-dialogs.tsx'

type Props = {
  state: CustomizationState
  isCloning: boolean
  /** The reason why the user cannot save here. */
  deniedReason: string | undefined
  stage: SaveProgress | undefined
  onAsk: (question: ConfirmKind) => void
  /** Content before the buttons. */
  children: ReactNode
}

/** The buttons of the editor. They stay visible while the fields scroll. */
export function EditorActions({ state, isCloning, deniedReason, stage, onAsk, children }: Props) {
  const words = useText('customization')
  const busy = stage !== undefined
  const disabled = busy || deniedReason !== undefined
  const isOfDrafts = canBeDraft(state.customization) && !isCloning
  return (
    <Stack
      gap="2"
      position="sticky"
      bottom="0"
      zIndex="docked"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="l3"
      padding="3"
    >
      <Flex gap="2" wrap="wrap" justify="flex-end">
        <Flex gap="2" marginInlineEnd="auto">
          {children}
        </Flex>
        <Button variant="ghost" disabled={busy} onClick={() => onAsk('cancel')}>
          {words('cancel')}
        </Button>
        {isOfDrafts && (
          <Button variant="outline" colorPalette="red" disabled={disabled} onClick={() => onAsk('startOver')}>
            {words('startOver')}
          </Button>
        )}
        {isOfDrafts && (
          <Button variant="outline" disabled={disabled} onClick={() => onAsk('saveDraft')}>
            {words('saveDraft')}
          </Button>
        )}
        <Button disabled={disabled} onClick={() => onAsk(isCloning ? 'clone' : 'publish')}>
          {isCloning ? words('clone') : words('publish')}
        </Button>
      </Flex>
      <Text role="status" textStyle="sm" color="fg.muted" textAlign="end" _empty={{ display: 'none' }}>
        <SaveProgressText stage={stage} />
        {!busy && deniedReason}
      </Text>
    </Stack>
  )
}

function SaveProgressText({ stage }: { stage: SaveProgress | undefined }) {
  const t = useText('editor')
  const words = useText('customization')
  if (!stage) return null
  if (stage.stage === 'saving') return words('saving')
  return `${words('uploading')} ${t('fileOf', { number: stage.number, total: stage.of })}`
}
