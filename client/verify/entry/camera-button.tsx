import { type ComponentType, useState } from 'react'
import type { PageText } from '#client/verify/model.ts'
import type { Language } from '#shared/core/i18n/language.ts'

export type CameraProps = {
  language: Language
  /** Returns whether the text was a code; then the camera closes. */
  onText: (text: string) => boolean
  onEnd: () => void
  t: PageText
}
type State = 'off' | 'loading' | 'failed' | { Camera: ComponentType<CameraProps> }

/** Loads the code reader when the button is pressed, because most shoppers open the page with a code. */
export function CameraButton({ t, ...rest }: Omit<CameraProps, 'onEnd'>) {
  const [state, setState] = useState<State>('off')
  const start = () => {
    setState('loading')
    import('./camera.tsx').then(
      ({ Camera }) => setState({ Camera }),
      () => setState('failed'),
    )
  }
  if (typeof state === 'object') return <state.Camera {...rest} t={t} onEnd={() => setState('off')} />
  return (
    <div className="camera-button scripted">
      <button type="button" onClick={start} aria-busy={state === 'loading'}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M8 12h8" />
        </svg>
        {t('scan')}
      </button>
      {state === 'failed' && <p role="alert">{t('scanFailed')}</p>}
    </div>
  )
}
