import { textOf } from '#portal/mypage/flow/keys.ts'
import { notTaken, sendParsed } from '#portal/mypage/flow/submit.ts'
import type { Sendable } from '#protocol/form.ts'
import { ApiError, type Call } from '#protocol/http.ts'

/** As the wire refuses, for what its own schema does not ask of a field, or asks where no form names it. */
export const refuseField = (field: string, sentence: string): ApiError =>
  refusedWith(notTaken({ [field]: [sentence] }))

const refusedWith = (error: ReturnType<typeof notTaken>) =>
  new ApiError({ httpStatus: 400, body: { code: 400, error } })

/** Sends a form that has to name what the wire does without: handed over to nobody, an item would become one's own. */
export const naming =
  <Value>(endpoint: Sendable<Value>, field: string, sentence: string) =>
  // Async: what the form lacks is a refusal, as one of the wire is.
  async (call: Call, form: FormData): Promise<Value> => {
    if (textOf(form, field).trim() === '') throw refuseField(field, sentence)
    const sent = sendParsed(call, endpoint, form)
    if ('refused' in sent) throw refusedWith(sent.refused)
    return sent.sent
  }
