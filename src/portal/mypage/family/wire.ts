import type { Result } from '#protocol/endpoint.ts'
import type { familyApi } from '#protocol/family.ts'
import type { familyRequestApi } from '#protocol/family-request.ts'

// What the screens of a family show, by the wire's own types.
export type Family = Result<typeof familyApi.familyLinesGet>
export type FamilyLine = Family['lines'][number]
export type LineRequests = Result<typeof familyRequestApi.lineRequestGet>
export type FamilyRequest = Result<typeof familyRequestApi.familyRequestGet>['requests'][number]
