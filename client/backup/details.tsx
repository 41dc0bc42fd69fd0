import { Button, chakra, Stack } from '@chakra-ui/react'
import { LuDownload } from 'react-icons/lu'
import { useTask } from '#client/core/async/use-task.ts'
import { download } from '#client/core/files/download.ts'
import { formatDateTime } from '#client/core/format/date.ts'
import { urlOf } from '#client/core/http/api.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { DescriptionList } from '#client/ui/layout/description-list.tsx'
import { type BackupView, backupContract } from '#shared/backup/contract.ts'

/** What the row of a backup opens. */
export function BackupDetails({ backup: { id, name, finishedAt, reason, isKept } }: { backup: BackupView }) {
  const t = useText('backup')
  const save = useTask(() => download(urlOf(backupContract.manifest, { params: { id } }), `${name}-manifest.json`))
  return (
    <Stack gap="3" align="start">
      <DescriptionList
        facts={[
          ...(finishedAt ? [[t('duration'), formatDateTime(finishedAt)] as const] : []),
          ...(name
            ? [
                [
                  t('name'),
                  <chakra.code key="name" overflowWrap="anywhere">
                    {name}
                  </chakra.code>,
                ] as const,
              ]
            : []),
          ...(reason ? [[t('reason'), reason] as const] : []),
          ...(isKept && name ? [[t('restore'), t('restoreHint', { name })] as const] : []),
        ]}
      />
      {isKept && (
        <Button size="sm" variant="outline" loading={save.isPending} onClick={() => save.mutate()}>
          <LuDownload aria-hidden />
          {t('manifest')}
        </Button>
      )}
    </Stack>
  )
}
