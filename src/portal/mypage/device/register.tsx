import { pages } from '#vocabulary/pages.ts'
import { keysOf } from '#portal/mypage/flow/keys.ts'
import { ProcedurePage, procedureMeta } from '#portal/mypage/flow/procedure-page.tsx'
import { orderAction } from '#portal/mypage/flow/submit.ts'
import { RegisterConfirm } from '#portal/mypage/device/register-confirm.tsx'
import { isRegistrationClosed, RegisterInput } from '#portal/mypage/device/register-input.tsx'
import { callOf } from '#portal/request.ts'
import { deviceApi } from '#protocol/device.ts'
import type { Route } from './+types/register.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { loadDone } from '#portal/mypage/flow/load-done.ts'
import { loadSteps, missing, type Errors } from '#portal/mypage/flow/load-steps.ts'
import type { Menu, MenuLine } from '#portal/mypage/device/wire.ts'
import { notYet } from '#vocabulary/device.ts'
import { sentencesFor, typedIn } from '#protocol/form.ts'
import type { Call } from '#protocol/http.ts'

const asked = ['lineId', 'imei', 'maker', 'name', 'purchasedOn']

/** 入力 → 確認 → 完了: the line's SIM names the device; what it cannot name is typed. */
function loadRegistration(call: Call, url: URL) {
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

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const loaded = await loadRegistration(callOf(context), url)
  const isClosed = loaded.step === 'input' && isRegistrationClosed(loaded)
  return { keys: keysOf(context, url), isClosed, ...loaded }
}

export const action = orderAction({ order: deviceApi.assuredDeviceSelectMenuPost })

const titles = { input: '端末の登録', confirm: '端末の登録の確認', done: '端末の登録の受付' }

export const meta = procedureMeta(titles)

export default function RegisterPage({ loaderData, actionData }: Route.ComponentProps) {
  const { step } = loaderData
  return (
    <ProcedurePage titles={titles} loaded={loaderData} way={[pages.devices]}>
      {step === 'input' ? <RegisterInput {...loaderData} /> : null}
      {step === 'confirm' ? <RegisterConfirm {...loaderData} {...actionData} /> : null}
    </ProcedurePage>
  )
}
