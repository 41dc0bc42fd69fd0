import { type SubmitEvent, useRef, useState } from 'react'
import type { PageParams, PageText } from '#client/verify/model.ts'
import { formatAddress } from '#shared/verify/code/code.ts'
import { CameraButton } from './camera-button.tsx'
import { parseTypedCode } from './parse-typed-code.ts'

type Props = {
  given: PageParams
  /** The error in the given code, shown immediately. */
  mistake?: string | undefined
  t: PageText
}

/** Enters a code by camera or typing. A plain form: the script only explains errors before submitting. */
export function CodeForm({ given, mistake: known, t }: Props) {
  const typed = given.code + given.secret
  const [mistake, setMistake] = useState(known)
  const input = useRef<HTMLTextAreaElement>(null)

  function take(text: string): boolean {
    const read = parseTypedCode(text, { t, language: given.language })
    setMistake('mistake' in read ? read.mistake : undefined)
    if ('code' in read) input.current!.value = formatAddress(read.code.address) + read.code.secret
    return 'code' in read
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    if (take(input.current!.value)) return
    event.preventDefault()
    input.current!.focus()
  }
  return (
    <div className="code-entry">
      <CameraButton
        language={given.language}
        t={t}
        onText={(text) => {
          if (!take(text)) return false
          input.current!.form!.requestSubmit()
          return true
        }}
      />
      <form action="/verify" method="get" noValidate onSubmit={submit}>
        <label htmlFor="code">{t('codeLabel')}</label>
        <p className="mistake" id="code-mistake" role="alert">
          {mistake}
        </p>
        <div className="row">
          {/* A line of a phone is too short for a code. */}
          <textarea
            id="code"
            name="a"
            rows={2}
            ref={input}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              event.currentTarget.form!.requestSubmit()
            }}
            defaultValue={typed}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck="false"
            aria-invalid={mistake ? true : undefined}
            aria-describedby={mistake ? 'code-mistake code-hint' : 'code-hint'}
            required
          />
          <button type="submit">{t('check')}</button>
        </div>
        <p className="hint" id="code-hint">
          {t('codeHint')}
        </p>
        <input type="hidden" name="lang" value={given.language.slice(0, 2)} />
        {given.theme && <input type="hidden" name="theme" value={given.theme} />}
      </form>
    </div>
  )
}
