import type { RequestFacts } from '#backend/wire.ts'
import type { AccessScope } from '#vocabulary/connection.ts'

/** A program that a member has let in, for one request. */
export type Program = {
  /** Of the request, in the name of who let it in. */
  readonly facts: RequestFacts
  readonly scopes: readonly AccessScope[]
  /** How it stands with the limit: said with every answer. */
  readonly headers: Readonly<Record<string, string>>
  /** Writes down that it used the scope, for the member to see. */
  readonly note: (scope: AccessScope) => Promise<void>
}
