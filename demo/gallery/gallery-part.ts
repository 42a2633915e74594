import type { ReactNode } from 'react'

/** A part of the design system with every state it can be in. */
export type GalleryPart = {
  readonly slug: string
  readonly title: string
  /** By the name of the state: what it looks like. */
  readonly states: Readonly<Record<string, ReactNode>>
}

/** A part by its address, its title and its states. */
export const part = (slug: string, title: string, states: GalleryPart['states']): GalleryPart => ({
  slug,
  title,
  states,
})

/** A state for each of several values. */
export const statesOf = <One>(
  all: readonly One[],
  nameOf: (one: One) => string,
  show: (one: One) => ReactNode,
): GalleryPart['states'] => Object.fromEntries(all.map((one) => [nameOf(one), show(one)]))
