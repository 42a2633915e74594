import { useEffect } from 'react'
import type { PageContext } from '#portal/context.ts'
import { startReporting } from '#portal/shell/report-errors.ts'

/** Errors go to the operator's reporter when the environment allows it (spec 8). */
export function useErrorReporting(settings: PageContext['errorReporting']): void {
  const { dsn, logUrl } = settings ?? {}
  useEffect(() => {
    if (dsn !== undefined) void startReporting({ dsn, logUrl: logUrl ?? '' })
  }, [dsn, logUrl])
}
