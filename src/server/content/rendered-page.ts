import type { FragmentFacts } from './fragment.ts'
import type { Variant } from './view-path.ts'

export type PageFacts = Omit<FragmentFacts, 'headings'> & { view: string; path: string }

export type RenderedPage = { facts: PageFacts; html: Record<Variant, string> }
