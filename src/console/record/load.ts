import { data, type LoaderFunctionArgs } from 'react-router'
import { recordParts, type RecordPart } from '#vocabulary/console.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { attempt } from '#portal/mypage/flow/attempt.ts'
import { freshKeysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { grantApi } from '#protocol/console/grant.ts'
import { proofApi } from '#protocol/console/proof.ts'
import type { Result } from '#protocol/endpoint.ts'
import type { Call } from '#protocol/http.ts'
import { parseGiven } from '#protocol/form.ts'
import { queuePlace } from '#console/shell/places.ts'
import { loadPart } from './load-part.ts'

export type Grant = Result<typeof grantApi.consoleGrantGet>

/** The strip, and one part: only what is opened is read, and noted. */
export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const call = callOf(context)
  const base = {
    today: pageOf(context).today,
    keys: freshKeysOf(context),
    done: url.searchParams.get('done') ?? '',
  }
  const parsed = parseGiven(
    grantApi.consoleGrantGet.query,
    new URLSearchParams({ grant: params['grant'] ?? '' }),
  )
  if ('fields' in parsed) throw data(null, { status: 404 })
  const opened = await attempt(url, call(grantApi.consoleGrantGet, { query: parsed.value }))
  if ('refused' in opened)
    return { ...base, over: opened.refused, crumb: { label: '閉じた記録' } } as const
  const grant = opened.value
  const part = partIn(grant, params['part'])
  const crumb = { href: queuePlace('ticket'), label: grant.name ?? grant.ticketNo }
  if (part === undefined) {
    const proofs = await attempt(
      url,
      call(proofApi.consoleProofsGet, { query: { grant: grant.grant } }),
    )
    return {
      ...base,
      grant,
      part,
      proofs: 'value' in proofs ? proofs.value.proofs : [],
      crumb,
    } as const
  }
  const given = new FormData()
  for (const [name, value] of url.searchParams) given.append(name, value)
  given.set('grant', grant.grant)
  const shown = await loadPart(call, url, part, given)
  const lines = part === 'calls' ? await loadLines(call, url, grant) : undefined
  const asked = {
    lineId: textOf(given, 'lineId'),
    from: textOf(given, 'from'),
    to: textOf(given, 'to'),
  }
  return { ...base, grant, part, shown, asked, lines, crumb } as const
}

/** Of which lines the calls can be asked for, where the grant shows the lines; that they were read is noted too. */
async function loadLines(call: Call, url: URL, { grant, parts }: Grant) {
  if (!parts.some(({ part }) => part === 'lines')) return undefined
  const asked = new FormData()
  asked.set('grant', grant)
  const answer = await loadPart(call, url, 'lines', asked)
  return 'value' in answer && answer.value.part === 'lines'
    ? answer.value.value.lines.map(({ line }) => line)
    : undefined
}

/** The asked part where the grant shows it, else its first. */
function partIn({ parts }: Grant, asked: string | undefined): RecordPart | undefined {
  const shown = parts.map(({ part }) => part)
  const known = namesOf(recordParts).find((name) => name === asked)
  return known !== undefined && shown.includes(known) ? known : shown[0]
}

export type Loaded = Awaited<ReturnType<typeof loader>>
export type OpenLoaded = Extract<Loaded, { readonly grant: unknown }>
export type PartLoaded = Extract<Loaded, { readonly shown: unknown }>
export type Unproved = Extract<Loaded, { readonly proofs: unknown }>
