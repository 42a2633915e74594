import type { applicationApi } from '#protocol/application.ts'
import type { Result } from '#protocol/endpoint.ts'

// By the wire's own types; types only, so that no page loads the validator.
export type Application = Result<typeof applicationApi.applicationGet>
export type GivenLine = Application['answers']['lines'][number]
export type StepState = Application['steps'][number]
export type Quote = Result<typeof applicationApi.applicationQuoteGet>
export type Status = Result<typeof applicationApi.applicationStatusPost>
export type Terms = Result<typeof applicationApi.applicationTermsGet>
