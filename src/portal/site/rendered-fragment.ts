import { createContext } from 'react'

/** The static page's text on the server; null in the browser, which reads it from the document instead. */
export const RenderedFragment = createContext<string | null>(null)
