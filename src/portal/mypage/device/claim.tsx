import { pages } from '#vocabulary/pages.ts'
import { claimPage } from '#vocabulary/pages.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { keysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { ProcedurePage } from '#portal/mypage/flow/procedure-page.tsx'
import { actions, ordering, type Outcome } from '#portal/mypage/flow/submit.ts'
import { ClaimConfirm } from '#portal/mypage/device/claim-confirm.tsx'
import { ClaimDetail } from '#portal/mypage/device/claim-detail.tsx'
import { ClaimInput } from '#portal/mypage/device/claim-input.tsx'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { deviceClaimApi } from '#protocol/device-claim.ts'
import { ButtonLinkRow } from '#ui/button.tsx'
import type { Route } from './+types/claim.ts'
import { data } from 'react-router'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { loadDone } from '#portal/mypage/flow/load-done.ts'
import { loadSteps, review, type Errors } from '#portal/mypage/flow/load-steps.ts'
import type { Devices } from '#portal/mypage/device/wire.ts'
import { deviceApi } from '#protocol/device.ts'
import { errors as sentences, fileErrorCodes } from '#protocol/errors.ts'
import { typedIn } from '#protocol/form.ts'
import type { Call } from '#protocol/http.ts'
import { orderApi } from '#protocol/order.ts'

/** A claim that was made, by its number; else 入力 → 確認 → 完了 of a new one. */
async function loadClaim(call: Call, url: URL) {
  const orderNo = url.searchParams.get('no')
  if (orderNo !== null) return loadDetail(call, url, orderNo)
  return loadSteps(url, {
    async input(errors: Errors) {
      const devices = await ask(url, call(deviceApi.assuredDeviceListGet))
      return {
        subject: subjectIn(devices, url.searchParams),
        asOf: devices.asOf,
        typed: typedIn(url.searchParams),
        errors,
      }
    },
    confirm: () =>
      review(url, deviceClaimApi.assuredDeviceClaimGet, (query) =>
        call(deviceClaimApi.assuredDeviceClaimGet, { query }),
      ),
    done: (no: string) => loadDone(call, url, no),
  })
}

async function loadDetail(call: Call, url: URL, orderNo: string) {
  const [order, devices] = await Promise.all([
    ask(url, call(orderApi.orderGet, { query: { orderNo } })),
    ask(url, call(deviceApi.assuredDeviceListGet)),
  ])
  const claim = [...devices.devices, ...devices.bought]
    .flatMap(({ claims }) => claims)
    .find((one) => one.orderNo === orderNo)
  // The number of another procedure has a page of its own.
  if (claim === undefined) throw data({ message: sentences.NOT_FOUND.message }, { status: 404 })
  const code = fileErrorCodes.find((one) => one === url.searchParams.get('photograph'))
  const isDecided = url.searchParams.get('photograph') === 'CLAIM_TAKES_NO_PHOTOGRAPHS'
  const notTaken = isDecided ? sentences.CLAIM_TAKES_NO_PHOTOGRAPHS : code && sentences[code]
  return { step: 'detail', order, claim, photographRefused: notTaken?.message } as const
}

/** The device of the address, as it is covered or was bought. */
function subjectIn({ devices, bought }: Devices, given: URLSearchParams) {
  const deviceId = given.get('deviceId')
  const all = [...devices, ...bought]
  return all.find((one) => one.deviceId === deviceId && one.claimable.basis === given.get('basis'))
}

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const loaded = await loadClaim(callOf(context), url)
  const isClosed = loaded.step === 'input' && loaded.subject?.claimable.claim.allowed !== true
  return { keys: keysOf(context, url), isClosed, ...loaded }
}

const ofClaim =
  (suffix = '') =>
  ({ form }: Outcome<unknown>) =>
    claimPage(textOf(form, 'orderNo')) + suffix

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
        <ButtonLinkRow
          kind="primary"
          href={`${claimPage(loaderData.done.receipt.orderNo)}#photographs`}
        >
          写真を添える
        </ButtonLinkRow>
      ) : null}
    </ProcedurePage>
  )
}
