import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { log } from '#portal/shell/log.ts'
import { lateStylesLoaded } from '#portal/shell/navigation-head.ts'
import { takePageError, watchErrors } from '#portal/shell/report-errors.ts'

/** Spec 9: how long the start waits for the provider's stylesheet, and for our whole one. The page itself is long to be seen. */
const LATE_CSS_WAIT_MS = 1000

watchErrors()
if (!(await lateStylesLoaded(LATE_CSS_WAIT_MS))) log.warn('css load timeout')

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter onError={takePageError} />
    </StrictMode>,
  )
})
