import { data, redirect, type LoaderFunctionArgs } from 'react-router'
import { workQueues } from '#vocabulary/console.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { ask, attempt } from '#portal/mypage/flow/attempt.ts'
import { freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { queueApi } from '#protocol/console/queue.ts'
import { parseGiven, type GivenAnswers } from '#protocol/form.ts'
import { loadViews } from '#console/filter/load-views.ts'
import { readFilter } from '#console/filter/read-filter.ts'
import type { Crumb } from '#console/shell/crumb.ts'
import { openIn, places } from '#console/shell/places.ts'

const endpoint = queueApi.consoleQueueGet
const ofList = endpoint.query.omit({ queue: true })

type Query = GivenAnswers<typeof ofList>

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const queue = namesOf(workQueues).find((name) => name === params['queue'])
  if (queue === undefined) throw data(null, { status: 404 })
  if (queue === 'approval') throw redirect(places.approval)
  const call = callOf(context)
  const { query, leftOut } = readFilter(ofList, url.searchParams)
  const [asked, item, views] = await Promise.all([
    attempt(url, call(endpoint, { query: { ...query, queue } })),
    loadItem(context, url),
    loadViews(call, url, queue),
  ])
  // The kind or the group is of another queue, or of a version before: the list without them.
  const isUnknown = 'refused' in asked && asked.refused.code === 'QUEUE_FILTER_UNKNOWN'
  const known: Query = isUnknown ? { holder: query.holder } : query
  const list =
    'value' in asked ? asked.value : await ask(url, call(endpoint, { query: { ...known, queue } }))
  return {
    queue,
    list,
    query: known,
    leftOut: isUnknown ? [...leftOut, '種類・期限'] : leftOut,
    item,
    views,
    done: url.searchParams.get('done') ?? '',
    today: pageOf(context).today,
    keys: freshKeysOf(context),
    crumb: { label: workQueues[queue] } satisfies Crumb,
  }
}

/** What is open at the right; a kind that is none, or one put right meanwhile, says so there. */
async function loadItem(context: LoaderFunctionArgs['context'], url: URL) {
  const open = openIn(url)
  if (open === undefined) return undefined
  const parsed = parseGiven(
    queueApi.consoleQueueItemGet.query,
    new URLSearchParams({ item: open.item, ref: open.ref }),
  )
  if ('fields' in parsed) return { gone: true } as const
  const answer = await attempt(
    url,
    callOf(context)(queueApi.consoleQueueItemGet, { query: parsed.value }),
  )
  return 'value' in answer ? answer.value : ({ gone: true } as const)
}

export type LoadedQueue = Awaited<ReturnType<typeof loader>>

/** The item, where it is still in its queue. */
export type OpenedItem = Extract<NonNullable<LoadedQueue['item']>, { readonly row: unknown }>
