import type { AreaDeps } from '#backend/area.ts'
import type { Commit } from './commit.ts'
import type { Endings } from './endings.ts'
import type { Registry } from './registry.ts'

/** What an area with procedures, or one that lists them, is built from. */
export type ProcedureDeps = AreaDeps & { procedures: Registry; endings: Endings; commit: Commit }
