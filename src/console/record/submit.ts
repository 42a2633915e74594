import { data, type ActionFunctionArgs } from 'react-router'
import { places, recordPlace } from '#console/shell/places.ts'
import { textOf } from '#portal/mypage/flow/keys.ts'
import { actions, send, stay, type Outcome } from '#portal/mypage/flow/submit.ts'
import { callOf } from '#portal/request.ts'
import { grantApi } from '#protocol/console/grant.ts'
import { proofApi } from '#protocol/console/proof.ts'

const back =
  (done: string) =>
  ({ form }: Outcome<unknown>) =>
    `${recordPlace(textOf(form, 'grant'))}?done=${done}`

const pressed = actions({
  prolong: { endpoint: grantApi.consoleGrantProlongPost, to: back('prolong') },
  close: { endpoint: grantApi.consoleGrantClosePost, to: `${places.records}?done=close` },
  link: { endpoint: grantApi.consoleLinkSendPost, to: back('link') },
  lineStop: { endpoint: grantApi.consoleLineStopPost, to: back('lineStop') },
  loginsEnd: { endpoint: grantApi.consoleLoginsEndPost, to: back('loginsEnd') },
  begin: { endpoint: proofApi.consoleProofBeginPost, to: back('begin') },
  check: {
    endpoint: proofApi.consoleProofCheckPost,
    to: ({ value, form }) => proofPlace(value, form),
  },
  answers: {
    endpoint: proofApi.consoleProofAnswersPost,
    to: ({ value, form }) => proofPlace(value, form),
  },
})

/** A wrong answer is an answer too: how often may still be tried is said on the page. */
function proofPlace(
  { outcome, triesLeft }: { readonly outcome: string; readonly triesLeft: number },
  form: FormData,
) {
  const query = new URLSearchParams({ done: outcome, left: String(triesLeft) })
  return `${recordPlace(textOf(form, 'grant'))}?${query}`
}

const reveals = {
  reveal: grantApi.consoleRevealPost,
  revealIdentity: grantApi.consoleRevealIdentityPost,
}

/** A field that was asked for is answered on this page alone, in no address and no loader. */
export async function recordAction(args: ActionFunctionArgs) {
  const form = await args.request.clone().formData()
  const intent = textOf(form, 'intent')
  const endpoint =
    intent === 'reveal'
      ? reveals.reveal
      : intent === 'revealIdentity'
        ? reveals.revealIdentity
        : undefined
  if (endpoint === undefined) return pressed(args)
  const answer = await send(callOf(args.context, form), args.url, endpoint, form)
  if ('refused' in answer) return stay(answer.refused, form)
  return data({
    revealed: {
      field: textOf(form, 'field'),
      lineId: textOf(form, 'lineId'),
      value: answer.value.value,
    },
  })
}
