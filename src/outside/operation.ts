import type { z } from 'zod'

/** What comes back when it went well; `schema` is of one line where the media type is NDJSON. */
export type OutsideAnswer = {
  readonly schema: z.ZodType
  /** `application/json`, if not given. */
  readonly media?: string
  /** Header fields that carry a part of the answer, each with its meaning. */
  readonly headers?: Readonly<Record<string, string>>
}

/** One call that the portal makes to a system of somebody else. */
export type OutsideOperation = {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** `/charges/{orderId}`; below the address that the operator configures. */
  readonly path: string
  readonly summary: string
  /** Carries `Authorization: Bearer <secret>`. */
  readonly isSecret: boolean
  /** Those that the path names stand there, the others in the query. */
  readonly parameters?: z.ZodObject
  /** What the portal sends, and nothing else. */
  readonly body?: z.ZodType
  readonly answers: Readonly<Record<number, OutsideAnswer>>
  /** Codes of refusals by their status, beside `401 UNAUTHORIZED`. */
  readonly refusals?: Readonly<Record<number, readonly string[]>>
}

/** A system of somebody else, as the portal speaks with it (docs/outside-systems.md). */
export type OutsideSystem = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly operations: Readonly<Record<string, OutsideOperation>>
  /** What the system sends to the portal by itself, signed. */
  readonly reports?: Readonly<
    Record<string, { readonly summary: string; readonly body: z.ZodType }>
  >
}

/**
 * The path of an operation with its parameters filled in, and what remains of them as a query. `/` is the configured
 * address itself.
 */
export function addressOf(
  { path }: Pick<OutsideOperation, 'path'>,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams(parameters)
  const own = path === '/' ? '' : path
  const filled = own.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    query.delete(name)
    return encodeURIComponent(parameters[name] ?? '')
  })
  return query.size > 0 ? `${filled}?${query}` : filled
}
