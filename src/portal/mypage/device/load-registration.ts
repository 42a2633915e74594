import { ask } from '#portal/mypage/flow/attempt.ts'
import { loadDone } from '#portal/mypage/flow/load-done.ts'
import { loadSteps, missing, type Errors } from '#portal/mypage/flow/load-steps.ts'
import type { Menu, MenuLine } from '#portal/mypage/device/wire.ts'
import { deviceApi } from '#protocol/device.ts'
import { notYet } from '#vocabulary/device.ts'
import { sentencesFor, typedIn } from '#protocol/form.ts'
import type { Call } from '#protocol/http.ts'

const asked = ['lineId', 'imei', 'maker', 'name', 'purchasedOn']

/** 入力 → 確認 → 完了: the line's SIM names the device; what it cannot name is typed. */
export function loadRegistration(call: Call, url: URL) {
  const given = url.searchParams
  const readMenu = () => ask(url, call(deviceApi.assuredDeviceSelectMenuGet))

  return loadSteps(url, {
    async input(errors: Errors) {
      const menu = await readMenu()
      return { menu, chosen: lineIn(menu, given), typed: typedIn(given), errors }
    },
    async confirm() {
      const menu = await readMenu()
      const chosen = lineIn(menu, given)
      if (chosen === undefined) return missing({ lineId: ['回線を選んでください。'] })
      const fields = sentencesFor(deviceApi.assuredDeviceSelectMenuPost.body, given, asked)
      if (Object.keys(fields).length > 0) return missing(fields)
      if ((given.get('purchasedOn') ?? '') > menu.asOf.slice(0, 10))
        return missing({ purchasedOn: [notYet] })
      // Where the carrier says nothing of the device, its number must be known to be found later.
      if (chosen.seen === undefined && (given.get('imei') ?? '') === '')
        return missing({
          imei: ['IMEIを15桁の数字で入力してください。端末の設定画面で確認できます。'],
        })
      return { menu, chosen, typed: typedIn(given) }
    },
    done: (orderNo: string) => loadDone(call, url, orderNo),
  })
}

/** The line of the address; the only one there is need not be chosen. */
function lineIn({ lines }: Menu, given: URLSearchParams): MenuLine | undefined {
  const lineId = given.get('lineId')
  if (lineId !== null) return lines.find(({ line }) => line.lineId === lineId)
  const open = lines.filter(({ move }) => move.allowed)
  return open.length === 1 ? open[0] : undefined
}
