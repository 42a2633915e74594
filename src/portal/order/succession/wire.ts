import type { Result } from '#protocol/endpoint.ts'
import type { successionApi } from '#protocol/succession.ts'

// By the wire's own types; types only, so that no page loads the validator.
export type Succession = Result<typeof successionApi.successionGet>
export type SuccessionStatus = Result<typeof successionApi.successionStatusPost>
