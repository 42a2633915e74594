import type { ReactNode } from 'react'

/** A part of the design system with every state it can be in. */
export type GalleryPart = {
  readonly slug: string
  readonly title: string
  readonly states: readonly { readonly name: string; readonly show: ReactNode }[]
}
