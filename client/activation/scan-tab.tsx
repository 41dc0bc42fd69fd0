import { Stack } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { batchedCheck, formatPrintedCode } from '#client/codes/batched-check.ts'
import { serverCheck } from '#client/codes/server-check.ts'
import { type OfflineRecord, offline, useUnsentRecords } from '#client/core/offline/read/queries.ts'
import type { CodeChecker } from '#client/scan/code-check.ts'
import { Scanner } from '#client/scan/scanner.tsx'
import { StickyActions } from '#client/scan/sticky-actions.tsx'
import { useScanList } from '#client/scan/use-scan-list.ts'
import { type ActivationRecord, activationEntity } from '#shared/activation/record.ts'
import { parseCode } from '#shared/verify/code/code.ts'
import { ActivateButton } from './activate-button.tsx'
import { ActivationOptionFields, useActivationOptions } from './option-fields.tsx'

const checkOnServer = batchedCheck(serverCheck([], { status: 'notActive', acceptable: true }))

/** Reports codes of a list that waits on this device as being activated, with or without a connection. */
function useActivationScanCheck(): CodeChecker {
  const saved = useUnsentRecords<ActivationRecord>(activationEntity)
  return useMemo(() => {
    const waiting = queuedAddresses(saved ?? [])
    return (code) => (waiting.has(code.address) ? { status: 'pending', acceptable: false } : checkOnServer(code))
  }, [saved])
}

export function queuedAddresses(saved: readonly OfflineRecord<ActivationRecord>[]): Set<string> {
  const lists = saved.filter(({ data }) => data.state === 'captured').flatMap(({ data }) => data.addressList ?? [])
  return new Set(lists.flatMap((text) => parseCode(text)?.address ?? []))
}

/** Scans codes of products one after another. Codes that cannot be activated are left out of the list. */
export function ScanTab({ may }: { may: boolean }) {
  const owner = offline((state) => state.engine?.db.name)
  return <Scanning key={owner} may={may} {...(owner && { draftName: 'activation.scan' })} />
}

function Scanning({ may, draftName }: { may: boolean; draftName?: string }) {
  const checkCode = useActivationScanCheck()
  const list = useScanList({ checkCode, ...(draftName && { draftName }) })
  const accepted = useMemo(() => list.codes.map(formatPrintedCode), [list.codes])
  // Codes that were stored are checked again at any time, and are then no longer accepted: the dialogs about them stay.
  const [asked, setAsked] = useState<readonly string[]>()
  const addressList = asked ?? accepted
  const finish = () => {
    setAsked(undefined)
    list.finish()
  }
  return (
    <Stack gap="5">
      <Scanner list={list} />
      {addressList.length > 0 && (
        <Scanned
          addressList={addressList}
          may={may}
          onAsking={(isAsking) => setAsked(isAsking ? accepted : undefined)}
          onDone={finish}
        />
      )}
    </Stack>
  )
}

type ScannedProps = {
  addressList: readonly string[]
  may: boolean
  onAsking: (isAsking: boolean) => void
  onDone: () => void
}

/** The options of a list are reset with it. */
function Scanned({ addressList, may, onAsking, onDone }: ScannedProps) {
  const choice = useActivationOptions(addressList)
  return (
    <>
      <ActivationOptionFields choice={choice} />
      <StickyActions>
        <Stack>
          <ActivateButton
            addressList={addressList}
            choice={choice.value}
            disabled={!may || choice.isBlocked}
            onAsking={onAsking}
            onDone={onDone}
          />
        </Stack>
      </StickyActions>
    </>
  )
}
