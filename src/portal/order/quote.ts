import { attempt } from '#portal/mypage/flow/attempt.ts'
import { callOf } from '#portal/request.ts'
import { applicationApi } from '#protocol/application.ts'
import { readQuery } from '#protocol/conventions.ts'
import type { Quote } from './wire.ts'
import type { Route } from './+types/quote.ts'

export type Answer = { readonly quote?: Quote; readonly refused?: string }

/** The price of what is being chosen, for the step's script: what it costs, or why it cannot be had. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const query = applicationApi.applicationQuoteGet.query.safeParse(readQuery(url.searchParams))
  if (!query.success) return Response.json({} satisfies Answer)
  const answer = await attempt(
    url,
    callOf(context)(applicationApi.applicationQuoteGet, { query: query.data }),
  )
  const body: Answer =
    'value' in answer ? { quote: answer.value } : { refused: answer.refused.message ?? '' }
  return Response.json(body)
}
