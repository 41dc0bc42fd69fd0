import { Stack, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { batchedCheck, formatPrintedCode } from '#client/codes/batched-check.ts'
import { useTask } from '#client/core/async/use-task.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { call } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import { offline, requireEngine, useUnsentRecords } from '#client/core/offline/read/queries.ts'
import type { CodeChecker, CodeCheckResult } from '#client/scan/code-check.ts'
import { Scanner } from '#client/scan/scanner.tsx'
import { useScanList } from '#client/scan/use-scan-list.ts'
import { BackLink } from '#client/ui/layout/back-link.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { maxContents, type PackRowProblem, packContract } from '#shared/pack/contract.ts'
import { type PackRecord, packEntity } from '#shared/pack/record.ts'
import { parseCode } from '#shared/verify/code/code.ts'
import { ClosePackage } from './close-package.tsx'
import { enqueuePack } from './enqueue-pack.ts'

const statusOf = {
  unreadable: 'unknown',
  unknown: 'unknown',
  wrongSecret: 'wrongSecret',
  ambiguous: 'unknown',
  duplicate: 'own',
  packed: 'packed',
  apart: 'packed',
  unbound: 'unbound',
} as const satisfies Record<PackRowProblem, CodeCheckResult['status']>

const checkOnServer = batchedCheck(async (codes) => {
  const { errors } = await call(packContract.check, { body: { kind: 'case', contents: [...codes] } })
  const found = new Map(errors.map(({ row, problem }) => [row, problem]))
  return codes.map((_, place): CodeCheckResult => {
    const problem = found.get(place + 1)
    return problem
      ? { status: statusOf[problem], acceptable: problem === 'duplicate' }
      : { status: 'own', acceptable: true }
  })
})

/** Reports codes of a case that waits on this device as packed, with or without a connection. */
function usePackScanCheck(): CodeChecker {
  const saved = useUnsentRecords<PackRecord>(packEntity)
  return useMemo(() => {
    const waiting = (saved ?? []).filter(({ data }) => data.kind === 'case' && data.unpacked_at === null)
    const packed = new Set(
      waiting.flatMap(({ data }) => (data.contents ?? []).flatMap((text) => parseCode(text)?.address ?? [])),
    )
    return (code) => (packed.has(code.address) ? { status: 'packed', acceptable: false } : checkOnServer(code))
  }, [saved])
}

/** Scans the items of a case one after another. Codes that cannot be packed are left out. */
export function CaseView({ may }: { may: boolean }) {
  const owner = offline((state) => state.engine?.db.name)
  const t = useText('pack')
  return (
    <Page title={t('caseTitle')} description={t('caseHint')} actions={<BackLink to="/packages">{t('back')}</BackLink>}>
      <OpenCase key={owner} may={may} {...(owner && { draftName: 'pack.case' })} />
    </Page>
  )
}

function OpenCase({ may, draftName }: { may: boolean; draftName?: string }) {
  const t = useText('pack')
  const navigate = useNavigate()
  const checkCode = usePackScanCheck()
  const list = useScanList({ checkCode, maxCodes: maxContents.case, ...(draftName && { draftName }) })
  const contents = useMemo(() => list.codes.map(formatPrintedCode), [list.codes])
  const close = useTask(async () => {
    const engine = requireEngine()
    await enqueuePack(engine, { kind: 'case', contents, quantity: contents.length })
    void engine.sendNow()
    list.finish()
    notify({ tone: 'success', title: t('caseDone') })
    navigate('/packages')
  })
  return (
    <Stack gap="5">
      <Scanner list={list} />
      {contents.length > 0 ? (
        <ClosePackage may={may} task={close} testId="close-case">
          {t('closeCase', { count: contents.length, shown: formatNumber(contents.length) })}
        </ClosePackage>
      ) : (
        !may && <Text color="fg.muted">{t('role')}</Text>
      )}
    </Stack>
  )
}
