import { data, type LoaderFunctionArgs } from 'react-router'
import { places } from '#console/shell/places.ts'
import { attempt } from '#portal/mypage/flow/attempt.ts'
import { freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { grantApi } from '#protocol/console/grant.ts'
import type { Result } from '#protocol/endpoint.ts'
import { parseGiven } from '#protocol/form.ts'

export type Grant = Result<typeof grantApi.consoleGrantGet>

/**
 * Whose screen it is, out of which case and until when. The member's own pages read who it is for out of it too
 * (`standing`), as out of the layout of my page.
 */
export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const parsed = parseGiven(
    grantApi.consoleGrantGet.query,
    new URLSearchParams({ grant: params['grant'] ?? '' }),
  )
  if ('fields' in parsed) throw data(null, { status: 404 })
  const opened = await attempt(
    url,
    callOf(context)(grantApi.consoleGrantGet, { query: parsed.value }),
  )
  if ('refused' in opened) throw data({ message: opened.refused.message }, { status: 409 })
  const grant = opened.value
  return {
    grant,
    keys: freshKeysOf(context),
    today: pageOf(context).today,
    isSent: url.searchParams.has('sent'),
    standing: 'member',
    mayCompare: false,
    crumb: { href: places.records, label: grant.name ?? grant.ticketNo },
  } as const
}

export type Loaded = Awaited<ReturnType<typeof loader>>
