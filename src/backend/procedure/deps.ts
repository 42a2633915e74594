import type { AreaDeps } from '#backend/area.ts'
import type { Registry } from './registry.ts'
import type { StepEngine } from './take-order-step.ts'

/** What an area with procedures, or one that lists them, is built from. */
export type ProcedureDeps = AreaDeps & { procedures: Registry; engine: StepEngine }
