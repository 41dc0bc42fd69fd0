import { useEffect, useRef, useState } from 'react'
import { type PageModel, type PageText, redirectHref } from '#client/verify/model.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { customTextOr, defaultTexts } from '#shared/customization/default-texts.ts'
import { redirectProgress, shouldRedirectAutomatically, shouldShowDefaultButton } from '#shared/verify/rules.ts'

type Stage = 'counting' | 'stopping' | 'link'

/** Redirects after ten seconds, to approved hosts only; any touch or key cancels. Without scripts it is a link. */
export function Redirect({ model, t }: { model: PageModel; t: PageText }) {
  const { answer, code } = model
  if (!shouldShowDefaultButton(answer, code !== '')) return null
  const custom = answer.customization
  const { host } = new URL(answer.verify_url!)
  const isNamed = custom?.hideLink !== true
  const link = (
    <a className="button" href={redirectHref(model)} rel="noopener">
      {customTextOr(custom?.button_text, defaultTexts.button_text, isNamed ? `${t('visitUs')} ${host}` : t('visitUs'))}
    </a>
  )
  const named = isNamed && custom?.button_text && custom.button_text !== defaultTexts.button_text && (
    <p className="find">
      {t('findOut')} <span>{host}</span>
    </p>
  )
  if (!shouldRedirectAutomatically(answer, code !== '')) return <Leave named={named}>{link}</Leave>
  return (
    <>
      <Countdown model={model} t={t} link={<Leave named={named}>{link}</Leave>} />
      <noscript>
        <Leave named={named}>{link}</Leave>
      </noscript>
    </>
  )
}

/** The button, below the text with its target. */
function Leave({ named, children }: { named: React.ReactNode; children: React.ReactNode }) {
  return (
    <div className="leave">
      {named}
      {children}
    </div>
  )
}

function Countdown({ model, t, link }: { model: PageModel; t: PageText; link: React.ReactNode }) {
  const [stage, setStage] = useState<Stage>('counting')
  const [progress, setProgress] = useState(0)
  const started = useRef<number>(undefined)
  useEffect(() => {
    if (stage !== 'counting') return
    started.current ??= performance.now()
    const timer = setInterval(() => {
      const share = redirectProgress(performance.now() - started.current!)
      setProgress(share)
      if (share < 1) return
      clearInterval(timer)
      location.assign(redirectHref(model))
    }, limits.redirectTickMs)
    const stop = () => setStage('stopping')
    const events = ['pointerdown', 'keydown'] as const
    for (const event of events) addEventListener(event, stop)
    return () => {
      clearInterval(timer)
      for (const event of events) removeEventListener(event, stop)
    }
  }, [stage, model])
  useEffect(() => {
    if (stage !== 'stopping') return
    const timer = setTimeout(() => setStage('link'), limits.redirectCancelMs)
    return () => clearTimeout(timer)
  }, [stage])

  if (stage === 'link') return link
  const host = new URL(model.answer.verify_url!).host
  return (
    <div className="leave scripted" role="status">
      <svg className="circle" viewBox="0 0 44 44" aria-hidden="true">
        <circle cx="22" cy="22" r="19" className="track" />
        <circle cx="22" cy="22" r="19" className="fill" pathLength="100" strokeDashoffset={100 - progress * 100} />
      </svg>
      <p>
        <strong>{stage === 'stopping' ? t('stopping') : t('leaving', { host })}</strong>
        <br />
        {t('leavingHint')}
      </p>
      <button type="button" disabled={stage === 'stopping'} onClick={() => setStage('stopping')}>
        {t('cancel')}
      </button>
    </div>
  )
}
