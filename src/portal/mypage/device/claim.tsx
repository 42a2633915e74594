import { pages } from '#vocabulary/pages.ts'
import { claimPage } from '#vocabulary/pages.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { keysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { ProcedurePage } from '#portal/mypage/flow/procedure-page.tsx'
import { actions, ordering, type Outcome } from '#portal/mypage/flow/submit.ts'
import { ClaimConfirm } from '#portal/mypage/device/claim-confirm.tsx'
import { ClaimDetail } from '#portal/mypage/device/claim-detail.tsx'
import { ClaimInput } from '#portal/mypage/device/claim-input.tsx'
import { loadClaim } from '#portal/mypage/device/load-claim.ts'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { deviceClaimApi } from '#protocol/device-claim.ts'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import type { Route } from './+types/claim.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const loaded = await loadClaim(callOf(context), url)
  const isClosed = loaded.step === 'input' && loaded.subject?.claimable.claim.allowed !== true
  return { keys: keysOf(context, url), isClosed, ...loaded }
}

const ofClaim =
  (place = '') =>
  ({ form }: Outcome<unknown>) =>
    claimPage(textOf(form, 'orderNo')) + place

/** Makes the claim that was confirmed, or changes one that was made. */
export const action = actions({
  withdraw: { endpoint: deviceClaimApi.assuredDeviceClaimDelete, to: ofClaim() },
  sent: { endpoint: deviceClaimApi.assuredDevicePhotographsPost, to: ofClaim() },
  remove: { endpoint: deviceClaimApi.assuredDevicePhotographsDelete, to: ofClaim('#photographs') },
  claim: ordering(deviceClaimApi.assuredDeviceClaimPost),
})

const titles = {
  input: '修理・交換の請求',
  confirm: '修理・交換の請求の確認',
  done: '修理・交換の請求の受付',
}
const DETAIL = '修理・交換の状況'

export function meta({ loaderData }: Route.MetaArgs) {
  const step = loaderData?.step ?? 'input'
  return pageMeta({ title: step === 'detail' ? DETAIL : titles[step], noindex: true })
}

export default function ClaimPage({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.step === 'detail')
    return (
      <Frame title={DETAIL} way={[pages.devices]}>
        <ClaimDetail {...loaderData} refused={actionData?.refused} />
      </Frame>
    )
  return (
    <ProcedurePage titles={titles} loaded={loaderData} way={[pages.devices]}>
      {loaderData.step === 'input' ? <ClaimInput {...loaderData} /> : null}
      {loaderData.step === 'confirm' ? <ClaimConfirm {...loaderData} {...actionData} /> : null}
      {loaderData.step === 'done' ? (
        <ButtonRow>
          <ButtonLink
            kind="primary"
            href={`${claimPage(loaderData.done.receipt.orderNo)}#photographs`}
          >
            写真を添える
          </ButtonLink>
        </ButtonRow>
      ) : null}
    </ProcedurePage>
  )
}
