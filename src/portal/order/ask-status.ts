import { data, type ActionFunctionArgs } from 'react-router'
import { typedDate, withBirthSentence } from '#portal/fields/typed-date.ts'
import { attempt, statusOf } from '#portal/mypage/flow/attempt.ts'
import { textOf } from '#portal/mypage/flow/keys.ts'
import { notTaken } from '#portal/mypage/flow/submit.ts'
import { callOf } from '#portal/request.ts'
import { parseGiven, typedIn, type FormSchema, type Sendable } from '#protocol/form.ts'

/**
 * The action of a status page, asked by post: number and birthday are in no address, history or log. It changes nothing,
 * so that it has no key and leaves no answer behind.
 */
export const askStatus =
  <Status>(endpoint: Sendable<Status> & { readonly body: FormSchema }) =>
  async ({ context, request, url }: ActionFunctionArgs) => {
    const form = await request.formData()
    form.set('birth', typedDate(textOf(form, 'birth')))
    const typed = typedIn(form)
    const parsed = parseGiven(endpoint.body, form)
    if ('fields' in parsed)
      return data({ typed, refused: notTaken(withBirthSentence(parsed.fields)) }, { status: 422 })
    const answer = await attempt(url, callOf(context, form)(endpoint, { body: parsed.value }))
    if ('refused' in answer)
      return data({ typed, refused: answer.refused }, { status: statusOf(answer.refused) })
    return data({ typed, status: answer.value })
  }
