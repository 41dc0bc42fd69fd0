import type { PageModel, PageText } from '#client/verify/model.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import { sideOf, type ValueLimits } from '#shared/sensor/limits.ts'
import type { PartnerReport, SensorReading, ShownSensorData } from '#shared/verify/contract.ts'
import { degreesText } from './degrees.ts'
import { LocalTime } from './local-time.tsx'
import { VisibleChart } from './visible-chart.tsx'

/** The journey of the product and its sensor log. */
export function Journey({ model, t }: { model: PageModel; t: PageText }) {
  const { delivery, sensorsData, partnerReports, logisticSensorData: readings } = model.answer
  const { logisticSensorLimit: limit, logisticSensorMinimum: minimum, logisticSensorSummary: sentence } = model.answer
  if (!delivery && sensorsData.length + partnerReports.length === 0) return null
  const stations = [
    ...sensorsData.map(recorded),
    ...(delivery ? stationsOf(delivery, t) : []),
    ...partnerReports.map((report, n) => reported(report, n, t)),
  ]
  const inTime = stations.toSorted((one, other) => one.at.localeCompare(other.at))
  return (
    <section className="journey" aria-labelledby="journey">
      <h2 id="journey">{t('journey')}</h2>
      <ol className="timeline">
        {inTime.map(({ key, title, at, until, note, by }) => (
          <li key={key}>
            <h3>{title}</h3>
            <p>
              <LocalTime at={at} />
              {until && (
                <>
                  {' – '}
                  <LocalTime at={until} />
                </>
              )}
            </p>
            {note && <p className="measured">{note}</p>}
            {by && <p className="by">{by}</p>}
          </li>
        ))}
        {delivery && !delivery.deliveredAt && (
          <li className="now">
            <h3>{t('underWay')}</h3>
          </li>
        )}
      </ol>
      {readings.length > 0 && (
        <TemperatureLog
          readings={readings}
          limit={limit}
          minimum={minimum}
          sentence={sentence}
          t={t}
          language={model.language}
        />
      )}
    </section>
  )
}

/** `by`: who says so, if not the brand. */
type Station = { key: string; title: string; at: string; until?: string; note?: string | null; by?: string }

/** A production step that a sensor recorded. */
const recorded = ({ sensorId, section_name, start_time, end_time, summary }: ShownSensorData): Station => ({
  key: `${sensorId} ${start_time}`,
  title: section_name,
  at: start_time,
  until: end_time,
  note: summary,
})

/** The word of a partner, never that of the brand. */
const reported = ({ title, at, by }: PartnerReport, n: number, t: PageText): Station => ({
  key: `reported ${n}`,
  title,
  at,
  by: t('reportedBy', { name: by }),
})

function stationsOf(delivery: NonNullable<PageModel['answer']['delivery']>, t: PageText): Station[] {
  const { shippedAt, loggingEndedAt, deliveredAt } = delivery
  const words = { shipped: shippedAt, loggingEnded: loggingEndedAt, arrived: deliveredAt } as const
  const entries = Object.entries(words) as [keyof typeof words, string | null][]
  return entries.flatMap(([word, at]) => (at ? [{ key: word, title: t(word), at }] : []))
}

type LogProps = ValueLimits & { readings: SensorReading[]; sentence: string | null; language: Language; t: PageText }

function TemperatureLog({ readings, limit, minimum, sentence, language, t }: LogProps) {
  const degrees = (temp: number) => degreesText(temp, language)
  const temps = readings.map(({ temp }) => temp)
  const facts = [
    ['lowest', Math.min(...temps)],
    ['highest', Math.max(...temps)],
    ['latest', temps.at(-1)!],
    ...(limit === null ? [] : [['limit', limit] as const]),
    ...(minimum === null ? [] : [['minimum', minimum] as const]),
  ] as const
  const outside = (temp: number) => sideOf(temp, { limit, minimum })
  const outSides = [...new Set(temps.flatMap((temp) => outside(temp) ?? []))]
  return (
    <>
      <h3>{t('temperature')}</h3>
      {sentence && <p className={['measured', ...outSides].join(' ')}>{sentence}</p>}
      <dl className="facts">
        {facts.map(([word, temp]) => (
          <div key={word}>
            <dt>{t(word)}</dt>
            <dd>{degrees(temp)}</dd>
          </div>
        ))}
      </dl>
      <VisibleChart
        readings={readings}
        limit={limit}
        minimum={minimum}
        degrees={degrees}
        t={t}
        label={sentence ?? t('temperature')}
      />
      <details className="readings">
        <summary>{t('readings')}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('time')}</th>
              <th scope="col">{t('degrees')}</th>
            </tr>
          </thead>
          <tbody>
            {readings.map(({ time, temp }) => (
              <tr key={time}>
                <td>
                  <LocalTime at={time} />
                </td>
                <td>
                  {degrees(temp)}
                  {outside(temp) === 'above' && <span className="out"> ▲ {t('aboveLimit')}</span>}
                  {outside(temp) === 'below' && <span className="out"> ▼ {t('belowMinimum')}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}
