import { Frame } from '#portal/mypage/flow/frame.tsx'
import { keysOf } from '#portal/mypage/flow/keys.ts'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { api } from '#protocol/index.ts'
import { FailedNotice } from '#portal/mypage/shared/failed-notice.tsx'
import { isDataTroubled, nameOfLine } from '#portal/mypage/shared/line-words.ts'
import { valueOf } from '#portal/mypage/shared/part.ts'
import { settle, throwIfUnknown } from '#portal/mypage/shared/settle.ts'
import { actOnLine } from './submit.ts'
import { ActedNotice } from './acted-notice.tsx'
import { LineSections } from './sections.tsx'
import type { Route } from './+types/line.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const call = callOf(context)
  const query = { lineId: params.lineId }
  const [detail, devices, malware, outages] = await Promise.all([
    settle(call(api.statusLineGet, { query })),
    settle(call(api.statusDeviceGet, { query })),
    settle(call(api.malwareBlockStatusGet)),
    settle(call(api.outageConcerningGet)),
  ])
  throwIfUnknown(detail)
  const asking = url.searchParams.get('ask') === 'stop'
  const isTroubled = isDataTroubled(valueOf(outages)?.incidents)
  return { detail, devices, malware, isTroubled, asking, keys: keysOf(context, url) }
}

export async function action({ context, request, params, url }: Route.ActionArgs) {
  const form = await request.formData()
  return actOnLine(callOf(context, form), url, form, params.lineId)
}

export function meta({ loaderData }: Route.MetaArgs) {
  const detail = loaderData && valueOf(loaderData.detail)
  return pageMeta({ title: detail ? `${nameOfLine(detail.line)}の回線` : '回線', noindex: true })
}

export default function LinePage({ loaderData, actionData }: Route.ComponentProps) {
  const { detail, devices, malware, isTroubled, asking, keys } = loaderData
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
        acted={actionData?.acted}
        switched={actionData?.switched}
        {...{ asking, keys, isTroubled }}
      />
    </Frame>
  )
}
