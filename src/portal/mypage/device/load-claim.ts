import { data } from 'react-router'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { loadDone } from '#portal/mypage/flow/load-done.ts'
import { loadSteps, review, type Errors } from '#portal/mypage/flow/load-steps.ts'
import type { Devices } from '#portal/mypage/device/wire.ts'
import { deviceClaimApi } from '#protocol/device-claim.ts'
import { deviceApi } from '#protocol/device.ts'
import { errors as sentences, fileErrorCodes } from '#protocol/errors.ts'
import { typedIn } from '#protocol/form.ts'
import type { Call } from '#protocol/http.ts'
import { orderApi } from '#protocol/order.ts'

/** A claim that was made, by its number; else 入力 → 確認 → 完了 of a new one. */
export async function loadClaim(call: Call, url: URL) {
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
