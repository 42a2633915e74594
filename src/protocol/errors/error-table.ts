export type ErrorEntry = {
  readonly httpStatus: number
  /** For the member: what happened, why, what to do. */
  readonly message: string
  /** For the log and the OpenAPI document. */
  readonly log: string
}

/** The codes of one area: each with its status and its sentence. */
export type ErrorTable = Readonly<Record<string, ErrorEntry>>
