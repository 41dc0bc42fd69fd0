import { Link, Text } from '@chakra-ui/react'
import { Fragment } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import type { Tiles } from './tile-layer.tsx'

/** The attribution of the map and of the database of locations, also in saved images. */
export function MapCredits({ tiles }: { tiles: Tiles | undefined }) {
  const t = useText('insightsMap')
  return (
    <Text textStyle="xs" color="fg.muted" data-credits>
      {tiles?.state !== 'shown' ? (
        `${t('attribution')} · `
      ) : tiles.credits.length > 0 ? (
        <>
          {t('mapBy')}{' '}
          {tiles.credits.map(({ text, href }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text, which has no other keys.
            <Fragment key={index}>{href ? <CreditLink href={href}>{text}</CreditLink> : text}</Fragment>
          ))}
          {' · '}
        </>
      ) : null}
      <CreditLink href="https://db-ip.com">IP Geolocation by DB-IP</CreditLink>
    </Text>
  )
}

function CreditLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} rel="noopener">
      {children}
    </Link>
  )
}
