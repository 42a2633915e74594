import { ApiError } from '#protocol/http.ts'

/** The code of the refusal a call ends in; its result, as text, when it is not refused. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    return `answered: ${JSON.stringify(await call)}`
  } catch (error) {
    if (error instanceof ApiError) return error.failure?.code ?? `HTTP ${error.httpStatus}`
    throw error
  }
}

/** What the refusal of a call says beside its fields. */
export async function fieldsOf(call: Promise<unknown>): Promise<unknown> {
  try {
    return `answered: ${JSON.stringify(await call)}`
  } catch (error) {
    if (error instanceof ApiError) return error.failure?.fields ?? error.failure?.code
    throw error
  }
}
