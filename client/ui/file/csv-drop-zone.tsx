import { Flex, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { LuCircleAlert } from 'react-icons/lu'
import { limits } from '#shared/core/limits/limits.ts'
import { DropZone } from './drop-zone.tsx'

/** Windows reports a CSV file with the type of a spreadsheet. */
const csv = { 'text/csv': ['.csv'], 'application/vnd.ms-excel': ['.csv'], 'text/plain': ['.csv'] }

type Props = {
  hint?: string
  /** Maximum bytes of the file. */
  maxBytes?: number
  disabled?: boolean
  /** The error of the last file, if it was no valid list. */
  error: string | undefined
  onFile: (file: File) => Promise<void>
}

/** Input of one CSV file, with the error of the last one below it. */
export function CsvDropZone({ hint, maxBytes = limits.csvBytes, disabled = false, error, onFile }: Props) {
  const [rejection, setRejection] = useState<string>()
  const shown = rejection ?? error
  return (
    <>
      <DropZone
        accept={csv}
        maxBytes={maxBytes}
        disabled={disabled}
        {...(hint && { hint })}
        onFiles={([file]) => {
          setRejection(undefined)
          if (file) void onFile(file)
        }}
        onRefused={([reason]) => setRejection(reason)}
      />
      {shown && (
        <Flex role="alert" gap="2" align="center" color="fg.error">
          <LuCircleAlert aria-hidden />
          <Text>{shown}</Text>
        </Flex>
      )}
    </>
  )
}
