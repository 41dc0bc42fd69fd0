import { Badge } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import { logoCheck, logoRings } from './guilloche.ts'

/** The logo: a guilloche around a check mark. */
export function LogoMark({ large = false }: { large?: boolean }) {
  return (
    <svg className="logo-mark" viewBox="-60 -60 120 120" aria-hidden {...(large && { 'data-large': '' })}>
      {logoRings.map((path) => (
        <path key={path} d={path} strokeWidth="3" />
      ))}
      <path d={logoCheck} strokeWidth="9" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

/** The same guilloche around a crescent. */
function HalalMark() {
  return (
    <svg className="logo-mark" viewBox="-60 -60 120 120" aria-hidden>
      {logoRings.map((path) => (
        <path key={path} d={path} strokeWidth="3" />
      ))}
      <path d="M8 -19 A20 20 0 1 0 8 19 A15 15 0 1 1 8 -19" strokeWidth="6" strokeLinejoin="round" />
    </svg>
  )
}

/** Marks merchants of halal products in the top bar. */
export function HalalBadge() {
  const t = useText('ui')
  return (
    <Badge colorPalette="green" variant="surface" data-testid="halal">
      {t('halal')}
    </Badge>
  )
}

/** `compact`: only the symbol, on a phone. `halal`: the variant for merchants of halal products. */
export function Logo({ compact = false, halal = false }: { compact?: boolean; halal?: boolean }) {
  return (
    <span className="logo" {...(compact && { 'data-compact': '' })}>
      {halal ? <HalalMark /> : <LogoMark />}
      <span className="logo-name">{halal ? 'Assay Halal' : 'Assay'}</span>
    </span>
  )
}
