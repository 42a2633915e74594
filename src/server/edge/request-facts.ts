import type { RequestFacts } from '#backend/wire.ts'

/** What the outermost layer finds out once per request; everything inside is handed this. */
export type ServerEnv = { Variables: { facts: RequestFacts } }
