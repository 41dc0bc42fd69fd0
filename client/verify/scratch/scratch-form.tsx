import { useRef, useState } from 'react'
import { CameraButton } from '#client/verify/entry/camera-button.tsx'
import { type PageModel, pageTextIn } from '#client/verify/model.ts'
import { scratchText } from '#shared/scratch/text.ts'
import { formatScratchCode, readScratchCode } from '#shared/verify/code/scratch-code.ts'

/**
 * The form that opens a code. It is a plain one, so it needs no script; with one, the camera can fill it in. The shopper still presses
 * the button, because the first opening is recorded.
 */
export function ScratchForm({ model: { code, secret, language, theme } }: { model: PageModel }) {
  const t = scratchText[language]
  const input = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState<'scanned' | 'scannedOther'>()

  function take(text: string): boolean {
    const scratch = readScratchCode(text)
    setSaid(scratch ? 'scanned' : 'scannedOther')
    if (scratch) input.current!.value = formatScratchCode(scratch)
    return scratch !== undefined
  }
  return (
    <form method="post" encType="multipart/form-data" action="/verify/open">
      <input type="hidden" name="a" value={code} />
      <input type="hidden" name="p" value={secret} />
      <input type="hidden" name="lang" value={language.slice(0, 2)} />
      {theme && <input type="hidden" name="theme" value={theme} />}
      <label htmlFor="scratch">{t.label}</label>
      <div className="row">
        <input
          id="scratch"
          name="scratch"
          maxLength={100}
          ref={input}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck="false"
          aria-describedby="scratch-hint"
          required
        />
        <button type="submit">{t.check}</button>
      </div>
      <p className="hint" id="scratch-hint">
        {t.hint}
      </p>
      <div className="scripted">
        <p className="hint">{t.scanHint}</p>
        <p role="status">{said && t[said]}</p>
        <CameraButton t={pageTextIn(language)} language={language} onText={take} />
      </div>
    </form>
  )
}
