import { IconButton } from '@chakra-ui/react'
import { LuCopy } from 'react-icons/lu'
import { showErrorOnFailure } from '#client/core/http/errors.ts'
import { notify } from '#client/core/notify.ts'

type Props = { text: string; label: string; done: string }

/** Copies a text, and shows a confirmation. */
export function CopyButton({ text, label, done }: Props) {
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    notify({ tone: 'success', title: done })
  }
  return (
    <IconButton size="xs" variant="ghost" aria-label={label} title={label} onClick={() => showErrorOnFailure(copy())}>
      <LuCopy />
    </IconButton>
  )
}
