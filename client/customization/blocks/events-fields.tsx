import { Button, Text } from '@chakra-ui/react'
import { arrayMove } from '@dnd-kit/sortable'
import { LuPlus } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { useEditor } from '#client/customization/editor/editor-context.ts'
import { ColorField, ContrastWarning } from '#client/customization/fields/color-field.tsx'
import { DraftTextField } from '#client/customization/fields/draft-fields.tsx'
import { FilesField, PictureField } from '#client/customization/fields/file-fields.tsx'
import { pageColors } from '#client/customization/preview/page-colors.ts'
import { SortableList } from '#client/ui/sortable/sortable.tsx'
import { SortableCard } from '#client/ui/sortable/sortable-card.tsx'
import { type BrandEvent, maxDocuments, maxEvents } from '#shared/customization/blocks.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import type { BlockProps } from './block-props.ts'
import { DescriptionField, TitleField } from './common-fields.tsx'

export function EventsFields({ block: { title, timeline_color, events }, path, set }: BlockProps<'events'>) {
  const t = useText('editor')
  const { draft, theme } = useEditor()
  const { card, accent } = pageColors(draft, theme)
  const setEvent = (id: string, change: EventChange, field?: string) =>
    set(
      (block) => ({ events: block.events.map((event) => (event.id === id ? withChange(event, change) : event)) }),
      field && `${id}.${field}`,
    )
  const add = () =>
    set({ events: [...events, { id: uuid7(), title: '', description: '', media: null, documents: [] }] })
  return (
    <>
      <TitleField value={title} path={path} set={set} />
      <ColorField
        label={t('timelineColor')}
        path={`${path}.timeline_color`}
        value={timeline_color}
        fallback={accent}
        onChange={(timeline_color) => set({ timeline_color }, 'timeline_color')}
      />
      <ContrastWarning front={timeline_color} ground={card} kind="shapes" />
      {events.length > 0 && (
        <SortableList
          ids={events.map(({ id }) => id)}
          label={t('events')}
          onMove={(from, to) => set({ events: arrayMove(events, from, to) })}
        >
          {events.map((event, index) => (
            <EventItem
              key={event.id}
              event={event}
              path={`${path}.events.${index}`}
              index={index}
              onRemove={() => set({ events: events.filter(({ id }) => id !== event.id) })}
              set={(change, field) => setEvent(event.id, change, field)}
            />
          ))}
        </SortableList>
      )}
      <Button variant="outline" size="sm" alignSelf="start" disabled={events.length >= maxEvents} onClick={add}>
        <LuPlus aria-hidden />
        {t('addEvent')}
      </Button>
    </>
  )
}

type EventChange = Partial<BrandEvent> | ((event: BrandEvent) => Partial<BrandEvent>)

const withChange = (event: BrandEvent, change: EventChange): BrandEvent => ({
  ...event,
  ...(typeof change === 'function' ? change(event) : change),
})

type ItemProps = {
  event: BrandEvent
  path: string
  index: number
  onRemove: () => void
  set: (change: EventChange, field?: string) => void
}

function EventItem({ event, path, index, onRemove, set }: ItemProps) {
  const t = useText('editor')
  const { id, title, description, media, documents } = event
  const name = title || t('event', { number: index + 1 })
  const setDescription = (place: number, words: string) =>
    set(
      { documents: documents.map((file, at) => (at === place ? { ...file, description: words } : file)) },
      `documents.${place}`,
    )
  return (
    <SortableCard id={id} name={name} t={t} onRemove={onRemove} head={<Text fontWeight="600">{name}</Text>}>
      <TitleField value={title} path={path} set={set} />
      <DescriptionField value={description} path={path} set={set} />
      <PictureField
        label={t('media')}
        path={`${path}.media`}
        hint={t('squareHint')}
        file={media}
        onChange={(media) => set({ media })}
      />
      <FilesField
        label={t('documents')}
        path={`${path}.documents`}
        files={documents}
        max={maxDocuments}
        purpose="certificate"
        hint={t('documentHint')}
        filled={(file) => ({ ...file, description: '' })}
        onChange={(update) => set((event) => ({ documents: update(event.documents) }))}
        about={(file, place) => (
          <DraftTextField
            label={t('documentDescription', { name: file.name })}
            path={`${path}.documents.${place}.description`}
            value={file.description}
            maxLength={200}
            onChange={(words) => setDescription(place, words)}
          />
        )}
      />
    </SortableCard>
  )
}
