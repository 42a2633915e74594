export type ErrorEntry = {
  readonly httpStatus: number
  /** For the member: what happened, why, what to do. */
  readonly message: string
  /** For the log and the OpenAPI document. */
  readonly log: string
}

/** The codes of one area: each with its status and its sentence. */
export type ErrorTable = Readonly<Record<string, ErrorEntry>>

/** An entry: the sentence for the member, then the one for the log. */
export const failure = (httpStatus: number, message: string, log: string): ErrorEntry => ({
  httpStatus,
  message,
  log,
})

/** As most refusals are: understood, but not possible as things stand (409). */
export const conflict = (message: string, log: string) => failure(409, message, log)
