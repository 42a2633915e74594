import { data, type LoaderFunctionArgs } from 'react-router'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { consoleOutageApi } from '#protocol/console/outage.ts'

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const call = callOf(context)
  const { asOf, outages } = await ask(url, call(consoleOutageApi.consoleOutagesGet))
  const onDesk = outages.find(({ entry }) => entry.incidentId === params['incidentId'])
  if (onDesk === undefined) throw data(null, { status: 404 })
  const { incidentId } = onDesk.entry
  const figures = url.searchParams.has('figures')
    ? await ask(url, call(consoleOutageApi.consoleOutageReportGet, { query: { incidentId } }))
    : undefined
  return {
    onDesk,
    asOf,
    figures,
    write: url.searchParams.get('write') ?? '',
    done: url.searchParams.get('done') ?? '',
    today: pageOf(context).today,
    keys: freshKeysOf(context),
    crumb: { label: onDesk.entry.title },
  }
}

export type LoadedOutage = Awaited<ReturnType<typeof loader>>
