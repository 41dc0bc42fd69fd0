import { Button, Flex, Heading, Stack } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import { useEditor } from '#client/customization/editor/editor-context.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { SortableList } from '#client/ui/sortable/sortable.tsx'
import { type BlockType, blockTypes, maxBlocks } from '#shared/customization/blocks.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { BlockCard } from './block-card.tsx'
import { blockIcons, blockNames } from './block-types.ts'

/** The buttons that add a block. */
export function AddBlockButtons() {
  const t = useText('editor')
  const words = useText('customization')
  const { draft, change, addedBlock: added } = useEditor()
  const add = (type: BlockType) => {
    added.current = uuid7()
    change({ do: 'addBlock', type, id: added.current })
  }
  return (
    <Stack gap="2" role="group" aria-label={t('addBlock')}>
      <Heading as="h2" size="lg" fontWeight="600">
        {t('addBlock')}
      </Heading>
      <Flex gap="2" wrap="wrap">
        {blockTypes.map((type) => {
          const Icon = blockIcons[type]
          return (
            <Button
              key={type}
              variant="outline"
              size="sm"
              disabled={draft.additions.length >= maxBlocks}
              onClick={() => add(type)}
            >
              <Icon aria-hidden />
              {words(blockNames[type])}
            </Button>
          )
        })}
      </Flex>
    </Stack>
  )
}

/** The added blocks in their order. */
export function BlockList() {
  const t = useText('editor')
  const { draft, change } = useEditor()
  const { additions } = draft
  if (additions.length === 0) return <EmptyState title={t('noBlocks')} hint={t('noBlocksHint')} />
  return (
    <SortableList
      ids={additions.map(({ id }) => id)}
      label={t('blocks')}
      onMove={(from, to) => change({ do: 'moveBlock', from, to })}
    >
      {additions.map((block, index) => (
        <BlockCard key={block.id} block={block} index={index} />
      ))}
    </SortableList>
  )
}
