import { pages } from '#vocabulary/pages.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { actions } from '#portal/mypage/flow/submit.ts'
import { DeviceList } from '#portal/mypage/device/list.tsx'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { contractApi } from '#protocol/contract.ts'
import { deviceApi } from '#protocol/device.ts'
import type { Route } from './+types/devices.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const call = callOf(context)
  const [devices, { terminals }, contract] = await Promise.all([
    ask(url, call(deviceApi.assuredDeviceListGet)),
    ask(url, call(contractApi.contractTerminalNoticeGet)),
    ask(url, call(contractApi.contractGet)),
  ])
  return { devices, terminals, contract, keys: freshKeysOf(context) }
}

export const action = actions({
  remove: { endpoint: deviceApi.assuredDeviceListDelete, to: pages.devices },
  withdraw: { endpoint: deviceApi.assuredDeviceRegistrationDelete, to: pages.devices },
})

const TITLE = '端末'

export const meta = () => pageMeta({ title: TITLE, noindex: true })

export default function DevicesPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Frame title={TITLE}>
      <Stopped refused={actionData?.refused} title="受け付けられませんでした" />
      <DeviceList {...loaderData} />
    </Frame>
  )
}
