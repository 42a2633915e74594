import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { log } from '#portal/shell/log.ts'
import { navigationStylesLoaded } from '#portal/shell/navigation-head.ts'
import { takePageError, watchErrors } from '#portal/shell/report-errors.ts'

/** Spec 9: how long the start waits for the provider's stylesheet. The page itself is long to be seen. */
const NAVIGATION_CSS_WAIT_MS = 1000

watchErrors()
if (!(await navigationStylesLoaded(NAVIGATION_CSS_WAIT_MS))) log.warn('css load timeout')

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter onError={takePageError} />
    </StrictMode>,
  )
})
