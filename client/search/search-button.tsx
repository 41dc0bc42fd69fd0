import { Button, IconButton, Kbd } from '@chakra-ui/react'
import { Suspense, useEffect, useState } from 'react'
import { LuSearch } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { isDialogOpen, letterOf } from '#client/core/letter-key.ts'
import { lazyComponent } from '#client/ui/layout/lazy-component.ts'
import type { SearchableAction, SearchableScreen } from './search-dialog.tsx'

const SearchDialog = lazyComponent(() => import('./search-dialog.tsx'))
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
const keys = isMac ? '⌘K' : 'Ctrl+K'

type Props = { screens: readonly SearchableScreen[]; actions: readonly SearchableAction[] }

/** Opens the search, also with ⌘K or Ctrl+K. Screens and actions of the current user are found by their names. */
export function Component({ screens, actions }: Props) {
  const t = useText('search')
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const show = () => {
    setOpened(true)
    setOpen(true)
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (letterOf(event) !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      // A result leaves the screen, and with it the input of another dialog.
      if (!isOpen && isDialogOpen()) return
      setOpened(true)
      setOpen(!isOpen)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isOpen])
  return (
    <>
      <Button hideBelow="lg" variant="outline" size="sm" color="fg.muted" fontWeight="normal" onClick={show}>
        <LuSearch aria-hidden />
        {t('title')}
        <Kbd size="sm">{keys}</Kbd>
      </Button>
      <IconButton hideFrom="lg" variant="ghost" size={{ base: 'sm', md: 'md' }} aria-label={t('title')} onClick={show}>
        <LuSearch />
      </IconButton>
      {wasOpened && (
        <Suspense>
          <SearchDialog open={isOpen} onClose={() => setOpen(false)} screens={screens} actions={actions} />
        </Suspense>
      )}
    </>
  )
}
