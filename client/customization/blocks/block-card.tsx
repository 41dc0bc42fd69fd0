import { Heading } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import { useEditor } from '#client/customization/editor/editor-context.ts'
import { RemoveDialog } from '#client/ui/feedback/remove-dialog.tsx'
import { SortableCard } from '#client/ui/form/sortable-card.tsx'
import type { Block } from '#shared/customization/blocks.ts'
import { BlockFields } from './block-fields.tsx'
import { blockNames } from './block-types.ts'

/** One block with its drag handle, its fields, and a confirmation before it is removed. */
export function BlockCard({ block, index }: { block: Block; index: number }) {
  const t = useText('editor')
  const words = useText('customization')
  const { change, addedBlock: added } = useEditor()
  const heading = useRef<HTMLHeadingElement>(null)
  const [asking, setAsking] = useState(false)
  const { id } = block
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
        onRemove={() => setAsking(true)}
        head={
          <Heading as="h3" size="md" ref={heading} tabIndex={-1} outline="none">
            {kind}
          </Heading>
        }
      >
        <BlockFields
          block={block}
          path={`additions.${index}`}
          set={(set, field) => change({ do: 'setBlock', id, set }, field && `${id}.${field}`)}
        />
      </SortableCard>
      <RemoveDialog
        item={asking ? name : undefined}
        title={(name) => t('deleteTitle', { name })}
        hint={t('deleteHint')}
        onRemove={() => {
          setAsking(false)
          change({ do: 'removeBlock', id })
        }}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
