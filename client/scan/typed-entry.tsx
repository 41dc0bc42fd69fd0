import { Button, Field, Flex, Input } from '@chakra-ui/react'
import { type FormEvent, useState } from 'react'

type Props = {
  label: string
  hint?: string
  action: string
  /** Returns whether the text was accepted. A rejected text stays in the field, to be corrected. */
  onText: (text: string) => boolean
  /** Receives the unconfirmed text of the field. */
  onTyping?: (text: string) => void
}

/** Text input for codes that cannot be scanned. */
export function TypedEntry({ label, hint, action, onText, onTyping }: Props) {
  const [text, setText] = useState('')
  const [isRejected, setRejected] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (text.trim() === '') return
    const taken = onText(text)
    setRejected(!taken)
    if (taken) setText('')
  }
  return (
    <form onSubmit={submit} noValidate>
      <Field.Root invalid={isRejected}>
        <Field.Label>{label}</Field.Label>
        <Flex gap="2" width="full">
          <Input
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              setRejected(false)
              onTyping?.(target.value)
            }}
            fontFamily="mono"
            autoCapitalize="characters"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="done"
            maxLength={500}
          />
          <Button type="submit" variant="outline">
            {action}
          </Button>
        </Flex>
        {hint && <Field.HelperText>{hint}</Field.HelperText>}
      </Field.Root>
    </form>
  )
}
