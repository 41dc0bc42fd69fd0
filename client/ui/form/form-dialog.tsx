import { type ComponentProps, useState } from 'react'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { ReportUnsavedContext } from './report-unsaved.ts'

/**
 * A dialog that asks for confirmation before it closes with unsaved input. Its content is a form, or a component with
 * `useReportUnsaved`.
 */
export function FormDialog(props: Omit<ComponentProps<typeof Dialog>, 'dirty'>) {
  const [isUnsaved, setUnsaved] = useState(false)
  return (
    <ReportUnsavedContext value={setUnsaved}>
      <Dialog {...props} dirty={isUnsaved} />
    </ReportUnsavedContext>
  )
}
