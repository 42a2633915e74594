import { createContext } from 'react'
import type { Navigation } from '#portal/context.ts'

/**
 * HTML that is in the page and must not travel a second time as loader data: the static page's text and the
 * provider's navigation. Null in the browser, which reads them from the document instead.
 */
export const RenderedHtml = createContext<{
  fragment: string | undefined
  navigation: Navigation
} | null>(null)
