import { Box, Heading, Stack, Text } from '@chakra-ui/react'
import { useEffect, useId, useRef, useState } from 'react'
import { LuChevronDown, LuChevronRight } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { useEditor } from '#client/customization/editor/editor-context.ts'
import { RemoveDialog } from '#client/ui/dialog/remove-dialog.tsx'
import { SortableCard } from '#client/ui/sortable/sortable-card.tsx'
import type { Block } from '#shared/customization/blocks.ts'
import { blockClass } from '#shared/customization/page-style.ts'
import { BlockFields } from './block-fields.tsx'
import { blockSummary } from './block-summary.ts'
import { blockNames } from './block-types.ts'

/** With more blocks than this, the page starts with folded blocks, so that their order is visible. */
const maxOpenBlocks = 3

/** One block with its drag handle, its fields, which fold, and a confirmation before it is removed. */
export function BlockCard({ block, index }: { block: Block; index: number }) {
  const t = useText('editor')
  const words = useText('customization')
  const { draft, change, show, addedBlock: added, hasIssueIn } = useEditor()
  const heading = useRef<HTMLButtonElement>(null)
  const fields = useId()
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const { id } = block
  const [isOpen, setIsOpen] = useState(() => added.current === id || draft.additions.length <= maxOpenBlocks)
  const path = `additions.${index}`
  const open = isOpen || hasIssueIn(path)
  const Chevron = open ? LuChevronDown : LuChevronRight
  useEffect(() => {
    if (added.current !== id) return
    added.current = undefined
    heading.current?.focus()
  }, [added, id])
  const kind = words(blockNames[block.type])
  const name = `${kind} ${index + 1}`
  return (
    <>
      <SortableCard
        id={id}
        name={name}
        t={t}
        onRemove={() => setConfirmOpen(true)}
        onEnter={() => show(`.${blockClass(id)}`)}
        head={
          <Heading as="h3" size="md" width="full">
            <Box
              asChild
              display="flex"
              alignItems="center"
              gap="2"
              width="full"
              minWidth="0"
              paddingBlock="2"
              textAlign="start"
              cursor="pointer"
            >
              <button
                ref={heading}
                type="button"
                aria-expanded={open}
                aria-controls={fields}
                onClick={() => setIsOpen(!open)}
              >
                <Box asChild flexShrink="0">
                  <Chevron aria-hidden />
                </Box>
                <Text as="span" flexShrink="0" whiteSpace="nowrap">
                  {name}
                </Text>
                {!open && (
                  <Text
                    as="span"
                    color="fg.muted"
                    fontFamily="body"
                    fontWeight="normal"
                    textStyle="sm"
                    minWidth="0"
                    truncate
                  >
                    {blockSummary(block)}
                  </Text>
                )}
              </button>
            </Box>
          </Heading>
        }
      >
        <Stack id={fields} gap="4" display={open ? 'flex' : 'none'}>
          <BlockFields
            block={block}
            path={path}
            set={(set, field) => change({ do: 'setBlock', id, set }, field && `${id}.${field}`)}
          />
        </Stack>
      </SortableCard>
      <RemoveDialog
        item={isConfirmOpen ? name : undefined}
        title={(name) => t('deleteTitle', { name })}
        hint={t('deleteHint')}
        onRemove={() => {
          setConfirmOpen(false)
          change({ do: 'removeBlock', id })
        }}
        onClose={() => setConfirmOpen(false)}
      />
    </>
  )
}
