import type { LoaderFunctionArgs } from 'react-router'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { ticketApi } from '#protocol/console/ticket.ts'

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const call = callOf(context)
  const query = { ticketNo: params.ticketNo ?? '' }
  const ticket = await ask(url, call(ticketApi.consoleTicketGet, { query }))
  const writes = ticket.acts.includes('answer')
  const templates = writes
    ? (await ask(url, call(ticketApi.consoleTicketTemplatesGet, { query }))).templates
    : []
  return {
    ticket,
    templates,
    chosen: url.searchParams.get('template') ?? undefined,
    isNote: url.searchParams.get('write') === 'note' || !writes,
    done: url.searchParams.get('done') ?? '',
    today: pageOf(context).today,
    keys: freshKeysOf(context),
    crumb: { label: ticket.ticketNo },
  }
}

export type LoadedTicket = Awaited<ReturnType<typeof loader>>
