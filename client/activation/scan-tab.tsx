import { Stack } from '@chakra-ui/react'
import { useMemo } from 'react'
import { offline } from '#client/core/offline/records.ts'
import { asPrinted } from '#client/ui/codes/batched-judge.ts'
import { Scanner } from '#client/ui/scan/scanner.tsx'
import { useScanList } from '#client/ui/scan/use-scan-list.ts'
import { ActivateButton } from './activate-button.tsx'
import { ActivationOptionFields, useActivationOptions } from './choice-fields.tsx'
import { useActivationScanCheck } from './judge.ts'

/** Codes of products at hand, scan after scan; those that cannot be activated stay out of the list that is sent. */
export function ScanTab({ may }: { may: boolean }) {
  const owner = offline((state) => state.engine?.db.name)
  return <Scanning key={owner} may={may} {...(owner && { keptAs: 'activation.scan' })} />
}

function Scanning({ may, keptAs }: { may: boolean; keptAs?: string }) {
  const judge = useActivationScanCheck()
  const list = useScanList({ judge, ...(keptAs && { keptAs }) })
  const addressList = useMemo(() => list.codes.map(asPrinted), [list.codes])
  return (
    <Stack gap="5">
      <Scanner list={list} />
      {addressList.length > 0 && <Scanned addressList={addressList} may={may} onDone={list.clear} />}
    </Stack>
  )
}

type ScannedProps = { addressList: readonly string[]; may: boolean; onDone: () => void }

/** What is chosen for a list is forgotten with it. */
function Scanned({ addressList, may, onDone }: ScannedProps) {
  const choice = useActivationOptions(addressList)
  return (
    <>
      <ActivationOptionFields choice={choice} />
      <ActivateButton
        addressList={addressList}
        choice={choice.value}
        disabled={!may || choice.isBlocked}
        onDone={onDone}
      />
    </>
  )
}
