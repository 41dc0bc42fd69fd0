import { guilloche } from '#client/ui/layout/guilloche.ts'
import type { ResultTone, SealIcon } from '#shared/verify/result/result-kind.ts'

const marks: Record<SealIcon, string> = {
  tick: 'M-12 1 L-4 9 L13 -9',
  attention: 'M0 -13 V4 M0 11 V11.5',
  clock: 'M0 -12 V1 L8 7',
  cross: 'M-9 -9 L9 9 M9 -9 L-9 9',
  question: 'M-7 -6 A7 7 0 1 1 0 2 V5 M0 12 V12.5',
}

/**
 * A guilloche rosette, the ornament of banknotes and hallmarks. Its lobes are derived from the code, so that each
 * product has its own seal.
 */
export function Seal({ code, tone, sign }: { code: string; tone: ResultTone; sign: SealIcon }) {
  const seed = [...code].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)
  const lobes = 9 + (seed % 7)
  const depth = 5 + ((seed >>> 4) % 4)
  return (
    <svg className={`seal ${tone}`} viewBox="-60 -60 120 120" aria-hidden="true">
      <circle r="57" className="rim" />
      {[0, 1, 2, 3, 4, 5].map((ring) => (
        <path key={ring} d={guilloche(lobes, 50 - ring * 2.6, depth, (ring * Math.PI) / 6)} className="line" />
      ))}
      <circle r="28" className="disc" />
      <path className="mark" d={marks[sign]} />
    </svg>
  )
}
