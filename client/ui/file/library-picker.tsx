import { Button, ButtonGroup, Input, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { useDeferredValue, useState } from 'react'
import { LuImages } from 'react-icons/lu'
import { useRead } from '#client/core/http/query-client.ts'
import { useOutdated } from '#client/core/http/use-outdated.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { Outdated } from '#client/ui/layout/outdated.tsx'
import { Pager } from '#client/ui/table/pager.tsx'
import type { Paging } from '#client/ui/table/paging.ts'
import type { StoredFile } from '#shared/core/fields/fields.ts'
import { mediaContract } from '#shared/media/contract.ts'
import { LibraryTile } from './library-tile.tsx'

type LibraryChoice = {
  /** Only images. */
  imagesOnly: boolean
  /** Larger files cannot be chosen. Bytes. */
  maxBytes: number
  /** Maximum files to choose now. */
  max: number
  onChoose: (files: StoredFile[]) => void
}

/** Opens the media library of the merchant, to choose files that were uploaded before. */
export function LibraryButton({ disabled, ...choice }: LibraryChoice & { disabled: boolean }) {
  const t = useText('ui')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button type="button" variant="outline" size="sm" disabled={disabled} onClick={() => setOpen(true)}>
        <LuImages aria-hidden />
        {t('library')}
      </Button>
      <LibraryDialog {...choice} open={isOpen} onClose={close} />
    </>
  )
}

const sizes = [24, 48, 96] as const

function LibraryDialog({
  open,
  onClose,
  imagesOnly,
  maxBytes,
  max,
  onChoose,
}: LibraryChoice & { open: boolean; onClose: () => void }) {
  const t = useText('ui')
  const [chosen, setChosen] = useState<readonly StoredFile[]>([])
  const close = () => {
    setChosen([])
    onClose()
  }
  const toggle = (file: StoredFile) => {
    const others = chosen.filter(({ hash }) => hash !== file.hash)
    if (others.length < chosen.length) setChosen(others)
    else setChosen([...chosen, file].slice(-max))
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('library')}
      size="lg"
      footer={
        <ButtonGroup>
          <Button variant="outline" onClick={close}>
            {t('cancel')}
          </Button>
          <Button
            disabled={chosen.length === 0}
            onClick={() => {
              onChoose([...chosen])
              close()
            }}
          >
            {max === 1 || chosen.length === 0 ? t('libraryUse') : t('libraryAdd', { count: chosen.length })}
          </Button>
        </ButtonGroup>
      }
    >
      <LibraryFiles imagesOnly={imagesOnly} maxBytes={maxBytes} chosen={chosen} onToggle={toggle} />
    </Dialog>
  )
}

type FilesProps = Pick<LibraryChoice, 'imagesOnly' | 'maxBytes'> & {
  chosen: readonly StoredFile[]
  onToggle: (file: StoredFile) => void
}

function LibraryFiles({ imagesOnly, maxBytes, chosen, onToggle }: FilesProps) {
  const t = useText('ui')
  const [search, setSearch] = useState('')
  const [query, setQuery] = useState<Paging['query']>({ page: 1, limit: sizes[0] })
  const deferredSearch = useDeferredValue(search.trim())
  const files = useRead(mediaContract.list, {
    query: {
      ...query,
      ...(deferredSearch && { search: deferredSearch }),
      ...(imagesOnly && { kind: 'image' as const }),
    },
  })
  const isOutdated = useOutdated(files)
  // That an earlier search found nothing says nothing about this one.
  const listed = isOutdated && files.data?.rows.length === 0 ? undefined : files.data
  const paging: Paging = {
    query,
    sizes,
    set: ({ page = 1, limit }) => setQuery((before) => ({ page, limit: limit ?? before.limit })),
  }
  return (
    <Stack gap="4">
      <Input
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        value={search}
        onChange={({ target }) => {
          setSearch(target.value)
          paging.set({ page: 1 })
        }}
      />
      {!listed && <LoadState read={files} height="xs" />}
      {listed?.rows.length === 0 &&
        (deferredSearch ? (
          <Text color="fg.muted">{t('noMatches', { search: deferredSearch })}</Text>
        ) : (
          <EmptyState icon={LuImages} title={t('libraryEmpty')} hint={t('libraryEmptyHint')} />
        ))}
      <Outdated isOutdated={isOutdated}>
        <SimpleGrid
          role="group"
          aria-label={t('library')}
          gap="3"
          templateColumns="repeat(auto-fill, minmax(7.5rem, 1fr))"
          _empty={{ display: 'none' }}
        >
          {listed?.rows.map((file) => (
            <LibraryTile
              key={file.id}
              file={file}
              maxBytes={maxBytes}
              chosen={chosen.some(({ hash }) => hash === file.hash)}
              onToggle={onToggle}
            />
          ))}
        </SimpleGrid>
      </Outdated>
      {listed && <Pager paging={paging} total={listed.total} isOutdated={isOutdated} />}
    </Stack>
  )
}
