import { Button, Link as ChakraLink, Flex, List, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { LuExternalLink } from 'react-icons/lu'
import { formatDate, formatDateTime } from '#client/core/format/date.ts'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { passportPathOf } from '#shared/gs1/passport-path.ts'
import { type Passport, type PassportVersion, passportContract } from '#shared/passport/contract.ts'

type Props = { skuId: string; lot: string; passport: Passport }

/** The published versions of a passport, with their pages. */
export function PassportVersions({ skuId, lot, passport: { versions } }: Props) {
  const t = useText('passport')
  const [revoked, setRevoked] = useState<number>()
  const close = () => setRevoked(undefined)
  const revoke = useWrite(passportContract.revoke, { done: t('revokedDone'), refresh: [passportContract.read] })
  const canWrite = useDeniedReason('confirmedMerchant') === undefined
  return (
    <Panel title={t('versions')}>
      {versions.length === 0 ? (
        <Text color="fg.muted">{t('noVersions')}</Text>
      ) : (
        <List.Root variant="plain" gap="3">
          {versions.map((one, at) => (
            <List.Item key={one.version} display="flex" flexWrap="wrap" gap="3" alignItems="center">
              <Text>{t('version', { version: one.version, date: formatDateTime(one.publishedAt) })}</Text>
              <VersionState version={one} isNewest={at === 0} />
              <Flex gap="3" align="center">
                <ChakraLink
                  href={`${passportPathOf({ ...one, lot })}${at === 0 ? '' : `?version=${one.version}`}`}
                  target="_blank"
                  rel="noreferrer"
                  textDecoration="underline"
                >
                  {at === 0 ? t('open') : t('openVersion', { version: one.version })}
                  <LuExternalLink aria-hidden />
                </ChakraLink>
                {one.revokedAt === null && (
                  <Button
                    variant="ghost"
                    size="sm"
                    disabled={!canWrite}
                    aria-label={t('revokeVersion', { version: one.version })}
                    onClick={() => setRevoked(one.version)}
                  >
                    {t('revoke')}
                  </Button>
                )}
              </Flex>
            </List.Item>
          ))}
        </List.Root>
      )}
      <ConfirmDialog
        open={revoked !== undefined}
        title={t('revokeTitle', { version: revoked ?? '' })}
        confirm={t('revoke')}
        busy={revoke.isPending}
        onCancel={close}
        onConfirm={() =>
          revoke.mutate({ params: { id: skuId }, query: { lot }, body: { version: revoked! } }, { onSettled: close })
        }
      >
        {t('revokeHint')}
      </ConfirmDialog>
    </Panel>
  )
}

function VersionState({ version: { revokedAt }, isNewest }: { version: PassportVersion; isNewest: boolean }) {
  const t = useText('passport')
  if (revokedAt !== null) return <StatusChip tone="bad">{t('revoked', { date: formatDate(revokedAt) })}</StatusChip>
  return isNewest ? (
    <StatusChip tone="good">{t('current')}</StatusChip>
  ) : (
    <StatusChip tone="plain">{t('earlier')}</StatusChip>
  )
}
