import { useState } from 'react'
import type { PageModel, PageText } from '#client/verify/model.ts'
import { LocalTime } from './local-time.tsx'

type Kind = 'arrived' | 'endSensorLogging'
const words = {
  arrived: { button: 'markArrived', ask: 'askArrived' },
  endSensorLogging: { button: 'endLogging', ask: 'askEndLogging' },
} as const

/**
 * Stays visible while the product is in transit. Each action needs a confirmation. Plain forms: the script only avoids
 * a page load.
 */
export function DeliveryAlert({ model, t }: { model: PageModel; t: PageText }) {
  const { verified, delivery, delivered, logisticLoggingEnded } = model.answer
  const [reported, setReported] = useState<readonly Kind[]>([])
  const [hasFailed, setFailed] = useState(false)
  if (!verified || !delivery) return null
  const open: Kind[] = [
    ...(delivered || reported.includes('arrived') ? [] : ['arrived' as const]),
    ...(!delivery.hasSensor || logisticLoggingEnded || reported.includes('endSensorLogging')
      ? []
      : ['endSensorLogging' as const]),
  ]
  if (open.length === 0 && reported.length === 0) return null

  const tell = async (kind: Kind) => {
    const isReported = await send(model, kind, reported.length === 0 ? delivery.token : undefined)
    setFailed(!isReported)
    if (isReported) setReported([...reported, kind])
  }
  return (
    <aside className="delivery" aria-label={t('onItsWay')}>
      <p>
        <strong>{t(open.includes('arrived') ? 'onItsWay' : 'arrived')}</strong>
        <br />
        <span className="soft">
          {open.includes('endSensorLogging') ? (
            t('sensorOn')
          ) : (
            <>
              {t('shipped')} <LocalTime at={delivery.shippedAt} />
            </>
          )}
        </span>
      </p>
      {open.map((kind) => (
        <ConfirmQuestion key={kind} kind={kind} model={model} token={delivery.token} t={t} onYes={() => tell(kind)} />
      ))}
      <p role="status" className="outcome">
        {hasFailed ? t('notTold') : reported.length > 0 && t('thanks')}
      </p>
    </aside>
  )
}

type ConfirmQuestionProps = { kind: Kind; model: PageModel; token: string; t: PageText; onYes: () => Promise<void> }

function ConfirmQuestion({ kind, model, token, t, onYes }: ConfirmQuestionProps) {
  const [isBusy, setBusy] = useState(false)
  const fields = { kind, token, a: model.code, p: model.secret, lang: model.language.slice(0, 2), theme: model.theme }
  return (
    <details className="asked" name="delivery">
      <summary className="button">{t(words[kind].button)}</summary>
      <form
        method="post"
        action="/verify/delivery"
        onSubmit={(event) => {
          event.preventDefault()
          setBusy(true)
          void onYes().finally(() => setBusy(false))
        }}
      >
        <p>{t(words[kind].ask)}</p>
        {Object.entries(fields).map(
          ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <button type="submit" disabled={isBusy}>
          {t('yes')}
        </button>
        <button
          type="button"
          className="plain scripted"
          onClick={({ currentTarget }) => currentTarget.closest('details')!.removeAttribute('open')}
        >
          {t('no')}
        </button>
      </form>
    </details>
  )
}

/** A token is valid for one action: the token of this page for the first, a new one for each further action. */
async function send({ code, secret }: PageModel, kind: Kind, token: string | undefined): Promise<boolean> {
  try {
    const body = JSON.stringify({ token: token ?? (await freshToken(code, secret)) })
    const headers = { 'content-type': 'application/json' }
    const query = new URLSearchParams({ a: code })
    return (await fetch(`/api/logistic/${kind}?${query}`, { method: 'POST', headers, body })).ok
  } catch {
    return false
  }
}

async function freshToken(code: string, secret: string): Promise<string> {
  const response = await fetch(`/api/logistic/accessToken?${new URLSearchParams({ a: code, p: secret })}`)
  return ((await response.json()) as { token: string }).token
}
