import { createContext, useContext, useEffect } from 'react'

export const ReportUnsavedContext = createContext<((isUnsaved: boolean) => void) | undefined>(undefined)

/** Tells the `FormDialog` around a component, if there is one, whether the component has unsaved input. */
export function useReportUnsaved(isUnsaved: boolean): void {
  const report = useContext(ReportUnsavedContext)
  useEffect(() => {
    report?.(isUnsaved)
    return () => report?.(false)
  }, [isUnsaved, report])
}
