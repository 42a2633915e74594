import { data, type ActionFunctionArgs } from 'react-router'
import { send } from '#portal/mypage/flow/submit.ts'
import { callOf } from '#portal/request.ts'
import { ticketApi } from '#protocol/console/ticket.ts'

/** Keeps what is being written, while it is written: answered on its own, so that the page stays as it is. */
export async function action({ request, context, url }: ActionFunctionArgs) {
  const form = await request.formData()
  const answer = await send(callOf(context, form), url, ticketApi.consoleTicketDraftPut, form)
  return 'refused' in answer ? data(null, { status: 409 }) : data(answer.value)
}
