import { data } from 'react-router'
import { ask, attempt, statusOf } from '#portal/mypage/flow/attempt.ts'
import { FieldErrors } from '#portal/mypage/flow/form.tsx'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { freshKeysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { send, sendParsed } from '#portal/mypage/flow/submit.ts'
import { hrefOfLine, nameOfLine } from '#portal/mypage/shared/line-words.ts'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { typedIn } from '#protocol/form.ts'
import type { Call } from '#protocol/http.ts'
import { lineCapApi } from '#protocol/line-cap.ts'
import { formatPhone } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { askedCap, isSetAlready, slidersOf, type AskedCap } from './asked.ts'
import { Choose } from './choose.tsx'
import { CapNow } from './now.tsx'
import { SaveForm } from './save-form.tsx'
import { Tried } from './tried.tsx'
import type { Route } from './+types/cap.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const call = callOf(context)
  const query = { lineId: params.lineId }
  const known = await ask(url, call(lineCapApi.lineCapGet, { query }))
  const asked = askedCap(url.searchParams, known)
  const tried = known.change.allowed ? await tryIt(call, url, params.lineId, asked) : undefined
  return { known, asked, tried, keys: freshKeysOf(context) }
}

/** What is asked for, tried; with the sentences beside the fields where it cannot be. */
async function tryIt(call: Call, url: URL, lineId: string, asked: AskedCap) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ lineId, ...asked })) form.set(name, value)
  const parsed = sendParsed(call, lineCapApi.lineCapTryGet, form)
  return 'refused' in parsed ? parsed : attempt(url, parsed.sent)
}

export async function action({ context, request, params, url }: Route.ActionArgs) {
  const form = await request.formData()
  form.set('lineId', params.lineId)
  const isLift = textOf(form, 'intent') === 'lift'
  const endpoint = isLift ? lineCapApi.lineCapLiftPost : lineCapApi.lineCapPut
  const answer = await send(callOf(context, form), url, endpoint, form)
  if ('value' in answer)
    return data({
      done: isLift ? '今日だけ、上限を増やしました。' : doneWords(answer.value.cap !== undefined),
      refused: undefined,
      typed: {},
    })
  const { refused } = answer
  return data({ done: undefined, refused, typed: typedIn(form) }, { status: statusOf(refused) })
}

const doneWords = (hasCap: boolean) =>
  hasCap ? '上限を保存しました。' : '上限をなくしました。いつでも高速で使えます。'

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData ? `${nameOfLine(loaderData.known.line)}の回線の上限` : '回線の上限'
  return pageMeta({ title, noindex: true })
}

export default function CapPage({ loaderData, actionData }: Route.ComponentProps) {
  const { known, asked, tried, keys } = loaderData
  const name = nameOfLine(known.line)
  const refused = tried !== undefined && 'refused' in tried ? tried.refused : undefined
  const errors = { ...actionData?.refused?.fields, ...refused?.fields }
  const summary = Object.entries(errors).flatMap(([field, [sentence]]) =>
    sentence === undefined ? [] : [[field, sentence] as const],
  )
  return (
    <Frame
      title={`${name}の回線の上限`}
      way={[{ href: hrefOfLine(known.line.lineId), label: name }]}
    >
      <FieldErrors errors={Object.fromEntries(summary)} />
      {actionData?.done === undefined ? null : (
        <Notice tone="good" role="status">
          <p>{actionData.done}</p>
        </Notice>
      )}
      {actionData?.refused === undefined ? null : (
        <RefusalNotice answersPress title="保存できませんでした" reason={actionData.refused} />
      )}
      <p className="small muted">{formatPhone(known.line.number)}</p>
      {known.change.allowed ? null : (
        <Notice title="この回線には、上限を決められません">
          <p>{known.change.message}</p>
        </Notice>
      )}
      <div className="cap-page">
        <div className="cap-page__side">
          <CapNow known={known} keys={keys} />
          {known.change.allowed ? (
            <section className="card">
              <h2>{known.cap === undefined ? '上限を決める' : '上限を変える'}</h2>
              <Choose asked={asked} sliders={slidersOf(known)} errors={errors} />
            </section>
          ) : null}
        </div>
        {tried === undefined ? null : (
          <div className="cap-page__main">
            {'value' in tried ? (
              <>
                <Tried
                  tried={tried.value}
                  known={known}
                  dayBytes={dayBytesOf(asked)}
                  isSet={isSetAlready(asked, known)}
                />
                <SumNotice {...known.sum} />
                <section className="card">
                  <SaveForm {...{ asked, known, keys }} typed={actionData?.typed ?? {}} />
                </section>
              </>
            ) : (
              tried.refused.fields === undefined && (
                <RefusalNotice title="試せませんでした" reason={tried.refused} />
              )
            )}
          </div>
        )}
      </div>
    </Frame>
  )
}

/** Every bar is a day: only a cap a day can be drawn across them. */
const dayBytesOf = ({ over, dayMb }: AskedCap) =>
  over === 'day' || over === 'both' ? Number(dayMb) * 1_000_000 : undefined

function SumNotice({
  monthBytes,
  baseBytes,
}: {
  readonly monthBytes: number
  readonly baseBytes: number
}) {
  if (monthBytes <= baseBytes) return null
  return (
    <Notice title="みんなの上限の合計が、データ容量より大きくなっています">
      <p>上限まで使わなくても、先にデータ残量がなくなることがあります。</p>
    </Notice>
  )
}
