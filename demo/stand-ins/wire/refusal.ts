import type { Context, ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { z } from 'zod'

/** An answer that is an error, thrown from wherever it is found. */
export function refusal(status: ContentfulStatusCode, code: string, message = code): HTTPException {
  return new HTTPException(status, {
    message: code,
    res: Response.json({ error: { code, message } }, { status }),
  })
}

export function answerErrors(log: (line: string) => void): ErrorHandler {
  return (error) => {
    if (error instanceof HTTPException) return error.getResponse()
    log(`unexpected: ${error.stack ?? error.message}`)
    return Response.json({ error: { code: 'UNEXPECTED', message: error.message } }, { status: 500 })
  }
}

/** The JSON body of the right shape, or 400 `MALFORMED`. */
export async function readBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const json: unknown = await c.req.json().catch(() => undefined)
  return parseOr400(schema, json)
}

export function parseOr400<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.infer<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw refusal(400, 'MALFORMED', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
}
