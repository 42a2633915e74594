import { lineKinds, simSizes } from '#vocabulary/line.ts'
import { queueableOperations } from '#vocabulary/operation.ts'
import { orderPage, pages } from '#vocabulary/pages.ts'
import { redirect, redirectDocument } from 'react-router'
import { attempt, type Attempted, statusOf } from '#portal/mypage/flow/attempt.ts'
import { stay } from '#portal/mypage/flow/finish.ts'
import { oneOf } from '#portal/mypage/flow/draft.ts'
import { idempotencyKeyOf, textOf } from '#portal/mypage/flow/keys.ts'
import type { Call } from '#protocol/http.ts'
import { identityApi } from '#protocol/identity.ts'
import { orderApi } from '#protocol/order.ts'

const path = pages.orders

/** What the order page can be asked to do; each leads back to a page that can be reloaded. */
export async function act(call: Call, url: URL, form: FormData) {
  const orderNo = textOf(form, 'orderNo')
  const idempotencyKey = idempotencyKeyOf(form)
  switch (textOf(form, 'intent')) {
    case 'cancel':
      return next(
        orderPage(orderNo),
        await attempt(url, call(orderApi.orderDelete, { query: { orderNo }, idempotencyKey })),
      )
    case 'switch':
      return next(orderPage(orderNo), await attempt(url, switchOver(call, form)))
    case 'identity':
      return startIdentity(call, url, form)
    case 'queue':
      return next(`${path}#queue`, await attempt(cameFrom(url, form), queue(call, form)))
    case 'withdraw':
      return next(
        `${path}#queue`,
        await attempt(
          url,
          call(orderApi.procedureQueueDelete, {
            query: { queueId: textOf(form, 'queueId') },
            idempotencyKey,
          }),
        ),
      )
    default:
      return redirect(path)
  }
}

function next(href: string, answer: Attempted<unknown>) {
  return 'value' in answer
    ? redirect(href)
    : stay({ refused: answer.refused }, statusOf(answer.refused))
}

function switchOver(call: Call, form: FormData) {
  const switchAt = textOf(form, 'switchAt')
  return call(orderApi.orderSwitchOverPost, {
    body: { orderNo: textOf(form, 'orderNo'), ...(switchAt !== 'now' && { switchAt }) },
    idempotencyKey: idempotencyKeyOf(form),
  })
}

/** On to the reader, another site: by a full load, and among those a form may lead to in the end (CSP). */
async function startIdentity(call: Call, url: URL, form: FormData) {
  const orderNo = textOf(form, 'orderNo')
  const answer = await attempt(
    url,
    call(identityApi.identityCheckPost, {
      body: { orderNo, back: orderPage(orderNo) },
      idempotencyKey: idempotencyKeyOf(form),
    }),
  )
  if ('refused' in answer) return stay({ refused: answer.refused }, statusOf(answer.refused))
  return redirectDocument(answer.value.startUrl)
}

function queue(call: Call, form: FormData) {
  const operation = oneOf(queueableOperations, textOf(form, 'operation'))
  if (operation === undefined) throw new Response(null, { status: 400 })
  const plan = textOf(form, 'plan')
  const lineId = textOf(form, 'lineId')
  const kind = oneOf(lineKinds, textOf(form, 'kind'))
  const size = oneOf(simSizes, textOf(form, 'size'))
  return call(orderApi.procedureQueuePost, {
    body: {
      operation,
      ...(plan && { plan: Number(plan) }),
      ...(lineId && { lineId }),
      ...(kind && { kind }),
      ...(size && { size }),
    },
    idempotencyKey: idempotencyKeyOf(form),
  })
}

/** After a fresh login the member goes on where the wish was made, not on the list. */
function cameFrom(url: URL, form: FormData): URL {
  const from = textOf(form, 'from')
  return from.startsWith(pages.entrance) ? new URL(from, url.origin) : url
}
