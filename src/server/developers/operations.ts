import type { Endpoint } from '#protocol/endpoint.ts'
import { generalErrorCodes, type ErrorCode } from '#protocol/errors.ts'
import { api } from '#protocol/index.ts'
import { withTrailingSlash } from '#protocol/conventions.ts'
import { accessScopes, OPEN_API_PATH, type AccessScope } from '#vocabulary/connection.ts'

/** An operation of the wire that a program may call. */
export type Operation = {
  /** `operationId` of the OpenAPI document, and the name of its page: it stays. */
  readonly id: string
  readonly endpoint: Endpoint
  readonly scope: AccessScope
  /** As programs call it. */
  readonly path: string
  /** Refusals of its own, then those that any operation may answer a program with. */
  readonly errors: { readonly own: readonly ErrorCode[]; readonly general: readonly ErrorCode[] }
}

/** What only a browser with a cookie is answered. */
const ofBrowsers: ReadonlySet<ErrorCode> = new Set(['FORGERY_SUSPECTED', 'WRONG_ACTOR'])

/** Of the way in for programs (docs/decisions/119). */
const ofPrograms = ['KEY_NOT_VALID', 'KEY_IN_ADDRESS', 'SCOPE_MISSING'] as const

/** All of them, in the order of the scopes and then of the wire. */
export const operations: readonly Operation[] = accessScopes.flatMap((scope) =>
  Object.entries<Endpoint>(api)
    .filter(([, endpoint]) => endpoint.scope === scope)
    .map(([id, endpoint]) => ({
      id,
      endpoint,
      scope,
      path: withTrailingSlash(`${OPEN_API_PATH}${endpoint.path.slice('/api'.length)}`),
      errors: {
        own: endpoint.errors ?? [],
        general: [...ofPrograms, ...generalErrorCodes.filter((code) => !ofBrowsers.has(code))],
      },
    })),
)

/** Every code that a program may be answered with, each once. */
export const codesOfPrograms: readonly ErrorCode[] = [
  ...new Set(operations.flatMap(({ errors: { general, own } }) => [...general, ...own])),
]
