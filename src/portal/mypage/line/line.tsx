import { Frame } from '#portal/mypage/flow/frame.tsx'
import { keysOf } from '#portal/mypage/flow/keys.ts'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { api } from '#protocol/index.ts'
import { FailedNotice } from '#portal/mypage/shared/failed-notice.tsx'
import { isDataTroubled, nameOfLine } from '#portal/mypage/shared/line-words.ts'
import { valueOf } from '#portal/mypage/shared/part.ts'
import { attempt, throwIfUnknown } from '#portal/mypage/shared/attempt.ts'
import { type Act, type Acted, actOnLine } from './submit.ts'
import { LineSections } from './sections.tsx'
import type { Route } from './+types/line.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { Notice } from '#ui/notice.tsx'

const refusedTitles: Record<Act, string> = {
  nickname: '名前を保存できませんでした',
  malware: '設定を変更できませんでした',
  stop: '回線を止められませんでした',
  resume: '回線を再開できませんでした',
}

/** At the head of the page: what the last press came to. */
function ActedNotice({ acted }: { readonly acted: Acted | undefined }) {
  if (acted === undefined) return null
  if (acted.refused !== undefined)
    return <RefusalNotice answersPress title={refusedTitles[acted.act]} reason={acted.refused} />
  return (
    <Notice tone="good" role="status">
      <p>{acted.done}</p>
    </Notice>
  )
}

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const call = callOf(context)
  const query = { lineId: params.lineId }
  const [detail, devices, malware, outages, cap] = await Promise.all([
    attempt(call(api.statusLineGet, { query })),
    attempt(call(api.statusDeviceGet, { query })),
    attempt(call(api.malwareBlockStatusGet)),
    attempt(call(api.outageConcerningGet)),
    attempt(call(api.lineCapGet, { query })),
  ])
  throwIfUnknown(detail)
  const asking = url.searchParams.get('ask') === 'stop'
  const isTroubled = isDataTroubled(valueOf(outages)?.incidents)
  return { detail, devices, malware, cap, isTroubled, asking, keys: keysOf(context, url) }
}

export async function action({ context, request, params, url }: Route.ActionArgs) {
  const form = await request.formData()
  return actOnLine(callOf(context, form), url, form, params.lineId)
}

export function meta({ loaderData }: Route.MetaArgs) {
  const detail = loaderData && valueOf(loaderData.detail)
  const name = detail === undefined ? '回線' : nameOfLine(detail.line)
  // Before it opens its name is 「開通前の回線」 already.
  return pageMeta({ title: name.includes('回線') ? name : `${name}の回線`, noindex: true })
}

export default function LinePage({ loaderData, actionData }: Route.ComponentProps) {
  const { detail, devices, malware, cap, isTroubled, asking, keys } = loaderData
  if (!detail.ok)
    return (
      <Frame title="回線">
        <FailedNotice title="回線の情報を表示できません" failed={detail.failed} />
      </Frame>
    )
  return (
    <Frame title={nameOfLine(detail.value.line)}>
      <ActedNotice acted={actionData?.acted} />
      <LineSections
        detail={detail.value}
        devices={valueOf(devices)?.devices}
        malware={valueOf(malware)}
        cap={valueOf(cap)}
        acted={actionData?.acted}
        switched={actionData?.switched}
        {...{ asking, keys, isTroubled }}
      />
    </Frame>
  )
}
