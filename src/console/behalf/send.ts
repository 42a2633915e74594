import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { behalfPlace } from '#console/shell/places.ts'
import { textOf } from '#portal/mypage/flow/keys.ts'
import { actions } from '#portal/mypage/flow/submit.ts'
import { grantApi } from '#protocol/console/grant.ts'

/** The screen that the clerk was on, with a word that it went out; nothing but a page of this record. */
function backTo(form: FormData): string {
  const list = behalfPlace(textOf(form, 'grant'))
  const back = textOf(form, 'back')
  if (!back.startsWith(`${list}/`) && back !== list) return `${list}?sent=1`
  return `${back}${back.includes('?') ? '&' : '?'}sent=1`
}

const send = actions(
  { link: { endpoint: grantApi.consoleLinkSendPost, to: ({ form }) => backTo(form) } },
  'link',
)

export const action = (args: ActionFunctionArgs) => send(args)

/** Where the send was refused, or the address was opened by hand: the list. */
export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(behalfPlace(params['grant'] ?? ''))
